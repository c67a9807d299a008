package bayesflow4j.diagnostics;

import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.List;

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
        for (int j = 0; j < width; j++) {
            boolean found = informative[j] <= errorRate && correlations[j] > 0;
            Information information = new Information(contractions[j], correlations[j], informative[j], found);
            findings.add(finding(recovery, j, scores[j], predictabilities[j], adjusted, information, errorRate));
        }
        double error = Metrics.rankCoverageError(joint, draws);
        return new Verdict(errorRate, recovery.dataSets(), draws, findings, adjusted[PER_PARAMETER * width], error);
    }

    /**
     * The regressors of the normal scores: the given statistics, and mean and spread of the parameter's draws together
     * with its truth. The rank of one of L + 1 exchangeable numbers is independent of every symmetric function of all
     * of them, so the truth must be included; without it, the randomness of few draws would look like a fault.
     */
    private static List<double[]> regressors(Recovery recovery, int j, DataStatistics statistics) {
        double[] means = recovery.means(j);
        double[] spreads = recovery.sds(j);
        double[] truth = recovery.truth(j);
        double draws = recovery.drawsPerDataSet();
        for (int k = 0; k < means.length; k++) {
            double away = truth[k] - means[k];
            means[k] += away / (draws + 1);
            spreads[k] = spreads[k] * spreads[k] * (draws - 1) + away * away * draws / (draws + 1);
        }
        List<double[]> all = new ArrayList<>(List.of(means, spreads));
        all.addAll(statistics.columns());
        return all;
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

    private static Finding finding(
            Recovery recovery,
            int j,
            NormalScores scores,
            Predictability predictability,
            double[] adjusted,
            Information information,
            double errorRate) {
        double location = adjusted[PER_PARAMETER * j];
        double spread = adjusted[PER_PARAMETER * j + 1];
        double shape = adjusted[PER_PARAMETER * j + 2];
        double predictable = adjusted[PER_PARAMETER * j + 3];
        boolean biased = location <= errorRate;
        boolean misspread = spread <= errorRate;
        double width = Math.log(scores.spread());
        Calibration calibration = Calibration.WELL_CALIBRATED;
        if (biased && (!misspread || Math.abs(scores.mean()) >= Math.abs(width))) calibration = Calibration.BIASED;
        else if (misspread) calibration = width > 0 ? Calibration.OVER_CONFIDENT : Calibration.UNDER_CONFIDENT;
        else if (predictable <= errorRate) calibration = Calibration.WASTEFUL;
        else if (shape <= errorRate) calibration = Calibration.WRONG_SHAPE;
        boolean slight = calibration != Calibration.WELL_CALIBRATED
                && Math.abs(scores.mean()) < SLIGHT_BIAS
                && Math.abs(width) < Math.log(SLIGHT_SPREAD)
                && (predictable > errorRate || predictability.explained() < SLIGHT_PREDICTABLE)
                && CalibrationError.of(recovery.levels(j)) < SLIGHT_ERROR;
        return new Finding(
                recovery.parameters().get(j),
                calibration,
                slight,
                scores.mean(),
                scores.spread(),
                Coverage.of(recovery.levels(j), 0.9),
                location,
                spread,
                shape,
                predictability.explained(),
                predictable,
                information);
    }
}
