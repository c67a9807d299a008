package bayesflow4j.diagnostics;

import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Expected coverage of the joint posterior by random balls (Lemos et al. 2023): how many draws are closer to a random point
 * of parameter space than the truth is. The count is uniform on 0 … L for all points exactly if the posteriors are exact.
 * Distances are in units of the truths' standard deviations.
 */
public final class Tarp {
    private Tarp() {}

    /**
     * Ranks of the truth's distance from one random point per data set. The points are normal with the truths' mean and
     * standard deviations: distant points would reveal little but the marginals, close ones also reveal dependence.
     */
    public static Ranks ranks(Recovery recovery, Seed seed) {
        int width = recovery.parameters().size();
        double[][] truth = new double[width][];
        double[] scale = new double[width];
        double[] middle = new double[width];
        for (int j = 0; j < width; j++) {
            truth[j] = recovery.truth(j);
            Sample sample = new Sample(truth[j]);
            middle[j] = sample.mean();
            scale[j] = sample.range() > 0 ? sample.sd() : 1;
        }
        int[] below = new int[recovery.dataSets()];
        int[] equal = new int[recovery.dataSets()];
        Seed points = seed.child("tarp");
        IntStream.range(0, below.length).parallel().forEach(k -> {
            RandomGenerator rng = points.stream(k);
            double[] center = new double[width];
            double distance = 0;
            for (int j = 0; j < width; j++) {
                center[j] = middle[j] + scale[j] * rng.nextGaussian();
                distance += square((truth[j][k] - center[j]) / scale[j]);
            }
            Draws draws = recovery.draws(k);
            for (int l = 0; l < draws.count(); l++) {
                double other = 0;
                for (int j = 0; j < width; j++) other += square((draws.value(l, j) - center[j]) / scale[j]);
                if (other < distance) below[k]++;
                else if (other == distance) equal[k]++;
            }
        });
        return new Ranks(recovery.drawsPerDataSet(), below, equal);
    }

    private static double square(double x) {
        return x * x;
    }
}
