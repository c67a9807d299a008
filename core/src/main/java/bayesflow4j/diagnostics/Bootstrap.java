package bayesflow4j.diagnostics;

import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * The distribution of a statistic of K data sets under resampling of the data sets with replacement, summarized by its mean
 * and standard deviation. Resample b uses stream b of the seed, so all statistics see the same resamples.
 */
public record Bootstrap(int resamples, Seed seed) {
    /** The number of resamples in the paper. */
    public static final int RESAMPLES = 100;

    /** Refuses fewer than two resamples, which have no standard deviation. */
    public Bootstrap {
        if (resamples < 2) throw new IllegalArgumentException("resamples: expected at least 2, got " + resamples);
    }

    /** 100 resamples. */
    public static Bootstrap of(Seed seed) {
        return new Bootstrap(RESAMPLES, seed.child("bootstrap"));
    }

    /** Mean and standard error of a metric, for each parameter [D]. */
    public Estimate[] of(Metric metric, Recovery recovery) {
        return of(recovery.dataSets(), indices -> metric.of(recovery.at(indices)));
    }

    /** Mean and standard error of the median of one number per data set [K]. */
    public Estimate median(double[] perDataSet) {
        return of(perDataSet.length, indices -> new double[] {
            new Sample(Arrays.stream(indices).mapToDouble(k -> perDataSet[k]).toArray()).median()
        })[0];
    }

    /** Mean and standard error of each component of a statistic, which is given the indices [K] of a resample. */
    public Estimate[] of(int dataSets, Function<int[], double[]> statistic) {
        double[][] values = new double[resamples][];
        IntStream.range(0, resamples).parallel().forEach(b -> values[b] = statistic.apply(resample(dataSets, b)));
        Estimate[] estimates = new Estimate[values[0].length];
        for (int i = 0; i < estimates.length; i++) {
            int component = i;
            Sample sample = new Sample(
                    Arrays.stream(values).mapToDouble(v -> v[component]).toArray());
            estimates[i] = new Estimate(sample.mean(), sample.sd());
        }
        return estimates;
    }

    private int[] resample(int dataSets, int b) {
        RandomGenerator rng = seed.stream(b);
        int[] indices = new int[dataSets];
        for (int k = 0; k < dataSets; k++) indices[k] = rng.nextInt(dataSets);
        return indices;
    }
}
