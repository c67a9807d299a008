package bayesflow4j.sequential;

import bayesflow4j.method.TrainingEvent;
import bayesflow4j.training.TrainingPlan;

/** When a training ends that goes on for as long as its loss on held-out simulations improves: the earliest step. */
final class Patience {
    private final TrainingPlan plan;
    private long validated;
    private int sinceBest;
    private int reductionsLeft;

    Patience(TrainingPlan plan) {
        this.plan = plan;
        this.reductionsLeft = plan.reductions();
    }

    void hear(TrainingEvent event) {
        switch (event) {
            case TrainingEvent.Validated v -> {
                validated = v.step();
                sinceBest = v.loss() <= v.best() ? 0 : sinceBest + 1;
            }
            case TrainingEvent.RateReduced _ -> {
                sinceBest = 0;
                reductionsLeft--;
            }
            default -> {}
        }
    }

    /** The step at which training ends if the loss does not improve any more. */
    long end(long totalSteps) {
        if (plan.patience() == 0) return totalSteps;
        long validations = (long) plan.patience() * (1 + reductionsLeft) - sinceBest;
        return Math.min(totalSteps, validated + validations * plan.validateEvery());
    }
}
