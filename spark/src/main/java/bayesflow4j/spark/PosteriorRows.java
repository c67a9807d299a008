package bayesflow4j.spark;

import static org.apache.spark.sql.types.DataTypes.BooleanType;
import static org.apache.spark.sql.types.DataTypes.DoubleType;
import static org.apache.spark.sql.types.DataTypes.LongType;
import static org.apache.spark.sql.types.DataTypes.StringType;
import static org.apache.spark.sql.types.DataTypes.createArrayType;
import static org.apache.spark.sql.types.DataTypes.createStructField;
import static org.apache.spark.sql.types.DataTypes.createStructType;

import bayesflow4j.inference.PosteriorSummary;
import bayesflow4j.posterior.Draws;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Posteriors as rows of Spark, and the types of these. */
final class PosteriorRows {
    private static final List<StructField> NUMBERS = Stream.of("mean", "sd", "median", "q05", "q95")
            .map(name -> field(name, DoubleType))
            .toList();

    private static final List<StructField> LIKENESS =
            List.of(field("distance", DoubleType), field("p_value", DoubleType), field("unlike_training", BooleanType));

    private PosteriorRows() {}

    private static StructField field(String name, DataType type) {
        return createStructField(name, type, true);
    }

    static StructType summaries(StructField id) {
        List<StructField> fields =
                new ArrayList<>(List.of(id, field("number", LongType), field("parameter", StringType)));
        fields.addAll(NUMBERS);
        fields.addAll(LIKENESS);
        fields.add(field("fault", StringType));
        return createStructType(fields);
    }

    static Stream<Row> summaries(NumberedSet set, PosteriorFunction posterior) {
        String fault = fault(set, posterior);
        if (!fault.isEmpty()) {
            Object[] row = new Object[4 + NUMBERS.size() + LIKENESS.size()];
            row[0] = set.id();
            row[1] = set.k();
            row[row.length - 1] = fault;
            return Stream.of(RowFactory.create(row));
        }
        PosteriorFunction.Summary summary = posterior.summary(set.k(), set.x());
        return summary.parameters().entrySet().stream().map(entry -> {
            List<Object> row = new ArrayList<>(List.of(set.id(), set.k(), entry.getKey()));
            row.addAll(numbers(entry.getValue()));
            row.addAll(likeness(summary));
            row.add(null);
            return RowFactory.create(row.toArray());
        });
    }

    static StructType draws(StructField id, List<String> parameters) {
        List<StructField> fields = new ArrayList<>(List.of(id, field("number", LongType)));
        for (String name : parameters) fields.add(field(name, createArrayType(DoubleType, false)));
        fields.add(field("fault", StringType));
        return createStructType(fields);
    }

    static Row draws(NumberedSet set, PosteriorFunction posterior) {
        List<String> parameters = posterior.schema().parameterNames();
        Object[] row = new Object[3 + parameters.size()];
        row[0] = set.id();
        row[1] = set.k();
        String fault = fault(set, posterior);
        if (!fault.isEmpty()) {
            row[row.length - 1] = fault;
            return RowFactory.create(row);
        }
        Draws draws = posterior.draws(set.k(), set.x());
        for (int j = 0; j < parameters.size(); j++) row[2 + j] = draws.column(j);
        return RowFactory.create(row);
    }

    private static String fault(NumberedSet set, PosteriorFunction posterior) {
        return set.fault().isEmpty() ? posterior.fault(set.x()).orElse("") : set.fault();
    }

    static StructType struct(List<String> parameters) {
        List<StructField> fields = new ArrayList<>();
        for (String name : parameters) fields.add(field(name, createStructType(NUMBERS)));
        fields.addAll(LIKENESS);
        return createStructType(fields);
    }

    static Row struct(PosteriorFunction.Summary summary) {
        List<Object> row = new ArrayList<>();
        summary.parameters()
                .values()
                .forEach(numbers -> row.add(RowFactory.create(numbers(numbers).toArray())));
        row.addAll(likeness(summary));
        return RowFactory.create(row.toArray());
    }

    private static List<Object> numbers(PosteriorSummary summary) {
        return List.of(summary.mean(), summary.sd(), summary.median(), summary.q05(), summary.q95());
    }

    /** Nothing where the estimator cannot tell. */
    private static List<Object> likeness(PosteriorFunction.Summary summary) {
        return Double.isNaN(summary.pValue())
                ? Arrays.asList(null, null, null)
                : List.of(summary.distance(), summary.pValue(), summary.unlike());
    }
}
