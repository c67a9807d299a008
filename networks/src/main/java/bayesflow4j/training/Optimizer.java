package bayesflow4j.training;

import bayesflow4j.engine.Adam;
import bayesflow4j.engine.Rotation;
import java.util.Optional;

/** How weights follow their gradients. */
public enum Optimizer {
    /** Adam with decoupled weight decay, as in the paper. */
    ADAM(Adam.DEFAULT, Optional.empty()),
    /** Adam in bases where gradients are least correlated: a dearer step, and several times fewer of them. */
    SOAP(new Adam(0.95f, 0.99f, 1e-8f, 0f), Optional.of(Rotation.DEFAULT));

    private final Adam adam;
    private final Optional<Rotation> rotation;

    Optimizer(Adam adam, Optional<Rotation> rotation) {
        this.adam = adam;
        this.rotation = rotation;
    }

    Adam adam() {
        return adam;
    }

    Optional<Rotation> rotation() {
        return rotation;
    }
}
