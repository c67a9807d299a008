package bayesflow4j.diagnostics;

import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The tests behind a {@link Verdict}: location, spread and shape of every parameter's ranks, and the joint posterior. */
final class VerdictTests {
    /**
     * A bias below this many posterior standard deviations is slight: it costs a 90 % interval about one percentage point.
     */
    private static final double SLIGHT_BIAS = 0.2;

    /** A width wrong by less than this factor is slight: a 90 % interval then covers 85 % to 94 %. */
    private static final double SLIGHT_SPREAD = 1.15;

    /** A median miscoverage below this is slight. */
    static final double SLIGHT_ERROR = 0.04;

    /** Below this fraction of predicted variance posteriors are slightly wasteful: about 2 % wider than necessary. */
    private static final double SLIGHT_PREDICTABLE = 0.05;

    /** With more truths than this beyond all draws, their ranks understate how narrow the posteriors are. */
    private static final double MANY_BEYOND = 0.2;

    /** Location, spread, shape, predictability. */
    static final int PER_PARAMETER = 4;

    private VerdictTests() {}

    static Verdict run(
            Recovery recovery, DataStatistics statistics, Contraction contraction, Seed seed, double errorRate) {
        int width = recovery.parameters().size();
        int draws = recovery.drawsPerDataSet();
        if (recovery.dataSets() < 5)
            throw new IllegalArgumentException(
                    "data sets: expected at least 5 for a verdict, got " + recovery.dataSets());
        UniformityTest uniformity = UniformityTest.of(recovery.dataSets(), draws);
        NormalScores[] scores = new NormalScores[width];
        double[] pValues = new double[PER_PARAMETER * width + 1];
        Predictability[] predictabilities = new Predictability[width];
        double[] correlations = new double[width];
        double[] informationPValues = new double[width];
        for (int j = 0; j < width; j++) {
            int[] ranks = recovery.ranks(j).resolved(Metrics.ties(seed, j));
            scores[j] = NormalScores.of(ranks, draws);
            pValues[PER_PARAMETER * j] = scores[j].locationPValue();
            pValues[PER_PARAMETER * j + 1] = scores[j].spreadPValue();
            pValues[PER_PARAMETER * j + 2] = uniformity.pValue(ranks);
            predictabilities[j] = Predictability.of(scores[j].values(), regressors(recovery, j, statistics));
            pValues[PER_PARAMETER * j + 3] = predictabilities[j].pValue();
            correlations[j] = correlation(recovery, j);
            informationPValues[j] = StandardNormal.twoSided(fisher(correlations[j], recovery.dataSets()));
        }
        int[] joint = Tarp.ranks(recovery, seed).resolved(Metrics.ties(seed, -1));
        pValues[PER_PARAMETER * width] = uniformity.pValue(joint);
        double[] adjusted = Holm.adjusted(pValues);
        double[] informative = Holm.adjusted(informationPValues);
        double[] contractions = contraction.of(recovery);
        List<Finding> findings = new ArrayList<>();
        double[] explained = new RSquared().of(recovery);
        for (int j = 0; j < width; j++) {
            Calibration calibration = calibration(j, scores[j], adjusted, errorRate);
            Information information = new Information(
                    contractions[j],
                    explained[j],
                    calibration != Calibration.WELL_CALIBRATED && contractions[j] > explained[j] + Information.MARGIN,
                    correlations[j],
                    informative[j],
                    informative[j] <= errorRate && correlations[j] > 0);
            findings.add(finding(
                    recovery, j, scores[j], predictabilities[j], adjusted, information, calibration, errorRate));
        }
        double error = Metrics.rankCoverageError(joint, draws);
        return new Verdict(
                errorRate,
                recovery.dataSets(),
                draws,
                findings,
                adjusted[PER_PARAMETER * width],
                error,
                Optional.empty());
    }

    /** The regressors of the normal scores: the given statistics, and mean and spread of draws and truth together. */
    private static List<double[]> regressors(Recovery recovery, int j, DataStatistics statistics) {
        List<double[]> all = pooled(recovery, j);
        all.addAll(statistics.columns());
        return all;
    }

    /**
     * Mean and sum of squares of a parameter's draws together with its truth [2][K]. The rank of one of L + 1 exchangeable
     * numbers is independent of every symmetric function of all of them, so the truth must be included; without it, the
     * randomness of few draws would look like a fault.
     */
    static List<double[]> pooled(Recovery recovery, int j) {
        double[] means = recovery.means(j);
        double[] spreads = recovery.sds(j);
        double[] truth = recovery.truth(j);
        double draws = recovery.drawsPerDataSet();
        for (int k = 0; k < means.length; k++) {
            double away = truth[k] - means[k];
            means[k] += away / (draws + 1);
            spreads[k] = spreads[k] * spreads[k] * (draws - 1) + away * away * draws / (draws + 1);
        }
        return new ArrayList<>(List.of(means, spreads));
    }

    /** Zero where either side is constant. */
    private static double correlation(Recovery recovery, int j) {
        double correlation = new Sample(recovery.means(j)).correlation(new Sample(recovery.truth(j)));
        return Double.isNaN(correlation) ? 0 : Math.clamp(correlation, -1, 1);
    }

    /** Fisher's z; correlations are clamped so that it is finite. */
    private static double fisher(double correlation, int dataSets) {
        double r = Math.clamp(correlation, -1 + 1e-15, 1 - 1e-15);
        return 0.5 * Math.log((1 + r) / (1 - r)) * Math.sqrt(dataSets - 3.0);
    }

    /** The worst deviation that a test finds. */
    private static Calibration calibration(int j, NormalScores scores, double[] adjusted, double errorRate) {
        boolean biased = adjusted[PER_PARAMETER * j] <= errorRate;
        boolean misspread = adjusted[PER_PARAMETER * j + 1] <= errorRate;
        double width = Math.log(scores.spread());
        if (biased && (!misspread || Math.abs(scores.mean()) >= Math.abs(width))) return Calibration.BIASED;
        if (misspread) return width > 0 ? Calibration.OVER_CONFIDENT : Calibration.UNDER_CONFIDENT;
        if (adjusted[PER_PARAMETER * j + 3] <= errorRate) return Calibration.WASTEFUL;
        return adjusted[PER_PARAMETER * j + 2] <= errorRate ? Calibration.WRONG_SHAPE : Calibration.WELL_CALIBRATED;
    }

    private static Finding finding(
            Recovery recovery,
            int j,
            NormalScores scores,
            Predictability predictability,
            double[] adjusted,
            Information information,
            Calibration calibration,
            double errorRate) {
        double predictable = adjusted[PER_PARAMETER * j + 3];
        boolean slight = calibration != Calibration.WELL_CALIBRATED
                && Math.abs(scores.mean()) < SLIGHT_BIAS
                && Math.abs(Math.log(scores.spread())) < Math.log(SLIGHT_SPREAD)
                && (predictable > errorRate || predictability.explained() < SLIGHT_PREDICTABLE)
                && CalibrationError.of(recovery.levels(j)) < SLIGHT_ERROR;
        return new Finding(
                recovery.parameters().get(j),
                calibration,
                slight,
                scores.mean(),
                spread(recovery, j, scores),
                Coverage.of(recovery.levels(j), 0.9),
                scores.beyond(),
                adjusted[PER_PARAMETER * j],
                adjusted[PER_PARAMETER * j + 1],
                adjusted[PER_PARAMETER * j + 2],
                predictability.explained(),
                predictable,
                information);
    }

    /**
     * The factor by which posteriors are too narrow. Ranks cannot say more than that a truth lies beyond all draws; where many
     * do, the factor is the median distance of truth and mean in posterior standard deviations, relative to that of a normal.
     */
    private static double spread(Recovery recovery, int j, NormalScores scores) {
        if (scores.beyond() < MANY_BEYOND) return scores.spread();
        double[] distances = Arrays.stream(ZScore.perDataSet(recovery, j))
                .map(Math::abs)
                .sorted()
                .toArray();
        return Math.max(scores.spread(), distances[distances.length / 2] / StandardNormal.quantile(0.75));
    }
}
