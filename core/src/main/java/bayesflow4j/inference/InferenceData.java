package bayesflow4j.inference;

import bayesflow4j.data.NetcdfFile;
import bayesflow4j.diagnostics.Resimulation;
import bayesflow4j.model.Column;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Schema;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * An {@link Inference} as ArviZ knows it: the groups {@code posterior} (chain, draw, data_set), {@code observed_data}
 * (data_set, row), {@code constant_data} for known covariates, {@code prior} (chain, draw) if it is known and, if the model is,
 * {@code posterior_predictive} (chain, draw, data_set, row). Rows that a data set does not have are NaN.
 */
public final class InferenceData {
    private static final int PREDICTIONS = 200;
    private static final String CHAIN = "chain";
    private static final String DRAW = "draw";
    private static final String SET = "data_set";
    private static final String ROW = "row";

    private final Inference inference;
    private final Schema schema;
    private final int sets;
    private final int rows;

    private InferenceData(Inference inference, Schema schema) {
        this.inference = inference;
        this.schema = schema;
        this.sets = inference.draws().size();
        this.rows = inference.data().sets().stream()
                .mapToInt(Observations::count)
                .max()
                .orElseThrow();
    }

    /**
     * The file.
     *
     * @param schema of the estimator that was asked
     * @param model to simulate from, for the predictions
     * @param prior of the parameters, which an estimator's file may have without the model
     */
    public static NetcdfFile of(
            Inference inference, Schema schema, Optional<GenerativeModel> model, Optional<Prior> prior, Seed seed) {
        InferenceData data = new InferenceData(inference, schema);
        NetcdfFile file = new NetcdfFile();
        data.posterior(file.group("posterior"));
        prior.ifPresent(p -> data.prior(file.group("prior"), p, seed.child("prior")));
        model.ifPresent(m -> data.predictive(file.group("posterior_predictive"), m, seed.child("predictive")));
        data.observed(file.group("observed_data"), column -> !column.role().isCovariate());
        if (schema.columns().stream().anyMatch(column -> column.role().isCovariate()))
            data.observed(file.group("constant_data"), column -> column.role().isCovariate());
        return file;
    }

    private NetcdfFile.Group drawn(NetcdfFile.Group group, int draws) {
        return group.dimension(CHAIN, 1).dimension(DRAW, draws);
    }

    private void posterior(NetcdfFile.Group group) {
        List<Draws> all = inference.shown();
        int count = all.getFirst().count();
        drawn(group, count).dimension(SET, inference.data().names());
        List<String> parameters = all.getFirst().parameters();
        for (int j = 0; j < parameters.size(); j++) {
            double[] values = new double[count * sets];
            for (int l = 0; l < count; l++)
                for (int k = 0; k < sets; k++) values[l * sets + k] = all.get(k).value(l, j);
            group.variable(parameters.get(j), values, CHAIN, DRAW, SET);
        }
    }

    private void prior(NetcdfFile.Group group, Prior prior, Seed seed) {
        int count = inference.draws().getFirst().count();
        double[][] theta = IntStream.range(0, count)
                .mapToObj(l -> inference.derived().appended(prior.sample(seed.stream(l))))
                .toArray(double[][]::new);
        drawn(group, count);
        List<String> names = inference.shown().getFirst().parameters();
        for (int j = 0; j < names.size(); j++) {
            int parameter = j;
            group.variable(
                    names.get(j),
                    Arrays.stream(theta).mapToDouble(row -> row[parameter]).toArray(),
                    CHAIN,
                    DRAW);
        }
    }

    private void predictive(NetcdfFile.Group group, GenerativeModel model, Seed seed) {
        int count = Math.min(PREDICTIONS, inference.draws().getFirst().count());
        drawn(group, count).dimension(SET, inference.data().names()).dimension(ROW, rows);
        List<List<Observations>> simulated = IntStream.range(0, sets)
                .mapToObj(k -> Resimulation.of(model, seed.child(k))
                        .predictions(
                                inference.data().sets().get(k),
                                inference.draws().get(k),
                                count))
                .toList();
        List<Column> columns = model.randomColumns();
        for (int c = 0; c < columns.size(); c++) {
            double[] values = new double[count * sets * rows];
            for (int l = 0; l < count; l++)
                for (int k = 0; k < sets; k++) put(simulated.get(k).get(l), c, values, (l * sets + k) * rows);
            group.variable(columns.get(c).name(), values, CHAIN, DRAW, SET, ROW);
        }
    }

    private void observed(NetcdfFile.Group group, Predicate<Column> wanted) {
        group.dimension(SET, inference.data().names()).dimension(ROW, rows);
        for (int c = 0; c < schema.columns().size(); c++) {
            if (!wanted.test(schema.columns().get(c))) continue;
            double[] values = new double[sets * rows];
            for (int k = 0; k < sets; k++) put(inference.data().sets().get(k), c, values, k * rows);
            group.variable(schema.columns().get(c).name(), values, SET, ROW);
        }
    }

    /** A column of a data set, filled up with NaN. */
    private void put(Observations x, int column, double[] to, int at) {
        for (int n = 0; n < rows; n++) to[at + n] = n < x.count() ? x.at(n, column) : Double.NaN;
    }
}
