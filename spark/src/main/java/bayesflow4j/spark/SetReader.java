package bayesflow4j.spark;

import bayesflow4j.model.Observations;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import scala.collection.Seq;

/**
 * Consecutive rows (id, order, index, data…) as data sets.
 *
 * @param columns names of the data
 * @param indexed whether the rows know the number of their data set
 * @param nested whether a row is a whole data set
 */
record SetReader(List<String> columns, boolean indexed, boolean nested) implements Serializable {
    private static final int FIRST = 3;

    SetReader {
        columns = List.copyOf(columns);
    }

    /** How many data sets there are. */
    long count(Iterator<Row> rows) {
        long count = 0;
        for (Iterator<List<Row>> sets = new Sets(rows); sets.hasNext(); sets.next()) count++;
        return count;
    }

    /** The data sets, numbered from {@code first} where the rows do not say. */
    Iterator<NumberedSet> read(Iterator<Row> rows, long first) {
        Sets sets = new Sets(rows);
        return new Iterator<>() {
            private long next = first;

            @Override
            public boolean hasNext() {
                return sets.hasNext();
            }

            @Override
            public NumberedSet next() {
                return set(sets.next(), next++);
            }
        };
    }

    private NumberedSet set(List<Row> rows, long number) {
        Object id = rows.getFirst().get(0);
        Observations none = new Observations(0, columns.size(), new float[0]);
        String fault = id == null ? "expected an id, got none" : fault(rows);
        if (!fault.isEmpty()) return new NumberedSet(id, number, none, fault);
        long k = indexed ? rows.getFirst().getLong(2) : number;
        List<double[]> data = nested
                ? transposed(rows.getFirst())
                : rows.stream().map(this::numbers).toList();
        if (data.isEmpty()) return new NumberedSet(id, k, none, "expected arrays of equal lengths above 0");
        float[] values = new float[data.size() * columns.size()];
        for (int n = 0; n < data.size(); n++)
            for (int j = 0; j < columns.size(); j++) values[n * columns.size() + j] = (float) data.get(n)[j];
        return new NumberedSet(id, k, new Observations(data.size(), columns.size(), values), "");
    }

    private String fault(List<Row> rows) {
        if (nested && rows.size() > 1) return "expected one row for this id, got " + rows.size();
        for (int n = 0; n < rows.size(); n++) {
            Row row = rows.get(n);
            if (row.isNullAt(1)) return "expected a number of each row, got none";
            if (row.isNullAt(2)) return "expected an index, got none";
            if (n == 0) continue;
            if (row.get(1).equals(rows.get(n - 1).get(1)))
                return "expected each row once, got row " + row.get(1) + " twice";
            if (row.getLong(2) != rows.getFirst().getLong(2))
                return "expected one index, got " + rows.getFirst().getLong(2) + " and " + row.getLong(2);
        }
        return "";
    }

    /** NaN where a number is missing. */
    private double[] numbers(Row row) {
        double[] numbers = new double[columns.size()];
        for (int j = 0; j < numbers.length; j++) numbers[j] = number(row.get(FIRST + j));
        return numbers;
    }

    /** The rows of a data set whose columns are arrays or numbers for all rows; none if the arrays differ in length. */
    private List<double[]> transposed(Row row) {
        List<Object> values = IntStream.range(0, columns.size())
                .<Object>mapToObj(j -> row.get(FIRST + j))
                .collect(Collectors.toList());
        int[] lengths = values.stream()
                .filter(Seq.class::isInstance)
                .mapToInt(value -> ((Seq<?>) value).size())
                .distinct()
                .toArray();
        if (lengths.length > 1) return List.of();
        List<double[]> rows = new ArrayList<>();
        for (int n = 0; n < (lengths.length == 0 ? 1 : lengths[0]); n++) {
            double[] numbers = new double[columns.size()];
            for (int j = 0; j < numbers.length; j++)
                numbers[j] = number(values.get(j) instanceof Seq<?> array ? array.apply(n) : values.get(j));
            rows.add(numbers);
        }
        return rows;
    }

    private static double number(Object value) {
        return value instanceof Double number ? number : Double.NaN;
    }

    /** Groups of consecutive rows with the same id. */
    private static final class Sets implements Iterator<List<Row>> {
        private final Iterator<Row> rows;
        private List<Row> pending = new ArrayList<>();

        Sets(Iterator<Row> rows) {
            this.rows = rows;
            if (rows.hasNext()) pending.add(rows.next());
        }

        @Override
        public boolean hasNext() {
            return !pending.isEmpty();
        }

        @Override
        public List<Row> next() {
            if (pending.isEmpty()) throw new NoSuchElementException();
            List<Row> set = pending;
            pending = new ArrayList<>();
            while (rows.hasNext() && pending.isEmpty()) {
                Row row = rows.next();
                Object id = set.getFirst().get(0);
                (Objects.equals(id, row.get(0)) ? set : pending).add(row);
            }
            return set;
        }
    }
}
