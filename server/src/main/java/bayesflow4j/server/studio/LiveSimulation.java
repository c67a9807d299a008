package bayesflow4j.server.studio;

import bayesflow4j.data.DataSets;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import bayesflow4j.server.Problem;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Draws from a prior and data from a simulator, for the page's model view. */
final class LiveSimulation {
    private static final int PRIOR_DRAWS = 2000;
    private static final int MOST_SETS = 200;
    private static final int MOST_ROWS = 20_000;

    private LiveSimulation() {}

    /** A model with draws from its prior [D][n] and a value to start from. */
    static Map<String, Object> prior(GenerativeModel model) {
        double[][] rows = IntStream.range(0, PRIOR_DRAWS)
                .mapToObj(i -> model.prior().sample(new Seed(1).stream(i)))
                .toArray(double[][]::new);
        Draws draws = Draws.of(model.prior().names(), rows);
        double[] median = draws.median();
        Map<String, Object> fields = Description.of(model);
        fields.put(
                "prior_draws",
                IntStream.range(0, median.length)
                        .mapToObj(j -> Description.rounded(draws.column(j)))
                        .toList());
        fields.put("start", model.prior().contains(median) ? median : rows[0]);
        return fields;
    }

    /** Data sets simulated at one θ, or each at another θ from the prior. */
    static Map<String, Object> of(GenerativeModel model, PageFields asked) {
        int sets = asked.whole("sets", 1, 1, MOST_SETS);
        int count = asked.whole("count", model.count().least(), 1, MOST_ROWS);
        Seed seed = new Seed(asked.whole("seed", 1, 0, Integer.MAX_VALUE));
        double[] theta = asked.numbers("theta");
        if (theta.length > 0) require(model, theta);
        List<Observations> all = simulated(model, theta, count, sets, seed);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("sets", all.stream().map(Description::rows).toList());
        return fields;
    }

    private static void require(GenerativeModel model, double[] theta) {
        if (theta.length != model.prior().names().size())
            throw Problem.unfit("theta: expected " + model.prior().names() + ", got " + theta.length + " numbers");
        if (!model.prior().contains(theta))
            throw Problem.unfit("These values lie outside of the prior: " + Arrays.toString(theta));
    }

    /** Whatever a simulator of the user's own throws is said, not hidden behind a failure of the studio. */
    private static List<Observations> simulated(GenerativeModel model, double[] theta, int count, int sets, Seed seed) {
        try {
            return theta.length > 0
                    ? at(model, theta, count, sets, seed)
                    : model.withCount(count).batches(seed, sets, 1).stream()
                            .map(batch -> batch.observations(0))
                            .toList();
        } catch (RuntimeException e) {
            throw Problem.unfit("the simulator failed: " + Fault.message(e));
        }
    }

    private static List<Observations> at(GenerativeModel model, double[] theta, int count, int sets, Seed seed) {
        return IntStream.range(0, sets)
                .mapToObj(i -> model.simulator().simulate(theta.clone(), count, seed.stream(i)))
                .toList();
    }

    /** The data sets of a CSV text, whether or not a network could read them. */
    static List<Map<String, Object>> named(String name, DataSets data) {
        return IntStream.range(0, data.sets().size())
                .mapToObj(k -> {
                    Map<String, Object> set = new LinkedHashMap<>();
                    set.put(
                            "name",
                            data.sets().size() == 1
                                    ? name
                                    : name + " · "
                                            + (data.names().isEmpty()
                                                    ? k
                                                    : data.names().get(k)));
                    set.put("rows", Description.rows(data.sets().get(k)));
                    return set;
                })
                .toList();
    }
}
