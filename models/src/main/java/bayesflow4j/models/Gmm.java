package bayesflow4j.models;

import bayesflow4j.catalog.ModelFamily;
import bayesflow4j.catalog.Options;
import bayesflow4j.model.Column;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Scaling;
import bayesflow4j.posterior.ExactPosterior;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Points θ in the plane from eight equal normal clusters on a circle, of which only a color is observed: the first four
 * clusters, clockwise from the top, are red, the next two green, then one blue and one yellow.
 *
 * <p>Given θ the color is drawn with the probability that θ comes from a cluster of that color. Exact posterior: the
 * clusters of the color in equal parts.
 */
public final class Gmm implements ModelFamily {
    private static final double RADIUS = 7.5;
    private static final int[] COLOR = {0, 0, 0, 0, 1, 1, 2, 3};
    private static final int COLORS = 4;

    @Override
    public String name() {
        return "gmm";
    }

    @Override
    public String description() {
        return "points from eight clusters, observed by color only; the exact posterior has up to four modes";
    }

    @Override
    public List<Option> options() {
        return List.of(new Option("variance", "1", "variance of a cluster; the authors' code has 0.5"));
    }

    @Override
    public GenerativeModel model(Options options) {
        Clusters mixture = clusters(options);
        return new GenerativeModel(
                options.nameOf(this),
                new MixturePrior(
                        mixture, "theta", "8 normals on a circle of radius 7.5, variance " + options.text("variance")),
                (theta, count, rng) -> simulate(mixture, theta, count, rng),
                ObservationCount.exactly(1),
                DataKind.VECTOR,
                List.of(
                        new Column("red", Scaling.PLAIN),
                        new Column("green", Scaling.PLAIN),
                        new Column("blue", Scaling.PLAIN),
                        new Column("yellow", Scaling.PLAIN)),
                "Ardizzone et al. (2019); Radev et al. (2020)");
    }

    @Override
    public Optional<ExactPosterior> exactPosterior(Options options) {
        GenerativeModel model = model(options).asReady();
        Clusters mixture = clusters(options);
        return Optional.of(ExactPosterior.of(
                model,
                x -> new MixturePosterior(
                        model.prior().names(), mixture.only(cluster -> x.at(0, COLOR[cluster]) > 0.5f))));
    }

    private static Clusters clusters(Options options) {
        double[][] centers = new double[COLOR.length][];
        for (int i = 0; i < centers.length; i++) {
            double angle = 2 * StrictMath.PI * i / centers.length;
            centers[i] = new double[] {RADIUS * StrictMath.sin(angle), RADIUS * StrictMath.cos(angle)};
        }
        return new Clusters(centers, options.number("variance", 1e-6, 1e6));
    }

    private static Observations simulate(Clusters mixture, double[] theta, int count, RandomGenerator rng) {
        float[] x = new float[count * COLORS];
        for (int n = 0; n < count; n++) x[n * COLORS + COLOR[mixture.clusterGiven(theta, rng)]] = 1;
        return new Observations(count, COLORS, x);
    }
}
