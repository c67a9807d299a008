package bayesflow4j.cli;

import static bayesflow4j.model.distribution.Distribution.normal;
import static bayesflow4j.model.distribution.Distribution.uniform;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.check.Likeness;
import bayesflow4j.check.ModelCheck;
import bayesflow4j.diagnostics.Verdict;
import bayesflow4j.head.flow.CouplingDesign;
import bayesflow4j.head.flow.CouplingHead;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.random.Seed;
import bayesflow4j.summary.Invariant;
import bayesflow4j.summary.Pool;
import bayesflow4j.training.RateDesign;
import bayesflow4j.training.Trainer;
import bayesflow4j.training.TrainingPlan;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is said of real networks: a good one is trusted, a bad one is not, and strange data are noticed. */
class NetworkVerdictTest {
    private static final int ROWS = 10;
    private static AmortizedPosterior trained;

    /** Mean and standard deviation of a normal, of which ten draws are seen, times {@code stretch}. */
    private static GenerativeModel model(double stretch) {
        return GenerativeModel.of(
                "normal",
                Prior.of("mu", normal(0, 1)).and("sigma", uniform(0.5, 2)),
                (theta, count, rng) -> {
                    float[] x = new float[count];
                    for (int i = 0; i < count; i++) x[i] = (float) (theta[0] + stretch * theta[1] * rng.nextGaussian());
                    return new Observations(count, 1, x);
                },
                ObservationCount.exactly(ROWS),
                DataKind.SET,
                "x");
    }

    private static AmortizedPosterior train(GenerativeModel model, long steps) {
        return Trainer.of(model)
                .withDesign(new NetworkDesign(
                        new Invariant(0, 32, 2, 16, Pool.MEAN),
                        new CouplingHead(3, CouplingDesign.DEFAULT.withHidden(32, 32)),
                        false))
                .withPlan(TrainingPlan.DEFAULT.withSteps(steps).withRate(new RateDesign.Cosine(3e-3f, 20)))
                .withSeed(new Seed(11))
                .train();
    }

    private static Verdict.Grade grade(AmortizedPosterior posterior, GenerativeModel model) {
        return ModelCheck.of(model, posterior, 300, 500, new Seed(12)).verdict().grade();
    }

    @BeforeAll
    static void train() {
        trained = train(model(1), 5000);
    }

    @Test
    void aWellTrainedNetworkIsTrusted() {
        assertEquals(Verdict.Grade.GOOD, grade(trained, model(1)));
    }

    @Test
    void tooFewStepsAreNoticed() {
        assertEquals(Verdict.Grade.POOR, grade(train(model(1), 30), model(1)));
    }

    @Test
    void trainingOnAWrongSimulatorIsNoticed() {
        assertEquals(Verdict.Grade.POOR, grade(trained, model(1.5)));
    }

    /** Data of the model raise an alarm once in a hundred: of 200, 2 are expected and 9 are once in 5000 seeds. */
    @Test
    void contaminatedDataAreUnlikeAndOrdinaryDataAreNot() {
        List<Observations> ordinary =
                SimulationTable.of(model(1).batches(new Seed(13), 200, 1)).x();
        assertTrue(unlike(likeness(ordinary)) < 9);
        List<Observations> contaminated = ordinary.stream()
                .limit(20)
                .map(x -> contaminate(x, new Seed(14).stream(0)))
                .toList();
        Likeness likeness = likeness(contaminated);
        assertTrue(unlike(likeness) >= 15, unlike(likeness) + " of 20 contaminated sets noticed");
        assertTrue(likeness.warns());
        assertFalse(likeness(ordinary.subList(0, 20)).warns());
    }

    private static Likeness likeness(List<Observations> data) {
        return Likeness.of(trained, data, data.stream().map(trained::given).toList());
    }

    private static long unlike(Likeness likeness) {
        return IntStream.range(0, likeness.each().size())
                .filter(likeness::isUnlike)
                .count();
    }

    /** Two of the ten numbers come from elsewhere. */
    private static Observations contaminate(Observations x, RandomGenerator rng) {
        float[] values = x.values().clone();
        values[0] = (float) (25 + rng.nextGaussian());
        values[1] = (float) (-25 + rng.nextGaussian());
        return new Observations(ROWS, 1, values);
    }
}
