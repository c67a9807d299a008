package bayesflow4j.posterior;

import bayesflow4j.model.Column;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.Gaps;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Parameter;
import java.util.List;
import java.util.Optional;

/**
 * The data sets that an estimator accepts and the parameters that it infers.
 *
 * @param kind of the data
 * @param count the numbers of rows that a data set may have
 * @param columns the d columns of a data set
 * @param parameters the D parameters
 */
public record Schema(DataKind kind, ObservationCount count, List<Column> columns, List<Parameter> parameters) {
    /** Refuses empty lists. */
    public Schema {
        columns = List.copyOf(columns);
        parameters = List.copyOf(parameters);
        if (columns.isEmpty()) throw new IllegalArgumentException("columns: expected at least one, got none");
        if (parameters.isEmpty()) throw new IllegalArgumentException("parameters: expected at least one, got none");
    }

    /** The schema of a model's data sets and parameters. */
    public static Schema of(GenerativeModel model) {
        return new Schema(
                model.kind(), model.count(), model.columns(), model.prior().parameters());
    }

    /** The names of the parameters, in order. */
    public List<String> parameterNames() {
        return parameters.stream().map(Parameter::name).toList();
    }

    /** The names of the columns, in order. */
    public List<String> columnNames() {
        return columns.stream().map(Column::name).toList();
    }

    /** Whether some column may have missing values. */
    public boolean allowsMissing() {
        return columns.stream().anyMatch(Column::mayBeMissing);
    }

    /**
     * Why a data set does not fit, if it does not: wrong width, wrong number of rows, numbers that are not finite, missing
     * values where none may be, or a covariate of the data set that varies.
     */
    public Optional<String> fault(Observations x) {
        if (x.width() != columns.size())
            return Optional.of("expected " + columns.size() + " columns " + columnNames() + ", got " + x.width());
        if (x.count() < count.least() || x.count() > count.most()) return Optional.of(wrongCount(x.count()));
        for (int i = 0; i < x.values().length; i++) {
            Column column = columns.get(i % x.width());
            float value = x.values()[i];
            String where = " in row " + i / x.width() + ", column " + column.name();
            if (Float.isNaN(value) && !column.mayBeMissing()) return Optional.of(missing(column, where));
            if (Float.isInfinite(value)) return Optional.of("expected finite numbers, got " + value + where);
            if (column.role() == Column.Role.SET_COVARIATE && value != x.values()[i % x.width()])
                return Optional.of("expected one " + column.name() + " for the whole data set, got "
                        + x.values()[i % x.width()] + " and " + value);
        }
        return isPresent(x) ? Optional.empty() : Optional.of("expected at least one number, all are missing");
    }

    private String wrongCount(int rows) {
        String range =
                count.least() == count.most() ? Integer.toString(count.least()) : count.least() + " to " + count.most();
        return "expected " + range + " rows, the range of training, got " + rows;
    }

    /** What the model file must say for data sets of so many rows, if they do not fit and can. */
    public Optional<String> extended(int rows) {
        if (kind == DataKind.VECTOR || rows < 1 || rows >= count.least() && rows <= count.most())
            return Optional.empty();
        return Optional.of("observations: " + Math.min(rows, count.least()) + ".." + Math.max(rows, count.most()));
    }

    private static String missing(Column column, String where) {
        return column.role().isCovariate()
                ? "expected a number, got a missing value" + where + ", a known covariate"
                : "expected numbers, got a missing value" + where + "; " + Gaps.HOW_TO_ALLOW;
    }

    private boolean isPresent(Observations x) {
        for (int i = 0; i < x.values().length; i++)
            if (!Float.isNaN(x.values()[i])
                    && !columns.get(i % x.width()).role().isCovariate()) return true;
        return false;
    }

    /**
     * Throws if a data set does not fit, see {@link #fault}.
     *
     * @throws IllegalArgumentException with what was expected and what was found
     */
    public void require(Observations x) {
        fault(x).ifPresent(problem -> {
            throw new IllegalArgumentException("data set: " + problem);
        });
    }
}
