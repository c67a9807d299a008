package bayesflow4j.classical.forest;

import bayesflow4j.classical.ReferenceTable;
import bayesflow4j.classical.Statistics;
import bayesflow4j.classical.TableEstimator;
import bayesflow4j.model.Domain;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.posterior.Schema;
import bayesflow4j.posterior.Summarized;
import bayesflow4j.random.Seed;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * x ↦ Π p(θⱼ | s(x)), the posterior marginals by one quantile regression forest per parameter (ABC-RF; Raynal et al. 2019).
 *
 * <p>D forests say nothing about how parameters hang together. Draws therefore take each parameter from its own marginal,
 * independently: their columns can be used, their correlations are zero whatever those of the posterior are.
 */
public final class ForestPosterior implements TableEstimator {
    /** Independent draws can violate bounds that depend on other parameters; so often they are drawn again. */
    private static final int ATTEMPTS = 100;

    private final Statistics statistics;
    private final LinearAxes axes;
    private final List<QuantileForest> forests;
    private final Domain domain;
    private final Schema schema;
    private final Provenance provenance;

    /**
     * By D forests that were grown on the same table, in the order of the parameters.
     *
     * @param axes that make features of the statistics
     */
    public ForestPosterior(
            Statistics statistics,
            LinearAxes axes,
            List<QuantileForest> forests,
            Domain domain,
            Schema schema,
            Provenance provenance) {
        this.statistics = statistics;
        this.axes = axes;
        this.forests = List.copyOf(forests);
        this.domain = domain;
        this.schema = schema;
        this.provenance = provenance;
        if (forests.size() != domain.dimension()
                || forests.size() != schema.parameters().size())
            throw new IllegalArgumentException(
                    "forests: expected " + schema.parameters().size() + ", one per parameter, got " + forests.size()
                            + " and a domain of " + domain.dimension());
        for (QuantileForest forest : forests)
            if (forest.rows() != forests.getFirst().rows() || forest.features() != axes.width())
                throw new IllegalArgumentException("forests: expected all on one table of "
                        + forests.getFirst().rows() + " × " + axes.width() + ", got one of " + forest.rows() + " × "
                        + forest.features());
    }

    /** The forests, in the order of the parameters. */
    public List<QuantileForest> forests() {
        return forests;
    }

    /** What makes features of the statistics. */
    public LinearAxes axes() {
        return axes;
    }

    @Override
    public Given given(Observations x) {
        schema.require(x);
        double[] summary = statistics.of(x);
        float[] features = axes.features(ReferenceTable.floats(summary));
        return new Given(
                summary, forests.stream().map(forest -> forest.given(features)).toList());
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public Provenance provenance() {
        return provenance;
    }

    /** Π p(θⱼ | s(x)) with x fixed. */
    public final class Given implements Summarized {
        private final double[] summary;
        private final List<ForestMarginal> marginals;

        private Given(double[] summary, List<ForestMarginal> marginals) {
            this.summary = summary;
            this.marginals = marginals;
        }

        /** p(θⱼ | s(x)): mean, variance and quantiles without the chance of draws. */
        public ForestMarginal marginal(int j) {
            return marginals.get(j);
        }

        @Override
        public double[] summary() {
            return summary.clone();
        }

        @Override
        public Draws sample(int count, Seed seed) {
            RandomGenerator rng = seed.stream(0);
            double[][] draws = new double[count][];
            for (int l = 0; l < count; l++) draws[l] = draw(rng);
            return Draws.of(schema.parameterNames(), draws);
        }

        /** Independent parameters within the support; a whole row of the table if they do not come out so. */
        private double[] draw(RandomGenerator rng) {
            double[] theta = new double[marginals.size()];
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                for (int j = 0; j < theta.length; j++)
                    theta[j] = marginals.get(j).sample(rng);
                if (domain.contains(theta)) return theta;
            }
            int row = marginals.getFirst().row(rng);
            for (int j = 0; j < theta.length; j++) theta[j] = forests.get(j).targets()[row];
            return theta;
        }
    }
}
