package bayesflow4j.amortized;

import bayesflow4j.model.GenerativeModel;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.EstimatorLaws;
import bayesflow4j.random.Seed;
import bayesflow4j.training.Trainer;
import bayesflow4j.training.TrainingPlan;
import org.junit.jupiter.api.BeforeAll;

/** A network after a few steps keeps what every estimator promises, on bounds that depend on another parameter. */
class AmortizedPosteriorLawsTest extends EstimatorLaws {
    private static Estimator trained;

    @BeforeAll
    static void train() {
        trained = Trainer.of(NetworkFileTest.model())
                .withPlan(TrainingPlan.DEFAULT.withBatch(16).withSteps(200).withValidation(100, 64))
                .withSeed(new Seed(3))
                .train();
    }

    @Override
    protected Estimator estimator() {
        return trained;
    }

    @Override
    protected GenerativeModel model() {
        return NetworkFileTest.model();
    }
}
