package bayesflow4j.server.studio;

import bayesflow4j.check.Likeness;
import bayesflow4j.diagnostics.Resimulation;
import bayesflow4j.inference.Assessment;
import bayesflow4j.inference.Inference;
import bayesflow4j.inference.ObservedData;
import bayesflow4j.inference.PosteriorSummary;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Posterior;
import bayesflow4j.posterior.Schema;
import bayesflow4j.random.Seed;
import bayesflow4j.server.Problem;
import bayesflow4j.server.serving.JsonData;
import bayesflow4j.server.serving.ServedNetwork;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** p(θ | xₖ) of the data sets on the page, as they are there at the moment. */
record LiveInference(ServedNetwork network, ObservedData data, int draws, Seed seed) {
    private static final int MOST_SETS = 50;
    private static final int MOST_DRAWS = 20_000;
    private static final int PREDICTIONS = 200;
    private static final double[] LEVELS = {0.05, 0.25, 0.5, 0.75, 0.95};

    /** What the page asks for. */
    static LiveInference of(ServedNetwork network, PageFields asked) {
        List<Observations> sets = new ArrayList<>();
        List<String> names = new ArrayList<>();
        List<?> sent = asked.list("sets");
        if (sent.isEmpty() || sent.size() > MOST_SETS)
            throw Problem.unfit("sets: expected 1 to " + MOST_SETS + " data sets, got " + sent.size());
        Schema schema = network.estimator().schema();
        for (Object one : sent) {
            if (!(one instanceof Map<?, ?> map)) throw Problem.malformed("sets: expected objects");
            PageFields set = new PageFields(map);
            names.add(set.text("name"));
            sets.addAll(JsonData.of(Map.of("data", set.list("rows")), schema).sets());
        }
        return new LiveInference(
                network,
                ObservedData.of(sets, names),
                asked.whole("draws", 1000, 10, MOST_DRAWS),
                new Seed(asked.whole("seed", 1, 0, Integer.MAX_VALUE)));
    }

    /** All that {@code infer} writes. */
    Inference inference() {
        return Inference.of(network.name(), network.estimator(), data, draws, seed)
                .with(network.derived())
                .with(Assessment.of(network.standing()));
    }

    /** Draws, summaries and the test of misspecification. */
    Map<String, Object> fields() {
        List<Posterior> posteriors = posteriors();
        Likeness likeness = network.reference().likeness(data.sets(), posteriors);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(
                "standing",
                Map.of(
                        "grade",
                        network.standing().grade().name().toLowerCase(Locale.ROOT),
                        "sentence",
                        network.standing().checked()));
        fields.put("misspecification", likeness.fields(data.sources()));
        fields.put(
                "sets",
                IntStream.range(0, posteriors.size())
                        .mapToObj(k -> {
                            Map<String, Object> set = posterior(
                                    network.derived().appended(Inference.draws(posteriors.get(k), k, draws, seed)));
                            set.put("name", data.sources().get(k));
                            set.put("misspecification", likeness.fields(k));
                            return set;
                        })
                        .toList());
        return fields;
    }

    private List<Posterior> posteriors() {
        return data.sets().stream()
                .map(x -> (Posterior) network.estimator().given(x))
                .toList();
    }

    /** Draws [D][L] and their summaries. */
    static Map<String, Object> posterior(Draws draws) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(
                "draws",
                IntStream.range(0, draws.parameters().size())
                        .mapToObj(j -> Description.rounded(draws.column(j)))
                        .toList());
        fields.put(
                "summary",
                PosteriorSummary.of(draws).values().stream()
                        .map(PosteriorSummary::fields)
                        .toList());
        return fields;
    }

    /** What the model predicts at draws from each posterior. */
    Map<String, Object> predictions(GenerativeModel model) {
        List<Posterior> posteriors = posteriors();
        return Map.of(
                "sets",
                IntStream.range(0, posteriors.size())
                        .mapToObj(k -> prediction(
                                model,
                                data.sets().get(k),
                                Inference.draws(posteriors.get(k), k, draws, seed),
                                seed.child(k)))
                        .toList());
    }

    /** Quantiles of each column at each row [d][5][N] of a series, or a simulated data set's values [d][n] otherwise. */
    static Map<String, Object> prediction(GenerativeModel model, Observations x, Draws draws, Seed seed) {
        List<Observations> simulated =
                new Resimulation(model.simulator(), seed).predictions(x, draws, Math.min(PREDICTIONS, draws.count()));
        boolean ordered = model.kind() == DataKind.SERIES;
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(
                ordered ? "bands" : "values",
                IntStream.range(0, x.width())
                        .mapToObj(c -> ordered ? bands(simulated, c) : values(simulated, c))
                        .toList());
        return fields;
    }

    private static float[][] bands(List<Observations> simulated, int column) {
        int rows = simulated.getFirst().count();
        float[][] bands = new float[LEVELS.length][rows];
        for (int n = 0; n < rows; n++) {
            int row = n;
            double[] sorted = simulated.stream()
                    .mapToDouble(x -> x.at(row, column))
                    .sorted()
                    .toArray();
            for (int q = 0; q < LEVELS.length; q++)
                bands[q][n] = (float) sorted[(int) Math.round(LEVELS[q] * (sorted.length - 1))];
        }
        return bands;
    }

    /** As many values as a figure needs, evenly spaced among all in their order. */
    private static float[][] values(List<Observations> simulated, int column) {
        double[] all = simulated.stream()
                .flatMapToDouble(x -> IntStream.range(0, x.count()).mapToDouble(n -> x.at(n, column)))
                .sorted()
                .toArray();
        int shown = Math.min(all.length, 1000);
        double[] some = IntStream.range(0, shown)
                .mapToDouble(i -> all[(int) ((i + 0.5) * all.length / shown)])
                .toArray();
        return new float[][] {Description.rounded(Arrays.copyOf(some, shown))};
    }
}
