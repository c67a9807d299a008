package bayesflow4j.check;

import bayesflow4j.diagnostics.Contraction;
import bayesflow4j.diagnostics.DataProfile;
import bayesflow4j.diagnostics.Finding;
import bayesflow4j.diagnostics.ProfileSpace;
import bayesflow4j.diagnostics.Recovery;
import bayesflow4j.diagnostics.Surprise;
import bayesflow4j.diagnostics.Verdict;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Parameter;
import bayesflow4j.model.Prior;
import bayesflow4j.posterior.DensityPosterior;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Posterior simulation-based calibration: whether an estimator is right near one data set x. With θₖ ~ q(θ | x) and x′ₖ ~ p(x | θₖ), the
 * rank of θₖ among draws from p(θ | x′ₖ, x) ∝ q(θ | x′ₖ) q(θ | x) / p(θ) is uniform if q(θ | x′ₖ) is exact, whatever q(θ | x) is. These
 * draws are drawn from q(θ | x′ₖ) and resampled by importance. Nothing is refitted. The same x′ₖ show whether the posterior predicts
 * data like x: outliers that leave a posterior as it is are far from all that it predicts.
 *
 * @param verdict on the ranks, with its error rate
 * @param effective the median effective sample size of the weights
 * @param fit how unusual the statistics of x are among those of the x′ₖ
 * @param strange the most unusual statistic of x, in words
 */
public record LocalCheck(Verdict verdict, double effective, Surprise fit, String strange) {
    private static final int DRAWS = 500;
    private static final int RESAMPLED = 100;

    /** The probability that data which the posterior predicts are called unlike them. */
    private static final double FALSE_ALARM_RATE = 0.01;

    /** With fewer effective draws, ranks say more about the weights than about the estimator. */
    private static final double LEAST_EFFECTIVE = 40;

    /** p(θ) in the place of a prior: draws from a posterior, one at random. */
    private record Drawn(Prior prior, Draws draws) implements Prior {
        @Override
        public List<Parameter> parameters() {
            return prior.parameters();
        }

        @Override
        public double[] sample(RandomGenerator rng) {
            return draws.row(rng.nextInt(draws.count()));
        }

        @Override
        public double logDensity(double[] theta) {
            return prior.logDensity(theta);
        }

        @Override
        public List<String> notation() {
            return List.of();
        }
    }

    /**
     * The check near one data set.
     *
     * @param model that the data are simulated from
     * @param estimator one that knows its density
     * @param x the observed data set
     * @param count the number of simulations, at least 200
     * @throws IllegalArgumentException if the estimator does not know its density
     */
    public static LocalCheck of(GenerativeModel model, Estimator estimator, Observations x, int count, Seed seed) {
        DensityPosterior near = DensityPosterior.of(estimator.given(x));
        Prior drawn = new Drawn(model.prior(), near.sample(Math.max(DRAWS, 4 * count), seed.child("near")));
        GenerativeModel local = new GenerativeModel(
                        model.name(), drawn, model.simulator(), model.count(), model.kind(), model.columns(), "")
                .withCount(x.count())
                .given(x);
        SimulationTable simulated = SimulationTable.of(local.batches(seed.child("data"), count, 1));
        List<Weighted> weighted = IntStream.range(0, count)
                .parallel()
                .mapToObj(k -> weighted(
                        estimator,
                        simulated.x().get(k),
                        near,
                        model.prior(),
                        seed.child("draws").child(k)))
                .toList();
        double[] sizes = weighted.stream().mapToDouble(Weighted::size).sorted().toArray();
        Recovery recovery = Recovery.of(
                model.prior().names(),
                simulated.theta().toArray(double[][]::new),
                weighted.stream().map(Weighted::draws).toList());
        DataProfile profile = new DataProfile(model.kind(), model.columns());
        ProfileSpace predicted =
                ProfileSpace.of(simulated.x().stream().map(profile::of).toArray(double[][]::new));
        double[] own = profile.of(x);
        return new LocalCheck(
                Verdict.of(recovery, Contraction.empirical(), seed),
                sizes[count / 2],
                predicted.of(own),
                profile.words(predicted.worst(own), x));
    }

    private record Weighted(Draws draws, double size) {}

    private static Weighted weighted(
            Estimator estimator, Observations x, DensityPosterior near, Prior prior, Seed seed) {
        Draws draws = estimator.given(x).sample(DRAWS, seed.child("posterior"));
        double[] logs = new double[DRAWS];
        for (int l = 0; l < DRAWS; l++) logs[l] = near.logDensity(draws.row(l)) - prior.logDensity(draws.row(l));
        double largest = Arrays.stream(logs).max().orElseThrow();
        double[] sums = new double[DRAWS];
        double sum = 0;
        double squares = 0;
        for (int l = 0; l < DRAWS; l++) {
            double weight = largest == Double.NEGATIVE_INFINITY ? 1 : StrictMath.exp(logs[l] - largest);
            squares += weight * weight;
            sums[l] = sum += weight;
        }
        RandomGenerator rng = seed.child("resampled").stream(0);
        double[][] rows = new double[RESAMPLED][];
        for (int i = 0; i < RESAMPLED; i++) {
            int at = Arrays.binarySearch(sums, rng.nextDouble() * sum);
            rows[i] = draws.row(Math.min(DRAWS - 1, at < 0 ? -at - 1 : at + 1));
        }
        return new Weighted(Draws.of(draws.parameters(), rows), sum * sum / squares);
    }

    /** Whether the weights are good enough for a verdict. */
    public boolean conclusive() {
        return effective >= LEAST_EFFECTIVE;
    }

    /** Whether x is unlike all data that its posterior predicts. */
    public boolean isUnlike() {
        return fit.exceeds(FALSE_ALARM_RATE);
    }

    /** The assessment; an inconclusive check assures of nothing, and a posterior that does not predict x is poor. */
    public Verdict.Grade grade() {
        if (isUnlike()) return Verdict.Grade.POOR;
        return conclusive() ? verdict.grade() : Verdict.Grade.FAIR;
    }

    /** The result in a few sentences. */
    public String sentence() {
        return isUnlike()
                ? calibration()
                        + String.format(
                                Locale.ROOT,
                                " These data are unlike all that the posterior predicts (what stands out: %s; false-alarm rate"
                                        + " %.0f %%): the model or the posterior is wrong for them.",
                                strange,
                                100 * FALSE_ALARM_RATE)
                : calibration();
    }

    /** The result in a few words, for a table. */
    public String words() {
        String calibration = !conclusive()
                ? "cannot be told"
                : switch (verdict.grade()) {
                    case GOOD -> "calibrated";
                    case FAIR -> "slight deviation (" + deviating() + ")";
                    case POOR -> "wrong (" + deviating() + ")";
                };
        return calibration + (isUnlike() ? "; unlike its predictions (" + strange + ")" : "");
    }

    /** What the ranks deviate for. */
    private String deviating() {
        List<String> faults = verdict.findings().stream()
                .filter(Finding::isFault)
                .map(Finding::parameter)
                .toList();
        return faults.isEmpty() ? "the joint posterior" : String.join(", ", faults);
    }

    private String calibration() {
        if (!conclusive())
            return String.format(
                    Locale.ROOT,
                    "Whether the posterior is right near these data cannot be told: importance weights leave %.0f of %d draws.",
                    effective,
                    DRAWS);
        String where = " (" + verdict.dataSets() + " data sets simulated from this posterior; error rate "
                + verdict.errorRate() + ").";
        String what = "ranks deviate for " + deviating();
        return switch (verdict.grade()) {
            case GOOD -> "Near these data the network is calibrated: no test finds a deviation" + where;
            case FAIR -> "Near these data the network deviates slightly: " + what + where;
            case POOR -> "Near these data the network is wrong: " + what + where + " Do not trust this posterior.";
        };
    }
}
