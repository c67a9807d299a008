package bayesflow4j.training;

import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.storage.FieldException;
import java.util.Optional;

/**
 * How a network is trained on stored simulations and those of a surrogate together: there are more of them, so that
 * its design and plan may differ from those for the stored ones alone.
 */
record Augmentation(NetworkDesign design, TrainingPlan plan) {
    /** Refuses simulations of a surrogate where there can be none, or where they do not follow the distribution of the others. */
    static void requireFits(GenerativeModel model, Optional<SimulationTable> table, Criterion criterion) {
        if (table.isEmpty()) throw wrong("stored simulations to learn from, got none");
        if (!Surrogate.fits(model))
            throw wrong("continuous parameters and data vectors of at most " + Surrogate.MOST_COLUMNS
                    + " numbers without gaps and covariates, got the model " + model.name());
        if (!(criterion instanceof Criterion.Likelihood)) throw wrong("parameters from the prior, got " + criterion);
    }

    private static FieldException wrong(String expected) {
        return new FieldException("training.surrogate", "expected 0, or " + expected);
    }
}
