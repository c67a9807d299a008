package bayesflow4j.sequential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.catalog.CaseMethods;
import bayesflow4j.method.Fitting;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.model.distribution.Distribution;
import bayesflow4j.storage.FieldException;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class CaseMethodLawsTest {
    private abstract static class Sequential extends CaseMethodLaws {
        @Override
        protected Map<String, Object> quick() {
            return Map.of("simulations", 240, "rounds", 2);
        }

        /** Amortized training mixes several networks for this many simulations of a bounded prior. */
        @Test
        void aRoundHasOneNetworkHoweverManySimulations() {
            GenerativeModel bounded = GenerativeModel.of(
                    "bounded",
                    Prior.of("a", Distribution.uniform(0, 1)),
                    (theta, count, rng) -> Observations.ofVector(theta[0] + rng.nextGaussian()),
                    ObservationCount.exactly(1),
                    DataKind.VECTOR,
                    "x");
            LocalNetwork network = new LocalNetwork((SequentialMethod) CaseMethods.named(name()), 10_000);
            assertEquals(1, network.trainer(bounded, Fitting.DEFAULT).plan().members());
            Fitting several = Fitting.DEFAULT.withSettings(Map.of("training", Map.of("members", 3)));
            FieldException e = assertThrows(FieldException.class, () -> network.trainer(bounded, several));
            assertTrue(e.getMessage().contains("members"), e.getMessage());
        }
    }

    @Nested
    class A extends Sequential {
        @Override
        protected String name() {
            return "snpe-a";
        }
    }

    @Nested
    class B extends Sequential {
        @Override
        protected String name() {
            return "snpe-b";
        }
    }

    @Nested
    class C extends Sequential {
        @Override
        protected String name() {
            return "snpe-c";
        }
    }

    @Nested
    class Truncated extends Sequential {
        @Override
        protected String name() {
            return "tsnpe";
        }
    }

    @Nested
    class Populations extends CaseMethodLaws {
        @Override
        protected String name() {
            return "smc-abc";
        }

        @Override
        protected Map<String, Object> quick() {
            return Map.of("particles", 100, "populations", 4);
        }
    }

    @Nested
    class LearnedDistance extends CaseMethodLaws {
        @Override
        protected String name() {
            return "smc-abc";
        }

        @Override
        protected Map<String, Object> quick() {
            return Map.of("particles", 100, "populations", 3, "distance", "learned");
        }
    }
}
