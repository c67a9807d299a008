package bayesflow4j.experiments;

import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;

/** The findings of one run of an experiment, its cost and its provenance. */
public record Results(
        Experiment experiment,
        Effort effort,
        long seed,
        List<TrainedNetwork> networks,
        double inferenceSeconds,
        Findings findings,
        Circumstances made,
        Instant finished) {

    public Results {
        networks = List.copyOf(networks);
    }

    /** The goals of this experiment. */
    public List<Goal> goals() {
        return Goal.of(findings.all());
    }

    /** The number of goals that are reached. */
    public long goalsMet() {
        return goals().stream().filter(Goal::isMet).count();
    }

    /** Seconds spent training all networks. */
    public double trainingSeconds() {
        return networks.stream().mapToDouble(TrainedNetwork::trainingSeconds).sum();
    }

    /** Seconds that their simulations take on one core. */
    public double simulationSeconds() {
        return networks.stream().mapToDouble(TrainedNetwork::simulationSeconds).sum();
    }

    /** The authors' training time on a GPU in hours, if they report it. */
    public OptionalDouble paperHours() {
        return Reference.hours(experiment.name());
    }
}
