package bayesflow4j.posterior;

import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import java.util.function.Function;

/** x ↦ p(θ | x) in closed form, the reference for approximations. */
public interface ExactPosterior extends Estimator {
    @Override
    Given given(Observations x);

    /** That of a model, by a formula that holds for any number of rows. */
    static ExactPosterior of(GenerativeModel model, Function<Observations, Given> formula) {
        Schema schema = Schema.of(
                model.kind() == DataKind.VECTOR
                        ? model
                        : model.withCount(ObservationCount.between(1, Integer.MAX_VALUE)));
        Provenance provenance = Provenance.of("exact", model.name(), model.ready());
        return new ExactPosterior() {
            @Override
            public Given given(Observations x) {
                schema.require(x);
                return formula.apply(x);
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

    /** p(θ | x) for one data set x, with its moments. */
    interface Given extends DensityPosterior {
        /** E[θ | x] [D]. */
        double[] mean();

        /** Cov[θ | x] [D, D]. */
        double[][] covariance();
    }
}
