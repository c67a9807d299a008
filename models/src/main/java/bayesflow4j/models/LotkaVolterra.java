package bayesflow4j.models;

import bayesflow4j.catalog.ModelFamily;
import bayesflow4j.catalog.Options;
import bayesflow4j.model.ChainPrior;
import bayesflow4j.model.Column;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.model.Scaling;
import bayesflow4j.model.distribution.Distribution;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Predators and prey: u' = αu − βuv, v' = −γv + δβuv from u = 10, v = 5, observed without noise at evenly spaced times
 * from 0 to 15, or by nine statistics of that series.
 */
public final class LotkaVolterra implements ModelFamily {
    private static final double SPAN = 15;
    private static final int POINTS = 500;
    private static final double LOWER = StrictMath.exp(-2);
    private static final double UPPER = StrictMath.exp(2);

    @Override
    public String name() {
        return "lotka-volterra";
    }

    @Override
    public String description() {
        return "predators and prey, as a series of 500 points or as nine statistics of it";
    }

    @Override
    public List<Option> options() {
        return List.of(
                new Option("data", "series", "series: 500 points; statistics: the nine hand-made statistics of them"),
                new Option("prior", "uniform", "uniform, as in the text, or log-uniform, as in the authors' code"));
    }

    @Override
    public GenerativeModel model(Options options) {
        boolean series = options.oneOf("data", "series", "statistics").equals("series");
        boolean uniform = options.oneOf("prior", "uniform", "log-uniform").equals("uniform");
        Distribution each = uniform ? Distribution.uniform(LOWER, UPPER) : Distribution.logUniform(LOWER, UPPER);
        ChainPrior prior =
                Prior.of("alpha", each).and("beta", each).and("gamma", each).and("delta", each);
        return new GenerativeModel(
                options.nameOf(this),
                prior,
                series ? LotkaVolterra::series : LotkaVolterra::statistics,
                ObservationCount.exactly(series ? POINTS : 1),
                series ? DataKind.SERIES : DataKind.VECTOR,
                series
                        ? List.of(new Column("prey", Scaling.LOG1P), new Column("predator", Scaling.LOG1P))
                        : Stream.of(SeriesStatistics.NAMES).map(Column::new).toList(),
                "Papamakarios and Murray (2016); Radev et al. (2020)");
    }

    private static Observations series(double[] theta, int count, RandomGenerator rng) {
        return new Observations(count, 2, orbit(theta, count));
    }

    private static Observations statistics(double[] theta, int count, RandomGenerator rng) {
        if (count != 1) throw new IllegalArgumentException("count: expected 1 row of statistics, got " + count);
        float[] orbit = orbit(theta, POINTS);
        return new Observations(1, SeriesStatistics.NAMES.length, SeriesStatistics.of(orbit, SPAN / (POINTS - 1)));
    }

    private static float[] orbit(double[] theta, int points) {
        return new PredatorPreyOrbit(theta[0], theta[1], theta[2], theta[3]).sample(10, 5, SPAN, points);
    }
}
