package bayesflow4j.external;

import java.util.List;
import java.util.Set;

/**
 * The input and output of a simulator: the names of the parameters θ [D], of the columns of x [d] and of the known
 * covariates.
 *
 * @param whole the parameters that are whole numbers, written without a point
 */
public record DataShape(List<String> parameters, List<String> columns, List<String> covariates, Set<String> whole) {
    public DataShape {
        parameters = List.copyOf(parameters);
        columns = List.copyOf(columns);
        covariates = List.copyOf(covariates);
        whole = Set.copyOf(whole);
        if (columns.isEmpty()) throw new IllegalArgumentException("data shape: expected columns, got none");
    }

    /** The shape of a simulator without covariates. */
    public DataShape(List<String> parameters, List<String> columns) {
        this(parameters, columns, List.of(), Set.of());
    }

    /** A value of a parameter as the simulator gets it. */
    Number value(String parameter, double value) {
        return whole.contains(parameter) ? (Number) (long) value : (Number) value;
    }

    /** d. */
    int width() {
        return columns.size();
    }

    /** An upper bound of the bytes that N rows take, in any layout. */
    long mostBytes(int count) {
        return (1 << 20) + 64L * count * width();
    }
}
