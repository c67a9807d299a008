package bayesflow4j.benchmarks.tasks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.model.Batch;
import bayesflow4j.model.Prior;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class TasksTest {
    @Test
    void thereAreTenAndTheyAreFoundByName() {
        assertEquals(
                List.of(
                        "gaussian-linear",
                        "gaussian-linear-uniform",
                        "slcp",
                        "slcp-distractors",
                        "bernoulli-glm",
                        "bernoulli-glm-raw",
                        "gaussian-mixture",
                        "two-moons",
                        "sir-ode",
                        "lotka-volterra-ode"),
                Tasks.names());
        for (String name : Tasks.names()) assertEquals(name, Tasks.named(name).name());
        String message = assertThrows(IllegalArgumentException.class, () -> Tasks.named("two-moon"))
                .getMessage();
        assertTrue(message.contains("Did you mean \"two-moons\"?"), message);
    }

    /** Recorded when it was written: results stay comparable as long as the observations stay the same. */
    @Test
    void observationsStayWhatTheyAre() {
        Map<String, Integer> hashes = new TreeMap<>();
        for (Task task : Tasks.all())
            hashes.put(task.name(), task.observations().hashCode());
        assertEquals(GOLDEN, hashes.toString());
    }

    private static final String GOLDEN = "{bernoulli-glm=390431657, bernoulli-glm-raw=1906208129"
            + ", gaussian-linear=1811657751, gaussian-linear-uniform=-1270914456, gaussian-mixture=183056493"
            + ", lotka-volterra-ode=592827439, sir-ode=679151041, slcp=471215771, slcp-distractors=-607472790"
            + ", two-moons=2119367306}";

    /** The notation of a prior, read again, is the same prior: the chain of filter taps is written as it is computed. */
    @Test
    void priorsCanBeWritten() {
        for (Task task : Tasks.all()) {
            Prior prior = task.model().prior();
            Prior read = Prior.parse(prior.names(), prior.notation());
            assertArrayEquals(
                    prior.sample(new Seed(1).stream(0)), read.sample(new Seed(1).stream(0)), 1e-12, task.name());
        }
    }

    /** F f has covariance I; its entries are sums of 20 000 independent terms, 6 standard errors apart at most. */
    @Test
    void filterTapsHaveTheirCovariance() {
        Batch batch = Tasks.named("bernoulli-glm").model().batch(new Seed(5), 0, 20_000);
        double[][] moments = new double[9][9];
        double offset = 0;
        for (double[] theta : batch.theta()) {
            double[] f = Arrays.copyOfRange(theta, 1, 10);
            double[] z = new double[9];
            for (int i = 0; i < 9; i++)
                z[i] = (1 + Math.sqrt(i / 9.0)) * f[i] - (i > 0 ? 2 * f[i - 1] : 0) + (i > 1 ? f[i - 2] : 0);
            for (int i = 0; i < 9; i++) for (int j = 0; j < 9; j++) moments[i][j] += z[i] * z[j] / 20_000;
            offset += theta[0] * theta[0] / 20_000;
        }
        for (int i = 0; i < 9; i++)
            for (int j = 0; j < 9; j++) assertEquals(i == j ? 1 : 0, moments[i][j], i == j ? 0.06 : 0.042);
        assertEquals(2, offset, 0.12);
    }

    @Nested
    class OfGaussianLinear extends TaskLaws {
        @Override
        protected Task task() {
            return Tasks.named("gaussian-linear");
        }
    }

    @Nested
    class OfGaussianLinearUniform extends TaskLaws {
        @Override
        protected Task task() {
            return Tasks.named("gaussian-linear-uniform");
        }
    }

    @Nested
    class OfGaussianMixture extends TaskLaws {
        @Override
        protected Task task() {
            return Tasks.named("gaussian-mixture");
        }
    }

    @Nested
    class OfTwoMoons extends TaskLaws {
        @Override
        protected Task task() {
            return Tasks.named("two-moons");
        }
    }

    @Nested
    class OfSlcp extends TaskLaws {
        @Override
        protected Task task() {
            return Tasks.named("slcp");
        }

        @Override
        protected int dataSets() {
            return 100;
        }
    }

    @Nested
    class OfSlcpWithDistractors extends TaskLaws {
        @Override
        protected Task task() {
            return Tasks.named("slcp-distractors");
        }

        @Override
        protected int dataSets() {
            return 100;
        }
    }

    @Nested
    class OfBernoulliGlm extends TaskLaws {
        @Override
        protected Task task() {
            return Tasks.named("bernoulli-glm");
        }

        @Override
        protected int dataSets() {
            return 30;
        }
    }

    @Nested
    class OfRawBernoulliGlm extends TaskLaws {
        @Override
        protected Task task() {
            return Tasks.named("bernoulli-glm-raw");
        }

        @Override
        protected int dataSets() {
            return 15;
        }

        @Override
        protected int compared() {
            return 300;
        }
    }

    @Nested
    class OfSirOde extends TaskLaws {
        @Override
        protected Task task() {
            return Tasks.named("sir-ode");
        }

        @Override
        protected int dataSets() {
            return 40;
        }

        @Override
        protected int compared() {
            return 500;
        }
    }

    @Nested
    class OfLotkaVolterraOde extends TaskLaws {
        @Override
        protected Task task() {
            return Tasks.named("lotka-volterra-ode");
        }

        @Override
        protected int dataSets() {
            return 40;
        }

        @Override
        protected int compared() {
            return 400;
        }
    }
}
