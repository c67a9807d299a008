package bayesflow4j.model;

import static bayesflow4j.model.distribution.Distribution.normal;
import static bayesflow4j.model.distribution.Distribution.uniform;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** For each law an implementation that breaks it. */
class LawsCatchMistakesTest {
    private static final Prior RIGHT = Prior.of("a", uniform(0, 1)).and("b", normal(0, 1));

    /** A prior that is right but for what a subclass changes. */
    private static class Wrong implements Prior {
        @Override
        public List<Parameter> parameters() {
            return RIGHT.parameters();
        }

        @Override
        public double[] sample(RandomGenerator rng) {
            return RIGHT.sample(rng);
        }

        @Override
        public double logDensity(double[] theta) {
            return RIGHT.logDensity(theta);
        }

        @Override
        public List<String> notation() {
            return RIGHT.notation();
        }
    }

    private static PriorLaws laws(Prior prior) {
        return new PriorLaws() {
            @Override
            protected Prior prior() {
                return prior;
            }
        };
    }

    private static SimulatorLaws laws(Simulator simulator) {
        return new SimulatorLaws() {
            @Override
            protected GenerativeModel model() {
                return GenerativeModel.of("wrong", RIGHT, simulator, ObservationCount.between(2, 4), DataKind.SET, "x");
            }
        };
    }

    @Test
    void aDrawOutsideOfTheSupport() {
        Prior wrong = new Wrong() {
            @Override
            public double[] sample(RandomGenerator rng) {
                return new double[] {1.001 * rng.nextDouble(), 0};
            }
        };
        assertThrows(AssertionError.class, laws(wrong)::drawsLieInTheSupport);
    }

    @Test
    void aDensityOfAnotherDistribution() {
        Prior wrong = new Wrong() {
            @Override
            public double logDensity(double[] theta) {
                return Prior.of("a", uniform(0, 1)).and("b", normal(0, 1.1)).logDensity(theta);
            }
        };
        assertThrows(AssertionError.class, laws(wrong)::theDensityBelongsToTheDraws);
    }

    @Test
    void aMapThatForgetsItsSlope() {
        Prior wrong = new Wrong() {
            @Override
            public double logSlope(double[] theta) {
                return 0;
            }
        };
        assertThrows(AssertionError.class, laws(wrong)::logSlopeIsTheLogDeterminant);
    }

    @Test
    void aMapThatLeavesTheSupport() {
        Prior wrong = new Wrong() {
            @Override
            public double[] fromReal(double[] real) {
                return real;
            }
        };
        assertThrows(AssertionError.class, laws(wrong)::everyRealPointStandsForAParameterInTheSupport);
        assertThrows(AssertionError.class, laws(wrong)::toRealAndBackIsTheIdentity);
    }

    @Test
    void missingNotationAndHiddenState() {
        AtomicInteger calls = new AtomicInteger();
        Prior wrong = new Wrong() {
            @Override
            public List<String> notation() {
                return List.of();
            }

            @Override
            public double[] sample(RandomGenerator rng) {
                return new double[] {0.5, calls.getAndIncrement()};
            }
        };
        assertThrows(AssertionError.class, laws(wrong)::namesDifferAndEveryParameterIsWritten);
        assertThrows(AssertionError.class, laws(wrong)::theSameStreamGivesTheSameDraw);
    }

    @Test
    void aSimulatorOfTheWrongShape() {
        Simulator wrong = (theta, count, rng) -> new Observations(3, 1, new float[3]);
        assertThrows(AssertionError.class, laws(wrong)::dataHaveTheShapeThatWasAskedForAndAreFinite);
    }

    @Test
    void aSimulatorWithAGeneratorOfItsOwn() {
        AtomicInteger calls = new AtomicInteger();
        Simulator wrong = (theta, count, rng) -> {
            float[] x = new float[count];
            x[0] = calls.getAndIncrement();
            return new Observations(count, 1, x);
        };
        assertThrows(AssertionError.class, laws(wrong)::theSameStreamGivesTheSameData);
        assertThrows(AssertionError.class, laws(wrong)::aBatchIsTheSameOnAnyNumberOfThreads);
        assertThrows(AssertionError.class, laws(wrong)::aLargerBatchBeginsWithTheSmallerOne);
    }

    @Test
    void aSimulatorThatIgnoresItsArguments() {
        Simulator wrong = (theta, count, rng) -> new Observations(count, 1, new float[count]);
        assertThrows(AssertionError.class, laws(wrong)::theParametersMatter);
        assertThrows(AssertionError.class, laws(wrong)::anotherStreamGivesOtherData);
    }
}
