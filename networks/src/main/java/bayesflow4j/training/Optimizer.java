package bayesflow4j.training;

import bayesflow4j.engine.kernel.Adam;
import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Weights;
import bayesflow4j.engine.optimizer.Descent;
import bayesflow4j.engine.optimizer.Rotation;
import bayesflow4j.engine.optimizer.Workers;
import java.util.Optional;

/**
 * The update rule for the weights.
 *
 * @param clipNorm bound on the global norm of the gradient
 * @param weightDecay decoupled, per unit of learning rate
 */
public record Optimizer(Method method, float clipNorm, float weightDecay) {
    /** Adam in rotated bases, which works without tuning. */
    public static final Optimizer SOAP = new Optimizer(Method.SOAP, 5f, 1e-5f);

    /** As in the paper. */
    public static final Optimizer ADAM = new Optimizer(Method.ADAM, 5f, 1e-5f);

    /** The kind of step. */
    public enum Method {
        /** Adam with decoupled weight decay. */
        ADAM(Adam.DEFAULT, Optional.empty()),
        /** Adam in bases that decorrelate the gradient: steps cost more, and fewer are needed. */
        SOAP(new Adam(0.95f, 0.99f, 1e-8f, 0f), Optional.of(Rotation.DEFAULT));

        private final Adam adam;
        private final Optional<Rotation> rotation;

        Method(Adam adam, Optional<Rotation> rotation) {
            this.adam = adam;
            this.rotation = rotation;
        }
    }

    public Optimizer {
        if (!(clipNorm > 0)) throw new IllegalArgumentException("clipNorm: expected above 0, got " + clipNorm);
        if (!(weightDecay >= 0))
            throw new IllegalArgumentException("weightDecay: expected 0 or more, got " + weightDecay);
    }

    /** The same with this weight decay. */
    public Optimizer withWeightDecay(float weightDecay) {
        return new Optimizer(method, clipNorm, weightDecay);
    }

    Descent descent(Weights weights, Workers workers) {
        Adam adam = method.adam.withWeightDecay(weightDecay);
        return new Descent(weights, Kernels.best(), workers, adam, method.rotation, clipNorm);
    }
}
