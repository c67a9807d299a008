package bayesflow4j.external;

import bayesflow4j.model.Gaps;
import bayesflow4j.model.GenerativeModel;

/** What a model file says about missing values in its data. */
public sealed interface Missing {
    /** The model with such values. */
    GenerativeModel in(GenerativeModel model);

    /** None: a simulation with missing values has failed. */
    record Never() implements Missing {
        @Override
        public GenerativeModel in(GenerativeModel model) {
            return model;
        }
    }

    /** Those that the simulator returns. */
    record Allowed() implements Missing {
        @Override
        public GenerativeModel in(GenerativeModel model) {
            return model.withMissing();
        }
    }

    /** Those that the simulator returns, and gaps that are drawn. */
    record Drawn(Gaps gaps) implements Missing {
        @Override
        public GenerativeModel in(GenerativeModel model) {
            return model.withGaps(gaps);
        }
    }
}
