package bayesflow4j.experiments;

import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.catalog.Models;
import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.diagnostics.Gaussian;
import bayesflow4j.diagnostics.Metrics;
import bayesflow4j.head.flow.CouplingDesign;
import bayesflow4j.head.flow.CouplingHead;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.ExactPosterior;
import bayesflow4j.report.Figure;
import bayesflow4j.report.PosteriorFigures;
import bayesflow4j.summary.Identity;
import bayesflow4j.training.Optimizer;
import bayesflow4j.training.TrainingPlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The mean of a multivariate normal in 5, 50 and 500 dimensions, against its exact posterior. */
final class MeanOfNormal implements Experiment {
    private static final int EXACT_DRAWS = 10;
    private static final int COVARIANCE_SETS = 20;
    private static final int COVARIANCE_DRAWS = 5000;

    /** One dimension with the authors' network and the numbers of steps of our budgets. */
    private record Size(int dimension, int blocks, int width, long authorsSteps, long smoke, long cpu) {
        String name() {
            return "mvn-" + dimension;
        }

        String model() {
            return "mvn:dimension=" + dimension;
        }

        Recipe recipe(Effort effort) {
            CouplingDesign coupling = CouplingDesign.PAPER.withHidden(width, width, width);
            TrainingPlan plan = TrainingPlan.PAPER
                    .withOptimizer(Optimizer.ADAM.withWeightDecay(0))
                    .withSteps(authorsSteps);
            Recipe.Authors authors = new Recipe.Authors(
                    new NetworkDesign(new Identity(), new CouplingHead(blocks, coupling), false), plan);
            return Recipe.of(name(), model(), effort, authors, smoke, cpu);
        }
    }

    private static final List<Size> SIZES = List.of(
            new Size(5, 3, 64, 25_000, 1_000, 6_000),
            new Size(50, 3, 128, 50_000, 200, 5_000),
            new Size(500, 6, 256, 100_000, 20, 12_000));

    @Override
    public String name() {
        return "mvn";
    }

    @Override
    public String title() {
        return "Mean of a multivariate normal, D = 5, 50 and 500, against the exact posterior";
    }

    @Override
    public List<Recipe> recipes(Effort effort) {
        return SIZES.stream().map(size -> size.recipe(effort)).toList();
    }

    @Override
    public Findings findings(Map<String, Estimator> networks, Testing testing) {
        List<Section> sections = new ArrayList<>();
        List<Figure> figures = new ArrayList<>();
        for (Size size : SIZES) {
            Estimator network = networks.get(size.name());
            GenerativeModel model = Models.named(size.model());
            ExactPosterior exact = Models.exactPosterior(size.model()).orElseThrow();
            List<Observations> data = testing.data(model, 1, testing.dataSets());
            Metrics metrics = new Metrics(network.schema().parameterNames(), testing.dataSets(), EXACT_DRAWS, Map.of())
                    .with("kl", Metrics.ALL, testing.divergence(network, exact, data, EXACT_DRAWS))
                    .with("klOfCovariance", Metrics.ALL, ofCovariance(network, exact, data, testing));
            sections.add(new Section(
                    "BayesFlow", "D=" + size.dimension, metrics, Reference.of(name(), "D=" + size.dimension)));
            if (size == SIZES.getFirst()) figures.add(posteriors(network, exact, data.getFirst(), testing));
        }
        return new Findings(
                sections,
                figures,
                List.of(
                        "kl is the mean of log p(θ | x) − log q(θ | x) over " + EXACT_DRAWS
                                + " draws from the exact posterior p of each data set, an unbiased estimate.",
                        "klOfCovariance compares p with the normal distribution fitted to " + COVARIANCE_DRAWS
                                + " draws of q, for " + COVARIANCE_SETS
                                + " data sets; even for an exact q it is (D + D(D + 1)/2) / (2 · " + COVARIANCE_DRAWS
                                + "): 0.002, 0.13 and 12.6 for the three D."));
    }

    private static Estimate ofCovariance(
            Estimator network, ExactPosterior exact, List<Observations> data, Testing testing) {
        List<Observations> few = data.subList(0, Math.min(COVARIANCE_SETS, data.size()));
        List<Draws> draws = testing.timed(
                () -> network.sample(few, COVARIANCE_DRAWS, testing.seed().child("covariance")));
        double[] divergences = new double[few.size()];
        for (int k = 0; k < divergences.length; k++) {
            ExactPosterior.Given p = exact.given(few.get(k));
            divergences[k] = new Gaussian(p.mean(), p.covariance()).divergenceTo(Gaussian.of(draws.get(k)));
        }
        return Estimate.ofMean(divergences);
    }

    private static Figure posteriors(Estimator network, ExactPosterior exact, Observations x, Testing testing) {
        Map<String, Draws> posteriors = new LinkedHashMap<>();
        int count = 2000;
        posteriors.put("exact", exact.given(x).sample(count, testing.seed()));
        posteriors.put(
                "BayesFlow", network.given(x).sample(count, testing.seed().nth(1)));
        return PosteriorFigures.pairs(posteriors, Optional.empty())
                .named("posterior", "Posterior of one data set, D = 5, and the exact posterior");
    }
}
