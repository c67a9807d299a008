package bayesflow4j.classical.abc;

import bayesflow4j.classical.Lottery;
import bayesflow4j.classical.Statistics;
import bayesflow4j.classical.TableEstimator;
import bayesflow4j.model.Domain;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.posterior.Schema;
import bayesflow4j.posterior.Summarized;
import bayesflow4j.random.Seed;
import java.util.random.RandomGenerator;

/**
 * x ↦ p(θ | s near s(x)): approximate Bayesian computation, with the k simulations of a table whose statistics are nearest to
 * those of the data.
 */
public final class AbcPosterior implements TableEstimator {
    private final Statistics statistics;
    private final NearestRows rows;
    private final Acceptance acceptance;
    private final Domain domain;
    private final Schema schema;
    private final Provenance provenance;

    /**
     * Which simulations are kept, and what is made of them.
     *
     * @param count k
     */
    public record Acceptance(int count, Adjustment adjustment) {
        /** Refuses to keep none. */
        public Acceptance {
            if (count < 1) throw new IllegalArgumentException("accepted: expected at least 1, got " + count);
        }
    }

    /** By a table whose statistics are those of {@code statistics} and whose θ lie in the domain. */
    public AbcPosterior(
            Statistics statistics,
            NearestRows rows,
            Acceptance acceptance,
            Domain domain,
            Schema schema,
            Provenance provenance) {
        this.statistics = statistics;
        this.rows = rows;
        this.acceptance = acceptance;
        this.domain = domain;
        this.schema = schema;
        this.provenance = provenance;
        int dimension = rows.table().dimension();
        if (dimension != domain.dimension() || dimension != schema.parameters().size())
            throw new IllegalArgumentException(
                    "table: expected " + schema.parameters().size() + " parameters, got " + dimension
                            + " and a domain of " + domain.dimension());
        if (acceptance.count() > rows.table().rows())
            throw new IllegalArgumentException("accepted: expected at most "
                    + rows.table().rows() + ", the rows of the table, got " + acceptance.count());
    }

    /** The table and its index. */
    public NearestRows rows() {
        return rows;
    }

    /** Which simulations are kept. */
    public Acceptance acceptance() {
        return acceptance;
    }

    @Override
    public Given given(Observations x) {
        schema.require(x);
        double[] summary = statistics.of(x);
        NearestRows.Neighbors near = rows.nearest(summary, acceptance.count());
        double[][] theta = new double[acceptance.count()][];
        for (int i = 0; i < theta.length; i++) theta[i] = rows.table().theta(near.rows()[i]);
        double[][] offsets = rows.offsets(near.rows(), summary);
        Neighborhood neighborhood = new Neighborhood(theta, offsets, near.distances());
        return new Given(summary, acceptance.adjustment().apply(neighborhood, domain));
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public Provenance provenance() {
        return provenance;
    }

    /** p(θ | s near s(x)) with x fixed. */
    public final class Given implements Summarized {
        private final double[] summary;
        private final WeightedDraws accepted;
        private final Lottery lottery;

        private Given(double[] summary, WeightedDraws accepted) {
            this.summary = summary;
            this.accepted = accepted;
            lottery = new Lottery(accepted.weights());
        }

        /** The k simulations, adjusted and weighted: all there is, without the chance of draws. */
        public WeightedDraws accepted() {
            return accepted;
        }

        @Override
        public double[] summary() {
            return summary.clone();
        }

        @Override
        public Draws sample(int count, Seed seed) {
            RandomGenerator rng = seed.stream(0);
            double[][] draws = new double[count][];
            for (int l = 0; l < count; l++) draws[l] = accepted.theta()[lottery.draw(rng)];
            return Draws.of(schema.parameterNames(), draws);
        }
    }
}
