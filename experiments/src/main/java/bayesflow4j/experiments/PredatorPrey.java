package bayesflow4j.experiments;

import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.catalog.Models;
import bayesflow4j.check.ModelCheck;
import bayesflow4j.diagnostics.Metrics;
import bayesflow4j.head.flow.CouplingDesign;
import bayesflow4j.head.flow.CouplingHead;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.random.Seed;
import bayesflow4j.report.CalibrationFigures;
import bayesflow4j.report.Figure;
import bayesflow4j.report.PosteriorFigures;
import bayesflow4j.report.RecoveryFigures;
import bayesflow4j.summary.Identity;
import bayesflow4j.summary.Recurrent;
import bayesflow4j.summary.SummaryNetwork;
import bayesflow4j.training.RateDesign;
import bayesflow4j.training.TrainingPlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Predators and prey: statistics that a summary network learns from the series, against nine hand-made ones (Figure 8).
 *
 * @param prior uniform, as in the text, or log-uniform, as in the authors' code
 */
record PredatorPrey(String prior) implements Experiment {
    private static final double[] EXAMPLE = {1, 1, 1, 1};

    /** The source of the statistics, with the model's name for such data. */
    private enum Statistics {
        LEARNED("learned statistics", "series", new Recurrent(64, 64, 9), 100, 6_000),
        HAND_MADE("hand-made statistics", "statistics", new Identity(), 300, 4_000);

        final String method;
        final String data;
        final SummaryNetwork authors;
        final long smoke;
        final long cpu;

        Statistics(String method, String data, SummaryNetwork authors, long smoke, long cpu) {
            this.method = method;
            this.data = data;
            this.authors = authors;
            this.smoke = smoke;
            this.cpu = cpu;
        }

        String network() {
            return "lotka-volterra-" + method.substring(0, method.indexOf(' '));
        }
    }

    @Override
    public String name() {
        return prior.equals("uniform") ? "lotka-volterra" : "lotka-volterra:prior=" + prior;
    }

    @Override
    public String title() {
        return "Predators and prey: learned against hand-made statistics, " + prior + " prior";
    }

    private String model(Statistics statistics) {
        return "lotka-volterra:data=" + statistics.data + ",prior=" + prior;
    }

    @Override
    public List<Recipe> recipes(Effort effort) {
        TrainingPlan plan = TrainingPlan.PAPER
                .withRate(new RateDesign.Decay(5e-4f, 0.95f, 2000))
                .withSteps(50_000);
        List<Recipe> recipes = new ArrayList<>();
        for (Statistics s : Statistics.values()) {
            NetworkDesign design = new NetworkDesign(s.authors, new CouplingHead(5, CouplingDesign.PAPER), false);
            recipes.add(Recipe.of(s.network(), model(s), effort, new Recipe.Authors(design, plan), s.smoke, s.cpu));
        }
        return recipes;
    }

    @Override
    public Findings findings(Map<String, Estimator> networks, Testing testing) {
        List<Section> sections = new ArrayList<>();
        List<Figure> figures = new ArrayList<>();
        Map<String, Draws> posteriors = new LinkedHashMap<>();
        Seed orbits = testing.seed().child("orbits");
        for (Statistics s : Statistics.values()) {
            Estimator network = networks.get(s.network());
            GenerativeModel model = Models.named(model(s));
            ModelCheck check = testing.check(model, network, orbits);
            Metrics metrics = check.metrics();
            sections.add(new Section(s.method, "500 points", metrics, Reference.NONE));
            figures.add(RecoveryFigures.recovery(check.recovery())
                    .named("recovery-" + s.network(), "Recovery by " + s.method));
            figures.add(CalibrationFigures.coverage(check.recovery())
                    .named("coverage-" + s.network(), "Calibration of " + s.method));
            Observations x =
                    model.simulator().simulate(EXAMPLE.clone(), model.count().most(), orbits.stream(-1));
            posteriors.put(s.method, network.given(x).sample(testing.draws(), orbits.child("example")));
        }
        figures.add(PosteriorFigures.marginals(posteriors, Optional.empty(), Optional.of(EXAMPLE))
                .named("posterior", "Posteriors at θ = (1, 1, 1, 1)"));
        return new Findings(
                sections,
                figures,
                List.of(
                        "Both networks are tested on the same orbits. The paper shows this experiment in figures only."));
    }
}
