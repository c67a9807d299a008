package bayesflow4j.external;

import java.util.List;

/**
 * The input and output of a simulator: the names of the parameters θ [D], of the columns of x [d] and of the known
 * covariates.
 */
public record DataShape(List<String> parameters, List<String> columns, List<String> covariates) {
    public DataShape {
        parameters = List.copyOf(parameters);
        columns = List.copyOf(columns);
        covariates = List.copyOf(covariates);
        if (columns.isEmpty()) throw new IllegalArgumentException("data shape: expected columns, got none");
    }

    /** The shape of a simulator without covariates. */
    public DataShape(List<String> parameters, List<String> columns) {
        this(parameters, columns, List.of());
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
