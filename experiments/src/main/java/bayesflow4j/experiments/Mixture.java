package bayesflow4j.experiments;

import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.catalog.Models;
import bayesflow4j.comparison.C2st;
import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.diagnostics.Metrics;
import bayesflow4j.head.flow.CouplingDesign;
import bayesflow4j.head.flow.CouplingHead;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.ExactPosterior;
import bayesflow4j.random.Seed;
import bayesflow4j.report.DataFigures;
import bayesflow4j.summary.Identity;
import bayesflow4j.training.Optimizer;
import bayesflow4j.training.TrainingPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Points of eight clusters given their color: posteriors with up to four modes, by networks of 1 to 5 blocks (Figure
 * 3).
 */
final class Mixture implements Experiment {
    private static final List<String> COLORS = List.of("red", "green", "blue", "yellow");
    private static final int CLUSTERS = 8;
    private static final int MOST_BLOCKS = 5;
    private static final int SHOWN = 400;

    @Override
    public String name() {
        return "gmm";
    }

    @Override
    public String title() {
        return "Points of eight clusters given their color, by networks of 1 to 5 blocks";
    }

    @Override
    public List<Recipe> recipes(Effort effort) {
        return IntStream.rangeClosed(1, MOST_BLOCKS)
                .mapToObj(blocks -> {
                    Recipe.Authors authors = new Recipe.Authors(
                            new NetworkDesign(new Identity(), new CouplingHead(blocks, CouplingDesign.PAPER), false),
                            TrainingPlan.PAPER
                                    .withBatch(128)
                                    .withOptimizer(Optimizer.ADAM.withWeightDecay(0))
                                    .withSteps(50_000));
                    return Recipe.of("gmm-" + blocks, name(), effort, authors, 500, 10_000)
                            .withBlocks(blocks);
                })
                .toList();
    }

    @Override
    public Findings findings(Map<String, Estimator> networks, Testing testing) {
        ExactPosterior exact = Models.exactPosterior(name()).orElseThrow();
        int count = 2 * testing.draws();
        List<Draws> truth = COLORS.stream()
                .map(color -> exact.given(seen(color))
                        .sample(count, testing.seed().child("exact").child(color)))
                .toList();
        List<Section> sections = new ArrayList<>();
        List<DataFigures.Scatter> panels = new ArrayList<>();
        for (int blocks = 1; blocks <= MOST_BLOCKS; blocks++) {
            Estimator network = networks.get("gmm-" + blocks);
            String at = blocks + (blocks == 1 ? " block" : " blocks");
            List<Draws> draws = testing.timed(() -> network.sample(
                    COLORS.stream().map(Mixture::seen).toList(),
                    count,
                    testing.seed().child("draws")));
            sections.add(new Section(
                    "BayesFlow", at, metrics(draws, truth, count, testing.seed()), Reference.of(name(), at)));
            panels.add(panel(at, draws));
        }
        panels.add(panel("exact", truth));
        return new Findings(
                sections,
                List.of(DataFigures.scatter(
                        "depth",
                        "Approximate posteriors by the number of blocks, and the exact one",
                        "Each cloud is the posterior given one observed color. With more blocks, fewer draws lie between"
                                + " clusters.",
                        panels)),
                List.of(
                        "There are only four data sets, the four colors: standard errors are over the folds of C2ST and"
                                + " over colors.",
                        "modeWeightError is the largest difference between the share of draws at a cluster and the share"
                                + " among as many draws from the exact posterior."));
    }

    private static Observations seen(String color) {
        float[] x = new float[COLORS.size()];
        x[COLORS.indexOf(color)] = 1;
        return new Observations(1, x.length, x);
    }

    private static Metrics metrics(List<Draws> draws, List<Draws> truth, int count, Seed seed) {
        Metrics metrics = new Metrics(COLORS, COLORS.size(), count, Map.of());
        double[] c2st = new double[COLORS.size()];
        double squares = 0;
        double[] weights = new double[COLORS.size()];
        for (int c = 0; c < c2st.length; c++) {
            Estimate estimate = C2st.of(draws.get(c), truth.get(c), seed.child(c));
            metrics = metrics.with("c2st", COLORS.get(c), estimate);
            c2st[c] = estimate.mean();
            squares += estimate.se() * estimate.se();
            weights[c] = weightError(draws.get(c), truth.get(c));
        }
        double mean = Arrays.stream(c2st).average().orElseThrow();
        metrics = metrics.with("c2st", Metrics.ALL, new Estimate(mean, Math.sqrt(squares) / c2st.length));
        return metrics.with("modeWeightError", Metrics.ALL, Estimate.ofMean(weights));
    }

    private static double weightError(Draws draws, Draws truth) {
        double[] ours = shares(draws);
        double[] exact = shares(truth);
        return IntStream.range(0, CLUSTERS)
                .mapToDouble(i -> Math.abs(ours[i] - exact[i]))
                .max()
                .orElseThrow();
    }

    /** The share of draws nearest to each of the clusters, which lie on a circle. */
    private static double[] shares(Draws draws) {
        double[] shares = new double[CLUSTERS];
        for (int l = 0; l < draws.count(); l++) {
            double[] theta = draws.row(l);
            double turns = Math.atan2(theta[0], theta[1]) / (2 * Math.PI);
            shares[Math.floorMod(Math.round(turns * CLUSTERS), CLUSTERS)] += 1.0 / draws.count();
        }
        return shares;
    }

    private static DataFigures.Scatter panel(String title, List<Draws> draws) {
        return new DataFigures.Scatter(
                title,
                IntStream.range(0, draws.size())
                        .mapToObj(c ->
                                new DataFigures.Cloud(COLORS.get(c), column(draws.get(c), 0), column(draws.get(c), 1)))
                        .toList());
    }

    private static double[] column(Draws draws, int j) {
        return IntStream.range(0, Math.min(SHOWN, draws.count()))
                .mapToDouble(l -> draws.row(l)[j])
                .toArray();
    }
}
