package bayesflow4j.posterior;

import bayesflow4j.model.Column;
import bayesflow4j.model.DataKind;
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

    /** Why a data set does not fit, if it does not: wrong width, wrong number of rows, or numbers that are not finite. */
    public Optional<String> fault(Observations x) {
        if (x.width() != columns.size())
            return Optional.of("expected " + columns.size() + " columns " + columnNames() + ", got " + x.width());
        if (x.count() < count.least() || x.count() > count.most())
            return Optional.of("expected " + count.least()
                    + (count.most() > count.least() ? " to " + count.most() : "") + " rows, as in training, got "
                    + x.count());
        for (int i = 0; i < x.values().length; i++)
            if (!Float.isFinite(x.values()[i]))
                return Optional.of("expected finite numbers, got " + x.values()[i] + " in row " + i / x.width()
                        + ", column " + columns.get(i % x.width()).name());
        return Optional.empty();
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
