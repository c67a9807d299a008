package bayesflow4j.sequential;

import bayesflow4j.posterior.DensityPosterior;
import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** A posterior within the region in which its network learned: what a network says of the rest is a guess. */
final class Within implements DensityPosterior {
    private static final Seed OWN = new Seed(2022);
    private static final int DRAWS = 2000;

    /** With less of it inside, the data are not those of the region. */
    private static final double LEAST_SHARE = 0.05;

    private final DensityPosterior whole;
    private final Predicate<double[]> region;
    private final double logShare;

    private Within(DensityPosterior whole, Predicate<double[]> region, double logShare) {
        this.whole = whole;
        this.region = region;
        this.logShare = logShare;
    }

    /** Restricted to a region, or as it is if hardly any of it is inside. */
    static DensityPosterior of(DensityPosterior whole, Predicate<double[]> region) {
        Draws draws = whole.sample(DRAWS, OWN);
        double share = (double) IntStream.range(0, DRAWS)
                        .parallel()
                        .filter(l -> region.test(draws.row(l)))
                        .count()
                / DRAWS;
        return share < LEAST_SHARE ? whole : new Within(whole, region, StrictMath.log(share));
    }

    @Override
    public double logDensity(double[] theta) {
        return region.test(theta) ? whole.logDensity(theta) - logShare : Double.NEGATIVE_INFINITY;
    }

    @Override
    public Draws sample(int count, Seed seed) {
        double[][] kept = new double[count][];
        int found = 0;
        Draws draws = whole.sample(count, seed);
        for (int more = 0; ; draws = whole.sample(count, seed.nth(++more))) {
            for (int l = 0; l < count && found < count; l++)
                if (region.test(draws.row(l))) kept[found++] = draws.row(l);
            if (found == count) return Draws.of(draws.parameters(), kept);
        }
    }
}
