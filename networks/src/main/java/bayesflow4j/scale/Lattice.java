package bayesflow4j.scale;

import bayesflow4j.model.Domain;
import bayesflow4j.model.Parameter;
import bayesflow4j.model.Prior;
import bayesflow4j.model.distribution.Support;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.FieldException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoublePredicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The discrete parameters among the D of a domain, each with the finite range of values that networks give probabilities to.
 * Values are numbered from 0 on. A support without a bound ends where less than a millionth of the prior is left.
 */
public final class Lattice {
    /** The part of the prior beyond the end of a support that has none. */
    private static final double TAIL = 1e-6;

    /** A network has an output for each value. */
    private static final int MOST_VALUES = 2000;

    /** Draws of the earlier parameters over which a tail is averaged. */
    private static final int DRAWS = 4000;

    private final Domain domain;
    private final int[] positions;
    private final double[] least;
    private final int[] counts;
    private final boolean[] dependent;

    private Lattice(Domain domain, double[] least, int[] counts) {
        this.domain = domain;
        this.positions = positions(domain, true);
        this.least = least;
        this.counts = counts;
        this.dependent = new boolean[positions.length];
        for (int j = 0; j < positions.length; j++) dependent[j] = dependsOnEarlier(j);
    }

    private static int[] positions(Domain domain, boolean discrete) {
        return IntStream.range(0, domain.dimension())
                .filter(i -> domain.parameters().get(i).support().isDiscrete() == discrete)
                .toArray();
    }

    /**
     * The discrete parameters of a prior.
     *
     * @throws FieldException if a parameter has too many values
     */
    public static Lattice of(Prior prior) {
        int[] positions = positions(prior, true);
        double[] least = new double[positions.length];
        int[] counts = new int[positions.length];
        List<double[]> thetas = new ArrayList<>();
        for (int j = 0; j < positions.length; j++) {
            Parameter parameter = prior.parameters().get(positions[j]);
            double lower = parameter.support().toReal(parameter.support().lower());
            double upper = parameter.support().toReal(parameter.support().upper());
            if (Double.isInfinite(lower) || Double.isInfinite(upper)) {
                if (thetas.isEmpty())
                    for (int i = 0; i < DRAWS; i++) thetas.add(prior.sample(new Seed(1).child("tails").stream(i)));
                upper = Double.isInfinite(upper) ? end(prior, positions[j], thetas, 1) : upper;
                lower = Double.isInfinite(lower) ? -end(prior, positions[j], thetas, -1) : lower;
            }
            if (upper - lower >= MOST_VALUES)
                throw new FieldException(
                        "parameters." + parameter.name(),
                        "expected at most " + MOST_VALUES + " values of a discrete parameter, got "
                                + Math.round(upper - lower + 1)
                                + "; a continuous prior, rounded by the simulator, serves so many");
            least[j] = lower;
            counts[j] = (int) (upper - lower) + 1;
        }
        return new Lattice(prior, least, counts);
    }

    /** The least c ≥ 0 such that P(sign·θᵢ > c) is below the tail. */
    private static double end(Prior prior, int index, List<double[]> thetas, int sign) {
        ToDoubleFunction<Double> beyond = c -> thetas.stream()
                .mapToDouble(theta -> beyond(prior, index, theta, c, sign))
                .average()
                .orElseThrow();
        DoublePredicate enough = c -> beyond.applyAsDouble(c) < TAIL;
        double high = 1;
        while (!enough.test(high) && high <= 2.0 * MOST_VALUES) high *= 2;
        double low = -1;
        while (high - low > 1) {
            double middle = Math.floor((low + high) / 2);
            if (enough.test(middle)) high = middle;
            else low = middle;
        }
        return high;
    }

    private static double beyond(Prior prior, int index, double[] theta, double c, int sign) {
        return prior.conditional(index, theta)
                .map(p -> sign > 0 ? 1 - p.cumulative(c) : p.cumulative(-c - 1))
                .orElse(sign * theta[index] > c ? 1.0 : 0.0);
    }

    /** The lattice that {@link #least} and {@link #counts} of another were written from. */
    static Lattice of(Domain domain, double[] least, double[] counts) {
        int[] whole = Arrays.stream(counts).mapToInt(count -> (int) count).toArray();
        for (int j = 0; j < counts.length; j++)
            if (!(counts[j] >= 1 && counts[j] <= MOST_VALUES && counts[j] == whole[j])
                    || Math.rint(least[j]) != least[j])
                throw new IllegalArgumentException("values of discrete parameter " + j + ": expected 1 to "
                        + MOST_VALUES + " whole numbers, got " + counts[j] + " from " + least[j]);
        return new Lattice(domain, least.clone(), whole);
    }

    /** Whether there are no discrete parameters. */
    public boolean isEmpty() {
        return positions.length == 0;
    }

    /** J, the number of discrete parameters. */
    public int size() {
        return positions.length;
    }

    /** D, the number of all parameters. */
    public int dimension() {
        return domain.dimension();
    }

    /** The place in θ of discrete parameter j. */
    public int position(int j) {
        return positions[j];
    }

    /** The places in θ of the parameters that are not discrete. */
    public int[] continuous() {
        return positions(domain, false);
    }

    /** The number of values of discrete parameter j. */
    public int count(int j) {
        return counts[j];
    }

    double[] least() {
        return least.clone();
    }

    double[] counts() {
        return Arrays.stream(counts).asDoubleStream().toArray();
    }

    /** The value of discrete parameter j with this number. */
    public double value(int j, int number) {
        return domain.parameters().get(positions[j]).support().fromReal(least[j] + number);
    }

    /**
     * The first and the last number that discrete parameter j can have.
     *
     * @param earlier the numbers of the discrete parameters before it
     */
    public int[] range(int j, int[] earlier) {
        if (!dependent[j]) return new int[] {0, counts[j] - 1};
        Support support = support(j, earlier);
        int first = (int) Math.clamp(support.lower() - least[j], 0.0, counts[j] - 1.0);
        return new int[] {first, (int) Math.clamp(support.upper() - least[j], (double) first, counts[j] - 1.0)};
    }

    /** It does not depend on continuous parameters, which may have any value. */
    private Support support(int j, int[] earlier) {
        double[] theta = new double[domain.dimension()];
        int next = 0;
        for (int i = 0; i < positions[j]; i++) {
            boolean discrete = next < j && positions[next] == i;
            theta[i] = domain.support(i, theta).fromReal(discrete ? least[next] + earlier[next++] : 0);
        }
        return domain.support(positions[j], theta);
    }

    private boolean dependsOnEarlier(int j) {
        Support widest = domain.parameters().get(positions[j]).support();
        for (double share : new double[] {0, 0.3, 0.7, 1}) {
            int[] earlier = new int[j];
            for (int i = 0; i < j; i++) earlier[i] = (int) (share * (counts[i] - 1));
            if (!support(j, earlier).equals(widest)) return true;
        }
        return false;
    }
}
