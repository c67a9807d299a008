package bayesflow4j.models;

import static bayesflow4j.model.distribution.Distribution.uniform;

import bayesflow4j.catalog.ModelFamily;
import bayesflow4j.catalog.Options;
import bayesflow4j.model.Batch;
import bayesflow4j.model.ChainPrior;
import bayesflow4j.model.Column;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.HandMadeStatistics;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.models.levy.Course;
import bayesflow4j.models.levy.Flights;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The Lévy-flight model of decisions: evidence dx = v dt + ξ dt^(1/α) with α-stable ξ from a·zr until it passes 0 or a, then
 * a response after t₀ more seconds. A row is the response time under drift v₀ and under v₁, negative at the lower threshold.
 *
 * <p>Euler steps of 1 ms, at most 5000; a trial that is still undecided then counts as one at the upper threshold, as in the
 * authors' runs. The scale of ξ is 1/√2, so that at α = 2 the evidence is a standard Wiener process with drift.
 */
public final class Lfm implements ModelFamily {
    /** Seconds per step. */
    private static final double DT = 0.001;

    /** Steps after which a trial ends undecided. */
    private static final int MOST_STEPS = 5000;

    private static final String FREE = "free";

    @Override
    public String name() {
        return "lfm";
    }

    @Override
    public String description() {
        return "Lévy-flight model of decisions: response times in two conditions";
    }

    @Override
    public List<Option> options() {
        return List.of(
                new Option(
                        "noise",
                        "wiener",
                        "wiener: scale 1/√2, a standard Wiener process at alpha = 2, as in the authors' code; unit: scale 1,"
                                + " as in the text"),
                new Option(
                        "alpha",
                        FREE,
                        "free: a parameter; a number from 1 to 2 fixes it, 2 for decisions by a diffusion"));
    }

    @Override
    public GenerativeModel model(Options options) {
        double scale = options.oneOf("noise", "wiener", "unit").equals("unit") ? 1 : Math.sqrt(0.5);
        ChainPrior others = Prior.of("v0", uniform(0, 6))
                .and("v1", uniform(-6, 0))
                .and("a", uniform(0.6, 3))
                .and("t0", uniform(0.3, 1))
                .and("zr", uniform(0.3, 0.7));
        boolean free = options.text("alpha").equals(FREE);
        double alpha = free ? 0 : options.number("alpha", 1, 2);
        return new GenerativeModel(
                options.nameOf(this),
                free ? others.and("alpha", uniform(1, 2)) : others,
                (theta, count, rng) -> simulate(theta, free ? theta[5] : alpha, count, scale, rng),
                ObservationCount.between(100, 1000),
                DataKind.SET,
                List.of(new Column("rt0"), new Column("rt1")),
                "Voss et al. (2019); Radev et al. (2020)");
    }

    @Override
    public Optional<HandMadeStatistics> statistics(Options options) {
        return Optional.of(ResponseTimeStatistics.ALL);
    }

    /** The total number of diffusion steps of all trials in a batch. */
    public static long steps(Batch batch) {
        int perSet = batch.count() * batch.width();
        double seconds = 0;
        for (int i = 0; i < batch.x().length; i++) seconds += Math.abs(batch.x()[i]) - batch.theta()[i / perSet][3];
        return Math.round(seconds / DT);
    }

    private static Observations simulate(double[] theta, double alpha, int count, double scale, RandomGenerator rng) {
        float[] drift = new float[2 * count];
        for (int i = 0; i < drift.length; i++) drift[i] = (float) (theta[i % 2] * DT);
        double a = theta[2];
        Course course = new Course(a * theta[4], a, alpha, scale * StrictMath.pow(DT, 1 / alpha), MOST_STEPS);
        int[] steps = Flights.fastest().passages(rng.nextLong(), drift, course);
        float[] x = new float[2 * count];
        for (int i = 0; i < x.length; i++)
            x[i] = (float) Math.copySign(Math.fma(Math.abs(steps[i]), DT, theta[3]), steps[i]);
        return new Observations(count, 2, x);
    }
}
