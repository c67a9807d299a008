package bayesflow4j.amortized;

import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Weights;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Parameter;
import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * x ↦ p(θ | x) for every data set x of a model family, learned once: {@code posterior.given(x)} costs milliseconds. Immutable
 * and safe to share between threads.
 */
public final class AmortizedPosterior {
    private final DataKind kind;
    private final ObservationCount count;
    private final Scales scales;
    private final Networks networks;
    private final Weights weights;
    private final float[][] referenceSummaries;
    private final Provenance provenance;
    private final Queue<Evaluator> evaluators = new ConcurrentLinkedQueue<>();

    /**
     * @param weights trained; not to be changed any more
     * @param referenceSummaries of simulated data sets that training did not see, [n][S]
     */
    public AmortizedPosterior(
            DataKind kind,
            ObservationCount count,
            Scales scales,
            Networks networks,
            Weights weights,
            float[][] referenceSummaries,
            Provenance provenance) {
        this.kind = kind;
        this.count = count;
        this.scales = scales;
        this.networks = networks;
        this.weights = weights;
        this.referenceSummaries = referenceSummaries;
        this.provenance = provenance;
    }

    /**
     * The posterior given one data set.
     *
     * @throws IllegalArgumentException if the data set has another width, numbers that are not finite, or a number of rows
     *     that no simulation in training had
     */
    public Posterior given(Observations x) {
        require(x);
        float[] scaled = scales.data().apply(x.values());
        float[] summary = summarize(scaled, x.count(), x.width());
        Scales.Given map = scales.given(scaled, 0);
        List<String> names = parameterNames();
        return new Posterior() {
            @Override
            public Draws sample(int count, RandomGenerator rng) {
                if (count < 1) throw new IllegalArgumentException("count: expected at least 1, got " + count);
                Evaluator evaluator = borrow();
                float[] draws = evaluator.sample(summary, count, rng);
                evaluators.add(evaluator);
                return draws(names, map, draws);
            }

            @Override
            public double logDensity(double[] theta) {
                if (theta.length != names.size())
                    throw new IllegalArgumentException(
                            "theta: expected " + names.size() + " parameters, got " + theta.length);
                if (!scales.parameters().domain().contains(theta)) return Double.NEGATIVE_INFINITY;
                float[] seen = new float[theta.length];
                map.apply(theta, seen, 0);
                Evaluator evaluator = borrow();
                double density = evaluator.logDensity(summary, seen);
                evaluators.add(evaluator);
                return density + map.logSlope(theta);
            }
        };
    }

    /** Draws for many data sets, of different N if they like, on all cores; data set k draws from {@code seed.stream(k)}. */
    public List<Draws> sample(List<Observations> dataSets, int count, Seed seed) {
        return IntStream.range(0, dataSets.size())
                .parallel()
                .mapToObj(k -> given(dataSets.get(k)).sample(count, seed.stream(k)))
                .toList();
    }

    /** What the flow knows of a data set, [S]. */
    public float[] summary(Observations x) {
        require(x);
        return summarize(scales.data().apply(x.values()), x.count(), x.width());
    }

    private float[] summarize(float[] scaled, int count, int width) {
        Evaluator evaluator = borrow();
        float[][] summaries = evaluator.summarize(Block.of(scaled, 1, count, width));
        evaluators.add(evaluator);
        return summaries[0];
    }

    private static Draws draws(List<String> names, Scales.Given map, float[] seen) {
        int width = names.size();
        double[] values = new double[seen.length];
        for (int at = 0; at < seen.length; at += width) System.arraycopy(map.undo(seen, at), 0, values, at, width);
        return Draws.of(names, values);
    }

    private void require(Observations x) {
        int width = scales.data().columns().size();
        if (x.width() != width)
            throw new IllegalArgumentException("data set: expected " + width + " columns "
                    + scales.data().columns().stream().map(c -> c.name()).toList() + ", got " + x.width());
        if (x.count() < count.least() || x.count() > count.most())
            throw new IllegalArgumentException("data set: expected " + count.least()
                    + (count.most() > count.least() ? " to " + count.most() : "")
                    + " rows, as in training, got " + x.count());
        for (int i = 0; i < x.values().length; i++)
            if (!Float.isFinite(x.values()[i]))
                throw new IllegalArgumentException(
                        "data set: expected finite numbers, got " + x.values()[i] + " in row "
                                + i / width + ", column "
                                + scales.data().columns().get(i % width).name());
    }

    private Evaluator borrow() {
        Evaluator evaluator = evaluators.poll();
        return evaluator != null ? evaluator : new Evaluator(networks, weights);
    }

    /** The parameters in order. */
    public List<Parameter> parameters() {
        return scales.parameters().domain().parameters();
    }

    /** Their names. */
    public List<String> parameterNames() {
        return parameters().stream().map(Parameter::name).toList();
    }

    /** The names of the columns of a data set, in order. */
    public List<String> columnNames() {
        return scales.data().columns().stream().map(c -> c.name()).toList();
    }

    /** The kind of data it was trained for. */
    public DataKind kind() {
        return kind;
    }

    /** The numbers of rows it was trained for. */
    public ObservationCount count() {
        return count;
    }

    /** How parameters and data are scaled. */
    public Scales scales() {
        return scales;
    }

    /** The networks, without their weights. */
    public Networks networks() {
        return networks;
    }

    /** The trained weights, which must not be changed. */
    Weights weights() {
        return weights;
    }

    /** Summaries [n][S] of simulated data: what observed data are compared with. */
    public double[][] referenceSummaries() {
        double[][] copy = new double[referenceSummaries.length][];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = new double[referenceSummaries[i].length];
            for (int j = 0; j < copy[i].length; j++) copy[i][j] = referenceSummaries[i][j];
        }
        return copy;
    }

    public Provenance provenance() {
        return provenance;
    }
}
