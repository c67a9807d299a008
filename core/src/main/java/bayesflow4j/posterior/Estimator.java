package bayesflow4j.posterior;

import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.random.Seed;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * x ↦ p(θ | x), exact or approximate, for the data sets that its {@link Schema} describes: a trained network, a table of
 * simulations, a formula. Immutable and safe to share between threads.
 */
public interface Estimator {
    /**
     * The posterior given one data set; whatever depends on the data alone is computed here, once.
     *
     * @throws IllegalArgumentException if the data set does not fit the {@link #schema}
     */
    Posterior given(Observations x);

    /** The data sets it accepts and the parameters it infers. */
    Schema schema();

    /** How it was made. */
    Provenance provenance();

    /**
     * An estimator for data sets of a model, by a function.
     *
     * @param method what it is to be called
     */
    static Estimator of(String method, GenerativeModel model, Function<Observations, Posterior> given) {
        Schema schema = Schema.of(model);
        Provenance provenance = Provenance.of(method, model.name(), model.ready());
        return new Estimator() {
            @Override
            public Posterior given(Observations x) {
                schema.require(x);
                return given.apply(x);
            }

            @Override
            public Schema schema() {
                return schema;
            }

            @Override
            public Provenance provenance() {
                return provenance;
            }
        };
    }

    /**
     * Draws for many data sets, possibly of different N, on all cores. Data set k uses {@code seed.nth(k)}, so the
     * first one gets the draws that it would get alone.
     */
    default List<Draws> sample(List<Observations> dataSets, int count, Seed seed) {
        return IntStream.range(0, dataSets.size())
                .parallel()
                .mapToObj(k -> given(dataSets.get(k)).sample(count, seed.nth(k)))
                .toList();
    }
}
