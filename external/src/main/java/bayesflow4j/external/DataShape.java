package bayesflow4j.external;

import java.util.List;

/** The input and output of a simulator: the names of the parameters θ [D] and of the columns of x [d]. */
public record DataShape(List<String> parameters, List<String> columns) {
    public DataShape {
        parameters = List.copyOf(parameters);
        columns = List.copyOf(columns);
        if (columns.isEmpty()) throw new IllegalArgumentException("data shape: expected columns, got none");
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
