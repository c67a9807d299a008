package bayesflow4j.external;

import java.util.List;

/** What a simulator is told and what it must give: the names of θ [D] and of the columns of x [d]. */
public record DataShape(List<String> parameters, List<String> columns) {
    public DataShape {
        parameters = List.copyOf(parameters);
        columns = List.copyOf(columns);
        if (parameters.isEmpty() || columns.isEmpty())
            throw new IllegalArgumentException(
                    "data shape: expected parameters and columns, got " + parameters.size() + " and " + columns.size());
    }

    /** d. */
    int width() {
        return columns.size();
    }

    /** More bytes than N rows need, whatever the numbers and their layout. */
    long mostBytes(int count) {
        return (1 << 20) + 64L * count * width();
    }
}
