package bayesflow4j.training;

import bayesflow4j.engine.memory.Weights;
import bayesflow4j.engine.optimizer.Descent;
import bayesflow4j.posterior.Provenance.LossPoint;
import java.util.ArrayList;
import java.util.List;

/**
 * Everything that the rest of a training run depends on besides seed, design and plan. Continuing from a copy gives the
 * same result as not stopping.
 */
final class State {
    long step;
    /** An estimate under a time budget, 0 before the first step. */
    long totalSteps;
    /** The factor applied to the schedule's rate after restarts. */
    float rateFactor = 1;

    int restarts;
    double loss = Double.NaN;
    double bestLoss = Double.POSITIVE_INFINITY;
    long bestStep;
    int validationsSinceBest;
    int reductions;
    double seconds;
    long failedSimulations;
    long attemptedSimulations;
    List<LossPoint> history = new ArrayList<>();
    float[] weights;
    float[] mean;
    float[] square;
    /** The optimizer's state besides the moments. */
    float[] bases;
    /** The weights with the best validation loss, kept only if training may end early. */
    float[] best;

    State(int size, int basesSize) {
        weights = new float[size];
        mean = new float[size];
        square = new float[size];
        bases = new float[basesSize];
        best = new float[0];
    }

    /** A copy with the current weights and moments. */
    State copy(Weights now, Descent descent) {
        State copy = new State(now.values().length, descent.bases().length);
        copy.take(this);
        copy.weights = now.values().clone();
        copy.mean = descent.moments()[0].clone();
        copy.square = descent.moments()[1].clone();
        copy.bases = descent.bases().clone();
        return copy;
    }

    /** Copies everything but the weights and moments from another state. */
    void take(State other) {
        step = other.step;
        totalSteps = other.totalSteps;
        rateFactor = other.rateFactor;
        restarts = other.restarts;
        loss = other.loss;
        bestLoss = other.bestLoss;
        bestStep = other.bestStep;
        validationsSinceBest = other.validationsSinceBest;
        reductions = other.reductions;
        seconds = other.seconds;
        failedSimulations = other.failedSimulations;
        attemptedSimulations = other.attemptedSimulations;
        history = new ArrayList<>(other.history);
        best = other.best;
    }

    /** Restores the weights and moments of this state. */
    void restore(Weights now, Descent descent) {
        System.arraycopy(weights, 0, now.values(), 0, weights.length);
        now.transpose();
        descent.resume(step, mean, square, bases);
    }
}
