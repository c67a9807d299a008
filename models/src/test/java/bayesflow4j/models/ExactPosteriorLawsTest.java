package bayesflow4j.models;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bayesflow4j.catalog.Models;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.EstimatorLaws;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Exact posteriors are estimators like any other. */
class ExactPosteriorLawsTest {
    @Nested
    class OfMvn extends Laws {
        OfMvn() {
            super("mvn");
        }
    }

    @Nested
    class OfGmm extends Laws {
        OfGmm() {
            super("gmm");
        }
    }

    @Nested
    class OfRegression extends Laws {
        OfRegression() {
            super("regression");
        }
    }

    abstract static class Laws extends EstimatorLaws {
        private final String name;

        Laws(String name) {
            this.name = name;
        }

        @Override
        protected Estimator estimator() {
            return Models.exactPosterior(name).orElseThrow();
        }

        @Override
        protected GenerativeModel model() {
            return Models.named(name);
        }

        @Test
        void provenanceLeadsBackToTheModel() {
            assertEquals("exact", estimator().provenance().method());
            assertEquals(name, Models.named(estimator().provenance().model()).name());
        }
    }
}
