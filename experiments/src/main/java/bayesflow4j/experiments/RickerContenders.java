package bayesflow4j.experiments;

import bayesflow4j.head.flow.CouplingDesign;
import bayesflow4j.head.flow.CouplingHead;
import bayesflow4j.summary.Recurrent;
import bayesflow4j.training.PlanJson;
import bayesflow4j.training.TrainingPlan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The methods of Table 1 beside BayesFlow, in its order. */
final class RickerContenders {
    /** The summary network and the plan that all of the authors' networks had. */
    static final Recurrent SUMMARY = new Recurrent(64, 64, 64);

    static final CouplingHead FLOW = new CouplingHead(10, CouplingDesign.PAPER.withHidden(64, 64, 64, 64));

    /** T of the table's test data sets, and so of all simulations in the reference tables. */
    static final int COUNT = 500;

    /** Steps of BayesFlow at {@code cpu}, whose numbers at all T are goals. */
    static final long FLOW_STEPS = 40_000;

    /** Steps of every other method at {@code cpu}. */
    static final long CPU_STEPS = 24_000;

    private static final long SMOKE_STEPS = 150;
    private static final List<Integer> HIDDEN = List.of(128, 128, 128, 128, 128);

    static final List<Contender> ALL = List.of(
            network("cVAE", "cvae", Map.of("hidden", HIDDEN, "latents", 4)),
            network("cVAE-IAF", "cvae-iaf", Map.of("hidden", HIDDEN, "latents", 4)),
            network("DeepInference", "heteroscedastic", Map.of("hidden", HIDDEN))
                    .ofNormals(),
            table(
                    "ABC-NN",
                    "abc-nn",
                    Map.of("hidden", HIDDEN),
                    Map.of("simulations", 4000),
                    Map.of(),
                    Map.of("simulations", 300_000, "accepted", 2000, "adjustment", "none")),
            table(
                    "ABC-RF",
                    "abc-rf",
                    FLOW.written(),
                    Map.of("simulations", 3000, "trees", 100),
                    Map.of("simulations", 200_000, "trees", 200, "draws", 100_000),
                    Map.of(
                            "simulations",
                            200_000,
                            "trees",
                            200,
                            "draws",
                            100_000,
                            "axes",
                            false,
                            "statistics",
                            "summary")));

    private static final String TABLE = "T=500, Table 1";

    /** θ of the data set of Figure 4a. */
    private static final List<Double> SHOWN = List.of(50.5, 0.51, 11.0, 0.80);

    private RickerContenders() {}

    /** The comparison of Table 1 with these methods. */
    static MethodComparison comparison(List<Contender> contenders) {
        return new MethodComparison(TABLE, COUNT, SHOWN, contenders);
    }

    /**
     * A network.
     *
     * @param head the authors' changes to the default head
     */
    private static Contender network(String label, String method, Map<String, Object> head) {
        return new Contender(
                label,
                method,
                Map.of(Effort.SMOKE, steps(SMOKE_STEPS), Effort.CPU, steps(CPU_STEPS), Effort.PAPER, authors(head)));
    }

    /**
     * A table with a network for its statistics.
     *
     * @param head the authors' changes to the default head of the network
     * @param smoke settings of the table in a minute
     * @param cpu settings of the table in half an hour
     * @param paper the authors' settings of the table
     */
    private static Contender table(
            String label,
            String method,
            Map<String, Object> head,
            Map<String, Object> smoke,
            Map<String, Object> cpu,
            Map<String, Object> paper) {
        return new Contender(
                label,
                method,
                Map.of(
                        Effort.SMOKE, withTable(steps(SMOKE_STEPS), smoke),
                        Effort.CPU, withTable(steps(CPU_STEPS), cpu),
                        Effort.PAPER, withTable(authors(head), paper)));
    }

    private static Map<String, Object> steps(long count) {
        return Map.of("training", Map.of("budget", Map.of("steps", count)));
    }

    private static Map<String, Object> authors(Map<String, Object> head) {
        return Map.of(
                "network",
                Map.of("summary", SUMMARY.written(), "head", head),
                "training",
                PlanJson.write(TrainingPlan.PAPER));
    }

    private static Map<String, Object> withTable(Map<String, Object> network, Map<String, Object> table) {
        Map<String, Object> own = new LinkedHashMap<>(table);
        own.put("observations", COUNT);
        Map<String, Object> settings = new LinkedHashMap<>(network);
        settings.put("abc", own);
        return settings;
    }
}
