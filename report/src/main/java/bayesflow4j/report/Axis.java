package bayesflow4j.report;

import bayesflow4j.model.Prior;
import bayesflow4j.model.distribution.Support;
import bayesflow4j.posterior.Derived;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The axis of one parameter: the interval that it can lie in, and whether the axis is logarithmic, as it is where the prior is a
 * distribution of the logarithm.
 *
 * @param support of the parameter
 * @param logarithmic whether positions on the axis are log₁₀ of values
 */
public record Axis(Support support, boolean logarithmic) {
    private static final double[] STEPS = {1, 2, 5};

    /** Labels on the axis of a discrete parameter. */
    private static final int MOST_VALUES = 8;

    /** All real numbers, linear. */
    static final Axis LINEAR = new Axis(Support.REAL, false);

    /** The axes of a prior's parameters, in order. */
    public static List<Axis> of(Prior prior) {
        return of(prior, Derived.none());
    }

    /** The axes of a prior's parameters and of quantities that are derived from them. */
    static List<Axis> of(Prior prior, Derived derived) {
        boolean[] logarithmic = derived.logarithmic(prior);
        return IntStream.range(0, logarithmic.length)
                .mapToObj(j -> new Axis(
                        j < prior.dimension() ? prior.parameters().get(j).support() : Support.REAL, logarithmic[j]))
                .toList();
    }

    /** Linear axes for parameters of which nothing is known. */
    static List<Axis> linear(int count) {
        return Collections.nCopies(count, LINEAR);
    }

    /** The position of a value. */
    double at(double value) {
        return logarithmic ? Math.log10(Math.max(value, Double.MIN_NORMAL)) : value;
    }

    /** The positions of values. */
    double[] at(double[] values) {
        return Arrays.stream(values).map(this::at).toArray();
    }

    /** The lowest position, possibly −∞. */
    double low() {
        return logarithmic && support.lower() <= 0 ? Double.NEGATIVE_INFINITY : at(support.lower());
    }

    /** The highest position, possibly ∞. */
    double high() {
        return at(support.upper());
    }

    /** Whether the parameter has isolated values, which are drawn as bars. */
    boolean discrete() {
        return support.isDiscrete();
    }

    /**
     * The same positions, each moved a little if values are isolated, so that points do not hide each other.
     *
     * @param step an irrational number, whose multiples fill an interval evenly
     */
    double[] spread(double[] positions, double step) {
        if (!discrete()) return positions;
        double[] moved = positions.clone();
        for (int i = 0; i < moved.length; i++) moved[i] += 0.5 * (step * (i + 1) % 1 - 0.5);
        return moved;
    }

    /** A mark on the axis. */
    record Tick(double position, String label) {}

    /** Round values between two positions of a logarithmic axis, three to eight of them; some values of a discrete one, else none. */
    List<Tick> ticks(double low, double high) {
        List<Tick> ticks = new ArrayList<>();
        if (discrete()) return values(low, high);
        if (!logarithmic || !(high > low)) return ticks;
        double decades = high - low;
        double[] steps = decades > 2.2 ? new double[] {1} : decades > 1.4 ? new double[] {1, 3} : STEPS;
        if (decades < 0.9) return within(low, high);
        for (int power = (int) Math.floor(low); power <= Math.ceil(high); power++)
            if (decades <= 6 || power % 2 == 0)
                for (double step : steps) add(step * Math.pow(10, power), low, high, ticks);
        return ticks;
    }

    private List<Tick> values(double low, double high) {
        int step = Math.max(1, (int) Math.ceil((high - low) / MOST_VALUES));
        List<Tick> ticks = new ArrayList<>();
        for (double v = Math.ceil(Math.max(low, low()) / step) * step; v <= Math.min(high, high()); v += step)
            if (support.contains(v)) ticks.add(new Tick(v, support.label(v)));
        return ticks;
    }

    /** In less than a decade: multiples of 1, 2 or 5 times a power of ten. */
    private static List<Tick> within(double low, double high) {
        double from = Math.pow(10, low);
        double to = Math.pow(10, high);
        double least = (to - from) / 4;
        double unit = Math.pow(10, Math.floor(Math.log10(least)));
        double step = 10 * unit;
        for (int i = STEPS.length - 1; i >= 0; i--) if (STEPS[i] * unit >= least) step = STEPS[i] * unit;
        List<Tick> ticks = new ArrayList<>();
        for (double k = Math.ceil(from / step); k * step <= to; k++) add(k * step, low, high, ticks);
        return ticks;
    }

    private static void add(double value, double low, double high, List<Tick> ticks) {
        double position = Math.log10(value);
        if (position >= low - 1e-9 && position <= high + 1e-9) ticks.add(new Tick(position, label(value)));
    }

    private static String label(double value) {
        BigDecimal number = new BigDecimal(value).round(new MathContext(6)).stripTrailingZeros();
        return value >= 1e-4 && value < 1e6
                ? number.toPlainString()
                : number.toString().replace("E+", "e").replace("E", "e");
    }
}
