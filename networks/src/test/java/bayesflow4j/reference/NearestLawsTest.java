package bayesflow4j.reference;

import bayesflow4j.model.GenerativeModel;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.EstimatorLaws;
import org.junit.jupiter.api.BeforeAll;

/** What {@code abc-nn} fits keeps what every estimator promises, on bounds that depend on another parameter. */
class NearestLawsTest extends EstimatorLaws {
    private static Estimator fitted;

    @BeforeAll
    static void fit() {
        fitted = Examples.fit("abc-nn", Examples.nearest());
    }

    @Override
    protected Estimator estimator() {
        return fitted;
    }

    @Override
    protected GenerativeModel model() {
        return Examples.model();
    }
}
