package bayesflow4j.experiments;

import bayesflow4j.catalog.Models;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.report.Figure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The Lévy-flight model: one network for all N, and methods for one data set beside it.
 *
 * @param network for all N
 */
record LevyFlights(OverCounts network) implements Experiment {
    /** Of SMC-MMD for each data set of the prior: 500 from the prior and 114 blocks of 128 candidates. */
    private static final int SMC_SIMULATIONS = 500 + 114 * 128;

    private static final CaseStudy STUDY = new CaseStudy(
            "N=500, Table 2",
            500,
            List.of(1.0, -2.0, 1.4, 0.6, 0.6, 1.2),
            List.of(
                    new CaseContender(
                            "SMC-MMD",
                            "smc-abc",
                            false,
                            Map.of(
                                    Effort.SMOKE, smc(100, 3, 0),
                                    Effort.CPU, smc(2000, 40, 0.0404),
                                    Effort.PAPER, smc(2000, 20, 0.0404)),
                            Map.of(
                                    Effort.SMOKE, smc(100, 2, 0),
                                    Effort.CPU, limited(smc(500, 30, 0), SMC_SIMULATIONS),
                                    Effort.PAPER, limited(smc(500, 30, 0), SMC_SIMULATIONS))),
                    snpe("SNPE-A", "snpe-a", 2),
                    snpe("SNPE-B", "snpe-b", 2),
                    snpe("SNPE-C", "snpe-c", 2),
                    snpe("TSNPE", "tsnpe", 4)));

    private static Map<String, Object> smc(int particles, int populations, double epsilon) {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("distance", "columns");
        settings.put("particles", particles);
        settings.put("populations", populations);
        settings.put("epsilon", epsilon);
        return settings;
    }

    /** At most so many simulations in all populations. */
    private static Map<String, Object> limited(Map<String, Object> settings, int simulations) {
        Map<String, Object> limited = new LinkedHashMap<>(settings);
        limited.put("simulations", simulations);
        return limited;
    }

    /** 5000 simulations, in one round as the authors ran them where the effort is theirs. */
    private static CaseContender snpe(String label, String method, int rounds) {
        return new CaseContender(
                label,
                method,
                true,
                Map.of(
                        Effort.SMOKE, Map.of("simulations", 300, "rounds", 2),
                        Effort.CPU, Map.of("simulations", 5000, "rounds", rounds),
                        Effort.PAPER, Map.of("simulations", 5000, "rounds", label.equals("TSNPE") ? rounds : 1)),
                Map.of(
                        Effort.SMOKE, Map.of("simulations", 200, "rounds", 1),
                        Effort.CPU, Map.of("simulations", 3000, "rounds", rounds),
                        Effort.PAPER, Map.of("simulations", 5000, "rounds", 1)));
    }

    @Override
    public String name() {
        return network.name();
    }

    @Override
    public String title() {
        return network.title();
    }

    @Override
    public List<Recipe> recipes(Effort effort) {
        return network.recipes(effort);
    }

    @Override
    public Findings findings(Map<String, Estimator> networks, Testing testing) {
        Findings alone = network.findings(networks, testing);
        Findings cases = STUDY.findings(Models.named(name()), networks.get(name()), testing);
        List<Figure> figures = new ArrayList<>(cases.figures());
        figures.addAll(alone.figures());
        return new Findings(cases.compared(), alone.sections(), figures, cases.notes());
    }
}
