package bayesflow4j.experiments;

import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.catalog.Models;
import bayesflow4j.check.ModelCheck;
import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.diagnostics.Metrics;
import bayesflow4j.diagnostics.Recovery;
import bayesflow4j.head.flow.CouplingDesign;
import bayesflow4j.head.flow.CouplingHead;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.ExactPosterior;
import bayesflow4j.report.CalibrationFigures;
import bayesflow4j.report.Figure;
import bayesflow4j.report.RecoveryFigures;
import bayesflow4j.report.TrendFigures;
import bayesflow4j.summary.Invariant;
import bayesflow4j.training.RateDesign;
import bayesflow4j.training.TrainingPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** Bayesian linear regression over N, against its exact posterior. */
final class LinearRegression implements Experiment {
    private static final List<Integer> COUNTS = List.of(50, 100, 200, 300, 400, 500);
    private static final int EXACT_DRAWS = 10;
    /** The prior variance of each coefficient. */
    private static final double PRIOR_VARIANCE = 1;

    @Override
    public String name() {
        return "regression";
    }

    @Override
    public String title() {
        return "Bayesian linear regression over N, against the exact posterior";
    }

    @Override
    public List<Recipe> recipes(Effort effort) {
        Recipe.Authors authors = new Recipe.Authors(
                new NetworkDesign(Invariant.PAPER.withModules(2), new CouplingHead(10, CouplingDesign.PAPER), false),
                TrainingPlan.PAPER.withRate(new RateDesign.Decay(1e-3f, 0.95f, 10_000)));
        return List.of(Recipe.of(name(), name(), effort, authors, 200, 16_000));
    }

    @Override
    public Findings findings(Map<String, Estimator> networks, Testing testing) {
        Estimator network = networks.get(name());
        GenerativeModel model = Models.named(name());
        ExactPosterior exact = Models.exactPosterior(name()).orElseThrow();
        List<Section> sections = new ArrayList<>();
        List<Figure> figures = new ArrayList<>();
        SortedMap<Integer, Metrics> trend = new TreeMap<>();
        for (int n : COUNTS) {
            ModelCheck check = testing.check(model, n, network, 1);
            List<Observations> data = check.observed();
            Estimate kl = testing.divergence(network, exact, data, EXACT_DRAWS);
            Estimate ours = contraction(check.recovery());
            Estimate best = contraction(exact, data, LinearRegression::meanVariance);
            Metrics metrics = check.metrics().with("kl", Metrics.ALL, kl);
            sections.add(new Section("BayesFlow", "N=" + n, metrics, Reference.NONE));
            sections.add(new Section("exact posterior", "N=" + n, exactly(exact, data, metrics), Reference.NONE));
            trend.put(
                    n,
                    new Metrics(List.of("BayesFlow", "exact"), metrics.dataSets(), metrics.draws(), Map.of())
                            .with("contraction", "BayesFlow", ours)
                            .with("contraction", "exact", best)
                            .with("kl", Metrics.ALL, kl));
            if (n == COUNTS.getLast()) {
                figures.add(RecoveryFigures.recovery(check.recovery()).named("recovery", "Recovery, N = " + n));
                figures.add(CalibrationFigures.ranks(check.recovery(), testing.seed())
                        .named("ranks", "Simulation-based calibration, N = " + n));
            }
        }
        figures.addFirst(TrendFigures.metrics(
                "trend",
                "Kullback-Leibler divergence from the exact posterior, and contraction of both, over N",
                "N",
                trend,
                List.of("kl", "contraction")));
        return new Findings(
                sections,
                figures,
                List.of("kl is the mean of log p(θ | x) − log q(θ | x) over " + EXACT_DRAWS
                        + " draws from the exact posterior p of each data set, an unbiased estimate."));
    }

    private static Estimate contraction(Recovery recovery) {
        double[] mean = new double[recovery.dataSets()];
        int width = recovery.parameters().size();
        for (int j = 0; j < width; j++) {
            double[] sds = recovery.sds(j);
            for (int k = 0; k < mean.length; k++) mean[k] += sds[k] * sds[k] / width;
        }
        for (int k = 0; k < mean.length; k++) mean[k] = 1 - mean[k] / PRIOR_VARIANCE;
        return Estimate.ofMean(mean);
    }

    /** The metrics of the exact posterior, which no approximation can exceed. */
    private static Metrics exactly(ExactPosterior exact, List<Observations> data, Metrics like) {
        Metrics metrics = new Metrics(like.parameters(), like.dataSets(), like.draws(), Map.of());
        for (int j = 0; j < like.parameters().size(); j++) {
            int parameter = j;
            metrics = metrics.with(
                    "contraction",
                    like.parameters().get(j),
                    contraction(exact, data, posterior -> posterior.covariance()[parameter][parameter]));
        }
        return metrics;
    }

    private static Estimate contraction(
            ExactPosterior exact, List<Observations> data, ToDoubleFunction<ExactPosterior.Given> variance) {
        return Estimate.ofMean(data.stream()
                .mapToDouble(x -> 1 - variance.applyAsDouble(exact.given(x)) / PRIOR_VARIANCE)
                .toArray());
    }

    private static double meanVariance(ExactPosterior.Given posterior) {
        double[][] covariance = posterior.covariance();
        double sum = 0;
        for (int i = 0; i < covariance.length; i++) sum += covariance[i][i];
        return sum / covariance.length;
    }
}
