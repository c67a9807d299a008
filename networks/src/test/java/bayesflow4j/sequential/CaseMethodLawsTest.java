package bayesflow4j.sequential;

import java.util.Map;
import org.junit.jupiter.api.Nested;

class CaseMethodLawsTest {
    private abstract static class Sequential extends CaseMethodLaws {
        @Override
        protected Map<String, Object> quick() {
            return Map.of("simulations", 240, "rounds", 2);
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
