package bayesflow4j.engine.optimizer;

import java.util.Arrays;

/** The loss or gradient of a training step is not finite; the weights are unchanged. */
public final class NonFiniteException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long step;
    private final double[] lastLosses;
    private final double gradientNorm;

    NonFiniteException(long step, double loss, double[] lastLosses, double gradientNorm) {
        super("step " + step + ": loss " + loss + ", gradient norm " + gradientNorm
                + ", expected finite numbers; the losses before it were " + Arrays.toString(lastLosses));
        this.step = step;
        this.lastLosses = lastLosses;
        this.gradientNorm = gradientNorm;
    }

    /** The step that failed, from 1. */
    public long step() {
        return step;
    }

    /** The losses of the steps before, oldest first. */
    public double[] lastLosses() {
        return lastLosses.clone();
    }

    /** The global norm of the gradient of that step. */
    public double gradientNorm() {
        return gradientNorm;
    }
}
