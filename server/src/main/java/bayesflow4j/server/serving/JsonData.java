package bayesflow4j.server.serving;

import bayesflow4j.inference.ObservedData;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Schema;
import bayesflow4j.server.Problem;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Data sets in JSON: {@code {"data": ROWS}} for one, {@code {"data_sets": [ROWS, …]}} for several. A row is a list of numbers in
 * the order of the columns, an object with a number for each column, or a number where there is a single column.
 */
public final class JsonData {
    private JsonData() {}

    /**
     * The data sets of a body that fit a schema.
     *
     * @throws Problem that says which row of which data set is wrong
     */
    public static ObservedData of(Map<?, ?> body, Schema schema) {
        boolean one = body.containsKey("data");
        if (one == body.containsKey("data_sets"))
            throw Problem.malformed("body: expected either \"data\" or \"data_sets\", got " + body.keySet());
        List<?> sets = one ? List.of(list("data", body.get("data"))) : list("data_sets", body.get("data_sets"));
        if (sets.isEmpty()) throw Problem.unfit("data_sets: expected at least one, got none");
        List<Observations> all = new ArrayList<>();
        List<String> sources = new ArrayList<>();
        for (int k = 0; k < sets.size(); k++) {
            String where = one ? "data" : "data_sets[" + k + "]";
            all.add(observations(where, list(where, sets.get(k)), schema));
            sources.add(one ? "body" : "body, data set " + k);
        }
        return ObservedData.of(all, sources);
    }

    private static Observations observations(String where, List<?> rows, Schema schema) {
        List<String> names = schema.columnNames();
        int width = names.size();
        float[] values = new float[rows.size() * width];
        for (int n = 0; n < rows.size(); n++) {
            double[] row = row(where + "[" + n + "]", rows.get(n), names);
            for (int c = 0; c < width; c++) values[n * width + c] = (float) row[c];
        }
        Observations x = new Observations(rows.size(), width, values);
        schema.fault(x).ifPresent(fault -> {
            throw Problem.unfit(where + ": " + fault);
        });
        return x;
    }

    /** Numbers by these names, from a list in their order, an object, or a single number; null is NaN, a missing value. */
    static double[] row(String where, Object row, List<String> names) {
        double[] values = new double[names.size()];
        if (row instanceof Map<?, ?> fields) {
            for (int c = 0; c < values.length; c++) {
                if (!fields.containsKey(names.get(c)))
                    throw Problem.unfit(where + "." + names.get(c) + ": expected a number, got none");
                values[c] = number(where, names.get(c), fields.get(names.get(c)));
            }
            return values;
        }
        List<?> cells = row instanceof List<?> list ? list : Collections.singletonList(row);
        if (cells.size() != values.length)
            throw Problem.unfit(where + ": expected " + values.length + " numbers " + names + ", got " + cells.size());
        for (int c = 0; c < values.length; c++) values[c] = number(where, names.get(c), cells.get(c));
        return values;
    }

    private static double number(String where, String name, Object value) {
        if (value == null) return Double.NaN;
        if (value instanceof Number number && Double.isFinite(number.doubleValue())) return number.doubleValue();
        throw Problem.unfit(where + "." + name + ": expected a finite number, got " + value);
    }

    static List<?> list(String where, Object value) {
        if (value instanceof List<?> list) return list;
        throw Problem.unfit(where + ": expected a list, got " + (value == null ? "nothing" : value));
    }
}
