package bayesflow4j.model;

import bayesflow4j.model.distribution.Distribution;
import java.util.Arrays;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * p(c), how a known covariate varies over the data sets that are simulated. It is given to the simulator and to the
 * networks and is not inferred; p(c) has to cover the values of the observed data and needs no other justification.
 *
 * @param name of the covariate and of its column
 * @param scope how its values are laid out over a data set
 * @param draw of one value
 * @param scaling how networks scale it
 */
public record Covariate(String name, Scope scope, Draw draw, Scaling scaling) {
    /** How the values of a covariate are laid out over a data set. */
    public enum Scope {
        /** One value for all rows. */
        DATA_SET,
        /** One value per row, independent of each other. */
        ROWS,
        /** One value per row, independent of each other and then sorted. */
        RISING,
        /** One value per row, the sums of independent steps, such as times with random intervals between them. */
        STEPS
    }

    /** A random number. */
    @FunctionalInterface
    public interface Draw {
        /** One draw. */
        double sample(RandomGenerator rng);
    }

    public Covariate {
        if (name.isBlank()) throw new IllegalArgumentException("covariate: expected a name, got \"" + name + '"');
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(draw, "draw");
        Objects.requireNonNull(scaling, "scaling");
    }

    /**
     * A covariate of the data set with this distribution, on a logarithmic scale if the distribution is log-uniform or
     * log-normal.
     */
    public static Covariate of(String name, Distribution distribution) {
        boolean log = distribution.toString().startsWith("log-");
        return new Covariate(name, Scope.DATA_SET, distribution::sample, log ? Scaling.LOG1P : Scaling.STANDARD);
    }

    /** A covariate of the data set with one of these values, all equally probable. */
    public static Covariate ofValues(String name, double... values) {
        double[] copy = values.clone();
        if (copy.length == 0) throw new IllegalArgumentException(name + ": expected at least one value, got none");
        return new Covariate(name, Scope.DATA_SET, rng -> copy[rng.nextInt(copy.length)], Scaling.STANDARD);
    }

    /** The same draws laid out in another way. */
    public Covariate over(Scope scope) {
        return new Covariate(name, scope, draw, scaling);
    }

    /** Its column among those of a data set. */
    public Column column() {
        return new Column(
                name, scaling, scope == Scope.DATA_SET ? Column.Role.SET_COVARIATE : Column.Role.ROW_COVARIATE);
    }

    /** One value for a covariate of the data set [1], otherwise one per row [N]. */
    double[] sample(int count, RandomGenerator rng) {
        double[] values = new double[scope == Scope.DATA_SET ? 1 : count];
        for (int n = 0; n < values.length; n++) values[n] = draw.sample(rng);
        if (scope == Scope.RISING) Arrays.sort(values);
        if (scope == Scope.STEPS) for (int n = 1; n < values.length; n++) values[n] += values[n - 1];
        return values;
    }
}
