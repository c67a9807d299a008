package bayesflow4j.models;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.catalog.ModelFamily;
import bayesflow4j.catalog.Models;
import bayesflow4j.model.Batch;
import bayesflow4j.model.Column;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Parameter;
import bayesflow4j.model.Prior;
import bayesflow4j.model.PriorLaws;
import bayesflow4j.model.SimulatorLaws;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ModelsTest {
    @Test
    void allAreFoundByName() {
        assertEquals(
                List.of("gmm", "influenza", "lfm", "lotka-volterra", "mvn", "regression", "ricker", "sir"),
                Models.families().stream().map(ModelFamily::name).toList());
    }

    @Test
    void parametersAndColumnsHaveTheirNames() {
        Map<String, String> expected = Map.of(
                "ricker", "r, sigma, rho, u / count",
                "lfm", "v0, v1, a, t0, zr, alpha / rt0, rt1",
                "sir", "beta, gamma / S, I, R",
                "lotka-volterra", "alpha, beta, gamma, delta / prey, predator",
                "regression", "beta1, beta2, beta3, beta4 / x1, x2, x3, x4, y",
                "mvn:dimension=2", "mu1, mu2 / x1, x2",
                "gmm", "theta1, theta2 / red, green, blue, yellow",
                "influenza", "beta, gamma, kappa / in_bed");
        expected.forEach((name, names) -> {
            GenerativeModel model = Models.named(name);
            List<String> parameters =
                    model.prior().parameters().stream().map(Parameter::name).toList();
            List<String> columns = model.columns().stream().map(Column::name).toList();
            assertEquals(names, String.join(", ", parameters) + " / " + String.join(", ", columns));
            assertEquals(name, model.name());
        });
    }

    @Test
    void anUnknownNameIsAnsweredWithTheNearest() {
        assertUnknown("rikcer", "Did you mean \"ricker\"?");
        assertUnknown("lotka_volterra", "Did you mean \"lotka-volterra\"?");
        assertUnknown("flu", "There are: gmm, influenza");
        assertUnknown("sirr:iota=0", "Did you mean \"sir\"?");
    }

    /** Recorded when it was written: the same seed gives the same numbers on any machine and in any later version. */
    @Test
    void simulationsStayWhatTheyAre() {
        Map<String, Integer> hashes = new TreeMap<>();
        Models.families().forEach(family -> {
            Batch batch = Models.named(family.name()).batch(new Seed(1), 0, 3);
            hashes.put(family.name(), 31 * Arrays.deepHashCode(batch.theta()) + Arrays.hashCode(batch.x()));
        });
        assertEquals(GOLDEN, hashes.toString());
    }

    private static final String GOLDEN = "{gmm=1395438879, influenza=2127094743, lfm=294217446"
            + ", lotka-volterra=1143255895, mvn=799256494, regression=-1392814735, ricker=2142680042, sir=1685096476}";

    private static void assertUnknown(String name, String answer) {
        String message = assertThrows(IllegalArgumentException.class, () -> Models.named(name))
                .getMessage();
        assertTrue(message.contains(answer), message);
    }

    @Nested
    class OfSir extends PriorLaws {
        @Override
        protected Prior prior() {
            return Models.named("sir:gamma-from=0").prior();
        }
    }

    @Nested
    class OfInfluenza extends PriorLaws {
        @Override
        protected Prior prior() {
            return Models.named("influenza").prior();
        }
    }

    @Nested
    class OfGmm extends PriorLaws {
        @Override
        protected Prior prior() {
            return Models.named("gmm").prior();
        }
    }

    @Nested
    class OfLotkaVolterra extends PriorLaws {
        @Override
        protected Prior prior() {
            return Models.named("lotka-volterra:prior=log-uniform").prior();
        }
    }

    @Nested
    class Mvns extends SimulatorLaws {
        @Override
        protected GenerativeModel model() {
            return Models.named("mvn");
        }
    }

    @Nested
    class Gmms extends SimulatorLaws {
        @Override
        protected GenerativeModel model() {
            // Wide enough for clusters to overlap: otherwise a point all but fixes its color.
            return Models.named("gmm:variance=16");
        }
    }

    @Nested
    class Regressions extends SimulatorLaws {
        @Override
        protected GenerativeModel model() {
            return Models.named("regression");
        }
    }

    @Nested
    class Influenzas extends SimulatorLaws {
        @Override
        protected GenerativeModel model() {
            return Models.named("influenza");
        }
    }

    @Nested
    class StatisticsOfLotkaVolterra extends SimulatorLaws {
        @Override
        protected GenerativeModel model() {
            return Models.named("lotka-volterra:data=statistics");
        }

        @Override
        protected boolean isNoisy() {
            return false;
        }
    }
}
