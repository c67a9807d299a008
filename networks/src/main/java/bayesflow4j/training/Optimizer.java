package bayesflow4j.training;

import bayesflow4j.engine.kernel.Adam;
import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Weights;
import bayesflow4j.engine.optimizer.Descent;
import bayesflow4j.engine.optimizer.Rotation;
import bayesflow4j.engine.optimizer.Workers;
import java.util.Optional;

/**
 * How weights follow their gradients.
 *
 * @param clipNorm global norm that gradients are clipped to
 * @param weightDecay decoupled, per unit of learning rate
 */
public record Optimizer(Method method, float clipNorm, float weightDecay) {
    /** Adam in turned bases: what works without tuning. */
    public static final Optimizer SOAP = new Optimizer(Method.SOAP, 5f, 1e-5f);

    /** As in the paper. */
    public static final Optimizer ADAM = new Optimizer(Method.ADAM, 5f, 1e-5f);

    /** What a step is made of. */
    public enum Method {
        /** Adam with decoupled weight decay. */
        ADAM(Adam.DEFAULT, Optional.empty()),
        /** Adam in bases where gradients are least correlated: a dearer step, and fewer of them. */
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
