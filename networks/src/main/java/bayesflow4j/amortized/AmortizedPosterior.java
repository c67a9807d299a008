package bayesflow4j.amortized;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Weights;
import bayesflow4j.head.Head;
import bayesflow4j.head.Normals;
import bayesflow4j.head.categorical.CategoricalHead;
import bayesflow4j.head.categorical.MixedHead;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.DensityPosterior;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Probabilities;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.posterior.Referenced;
import bayesflow4j.posterior.Schema;
import bayesflow4j.posterior.Summarized;
import bayesflow4j.random.Seed;
import bayesflow4j.scale.Lattice;
import bayesflow4j.scale.Scales;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * x ↦ q(θ | x) for every data set x of a model, learned once by a summary network and a head: {@code posterior.given(x)} costs
 * milliseconds. Immutable and safe to share between threads.
 */
public final class AmortizedPosterior implements Referenced {
    private final Schema schema;
    private final Scales scales;
    private final Networks networks;
    private final Weights weights;
    private final double[][] referenceSummaries;
    private final double[][] referenceProfiles;
    private final Provenance provenance;
    private final boolean knowsDensity;
    private final EvaluatorPool evaluators;

    /**
     * The posterior that these networks compute.
     *
     * @param weights trained weights, which must not be changed afterwards
     * @param reference scaled data sets, simulated and held out from training
     * @param profiles of the same data sets before scaling [n][Q]
     */
    public static AmortizedPosterior of(
            Schema schema,
            Scales scales,
            Networks networks,
            Weights weights,
            Stream<Block> reference,
            double[][] profiles,
            Provenance provenance) {
        Evaluator evaluator = new Evaluator(networks, weights, Kernels.best());
        double[][] summaries = reference
                .flatMap(x -> Stream.of(evaluator.summarize(x)))
                .map(AmortizedPosterior::doubles)
                .toArray(double[][]::new);
        return new AmortizedPosterior(schema, scales, networks, weights, summaries, profiles, provenance);
    }

    AmortizedPosterior(
            Schema schema,
            Scales scales,
            Networks networks,
            Weights weights,
            double[][] referenceSummaries,
            double[][] referenceProfiles,
            Provenance provenance) {
        this.schema = schema;
        this.scales = scales;
        this.networks = networks;
        this.weights = weights;
        this.referenceSummaries = referenceSummaries;
        this.referenceProfiles = referenceProfiles;
        this.provenance = provenance;
        this.evaluators =
                new EvaluatorPool(networks, weights, Runtime.getRuntime().availableProcessors());
        this.knowsDensity = evaluators.with(0, e -> e.head() instanceof Head.DensityEvaluation);
    }

    @Override
    public Summarized given(Observations x) {
        schema.require(x);
        float[] scaled = scales.data().apply(x.values());
        float[] summary = evaluators.with(
                x.count(),
                e -> e.summarize(Block.of(scaled, 1, x.count(), scales.data().width()))[0]);
        Scales.Given map = scales.given(scaled, 0);
        return knowsDensity ? new GivenWithDensity(summary, map) : new Given(summary, map);
    }

    /**
     * E[φ(θ) | x] [D], where φ takes each parameter from its support onto the line and standardizes it.
     *
     * @throws IllegalStateException if the head does not know its mean, see {@link Networks#knowsMean}
     */
    public double[] mean(Observations x) {
        schema.require(x);
        float[] scaled = scales.data().apply(x.values());
        float[] mean = new float[schema.parameters().size()];
        evaluators.with(x.count(), e -> {
            if (!(e.head() instanceof Head.MeanEvaluation head))
                throw new IllegalStateException("head: expected one that knows its mean, got " + design().head());
            float[] summary =
                    e.summarize(Block.of(scaled, 1, x.count(), scales.data().width()))[0];
            head.mean(Block.of(summary, 1, 1, summary.length), mean);
            return mean;
        });
        return scales.given(scaled, 0).line(mean, 0);
    }

    /** Logits [E][J] of the classifiers of a categorical head, given a summary s(x) [S]. */
    double[][] logits(double[] summary) {
        return evaluators.with(1, e -> ((CategoricalHead.Evaluation) e.head()).logits(block(summary)));
    }

    /** Features [E][J][P] of the classifiers of a categorical head, given a summary s(x) [S]. */
    double[][][] features(double[] summary) {
        return evaluators.with(1, e -> ((CategoricalHead.Evaluation) e.head()).features(block(summary)));
    }

    private static Block block(double[] summary) {
        float[] s = new float[summary.length];
        for (int i = 0; i < s.length; i++) s[i] = (float) summary[i];
        return Block.of(s, 1, 1, s.length);
    }

    /**
     * q(φ(θ) | x), where φ takes each parameter from its support onto the line, {@link bayesflow4j.model.Domain#toReal}.
     *
     * @throws IllegalArgumentException if the head is not a mixture of normals
     */
    public Normals normals(Observations x) {
        schema.require(x);
        float[] scaled = scales.data().apply(x.values());
        Normals own = evaluators.with(x.count(), e -> {
            if (!(e.head() instanceof Head.NormalsEvaluation head))
                throw new IllegalArgumentException("head: expected a mixture of normals, got " + design().head());
            float[] summary =
                    e.summarize(Block.of(scaled, 1, x.count(), scales.data().width()))[0];
            return head.normals(Block.of(summary, 1, 1, summary.length));
        });
        Scales.Given map = scales.given(scaled, 0);
        int width = schema.parameters().size();
        double[] origin = map.real(new float[width], 0);
        double[][] columns = new double[width][];
        for (int j = 0; j < width; j++) {
            float[] unit = new float[width];
            unit[j] = 1;
            columns[j] = map.real(unit, 0);
            for (int i = 0; i < width; i++) columns[j][i] -= origin[i];
        }
        return own.mapped(columns, origin);
    }

    private static double[] doubles(float[] values) {
        double[] doubles = new double[values.length];
        for (int i = 0; i < values.length; i++) doubles[i] = values[i];
        return doubles;
    }

    /**
     * q(θ | x) in the user's units: the head's distribution of scaled parameters, mapped back through the inverse of
     * the scales.
     */
    private class Given implements Summarized {
        final float[] summary;
        final Scales.Given map;

        private Given(float[] summary, Scales.Given map) {
            this.summary = summary;
            this.map = map;
        }

        final Block condition() {
            return Block.of(summary, 1, 1, summary.length);
        }

        @Override
        public double[] summary() {
            return doubles(summary);
        }

        @Override
        public List<Probabilities> knownProbabilities() {
            Lattice lattice = scales.parameters().lattice();
            if (lattice.isEmpty()) return List.of();
            double[][] marginals = evaluators.with(1, e -> ((MixedHead.Evaluation) e.head()).marginals(condition()));
            return IntStream.range(0, lattice.size())
                    .mapToObj(j -> {
                        Map<Double, Double> byValue = new LinkedHashMap<>();
                        for (int v = 0; v < marginals[j].length; v++)
                            if (marginals[j][v] > 0) byValue.put(lattice.value(j, v), marginals[j][v]);
                        return new Probabilities(schema.parameters().get(lattice.position(j)), byValue);
                    })
                    .toList();
        }

        @Override
        public Draws sample(int count, Seed seed) {
            if (count < 1) throw new IllegalArgumentException("count: expected at least 1, got " + count);
            int width = schema.parameters().size();
            float[] scaled = evaluators.with(count, e -> {
                float[] draws = new float[count * width];
                e.head().sample(condition(), seed.stream(0), draws);
                return draws;
            });
            double[] values = new double[scaled.length];
            for (int at = 0; at < scaled.length; at += width)
                System.arraycopy(map.undo(scaled, at), 0, values, at, width);
            return Draws.of(schema.parameterNames(), values);
        }
    }

    /** The same for a head that knows its density: log q(θ | x) = log q(scaled θ | s) + log|det ∂(scaled θ)/∂θ|. */
    private final class GivenWithDensity extends Given implements DensityPosterior {
        private GivenWithDensity(float[] summary, Scales.Given map) {
            super(summary, map);
        }

        @Override
        public double logDensity(double[] theta) {
            int width = schema.parameters().size();
            if (theta.length != width)
                throw new IllegalArgumentException("theta: expected " + width + " parameters, got " + theta.length);
            if (!scales.parameters().domain().contains(theta)) return Double.NEGATIVE_INFINITY;
            float[] scaled = new float[width];
            map.apply(theta, scaled, 0);
            Block row = Block.of(scaled, 1, 1, width);
            return evaluators.with(1, e -> ((Head.DensityEvaluation) e.head()).logDensity(row, condition()))
                    + map.logSlope(theta);
        }
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public Provenance provenance() {
        return provenance;
    }

    /** The same with this provenance. */
    public AmortizedPosterior withProvenance(Provenance provenance) {
        return new AmortizedPosterior(
                schema, scales, networks, weights, referenceSummaries, referenceProfiles, provenance);
    }

    @Override
    public double[][] referenceSummaries() {
        return copy(referenceSummaries);
    }

    @Override
    public double[][] referenceProfiles() {
        return copy(referenceProfiles);
    }

    private static double[][] copy(double[][] rows) {
        double[][] copy = new double[rows.length][];
        for (int i = 0; i < copy.length; i++) copy[i] = rows[i].clone();
        return copy;
    }

    /** The design of its networks. */
    public NetworkDesign design() {
        return networks.design();
    }

    /** The number of weights. */
    public int weightCount() {
        return networks.layout().weightCount();
    }

    Scales scales() {
        return scales;
    }

    Networks networks() {
        return networks;
    }

    Weights weights() {
        return weights;
    }
}
