package bayesflow4j.experiments;

import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;

/** All that one run of an experiment found, what it cost and how it was made. */
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
        return Goal.of(findings.sections());
    }

    /** Those that are reached. */
    public long goalsMet() {
        return goals().stream().filter(Goal::isMet).count();
    }

    /** Seconds that training all networks took. */
    public double trainingSeconds() {
        return networks.stream().mapToDouble(TrainedNetwork::trainingSeconds).sum();
    }

    /** Seconds of one core that their simulations took. */
    public double simulationSeconds() {
        return networks.stream().mapToDouble(TrainedNetwork::simulationSeconds).sum();
    }

    /** How long the authors trained on their graphics card, where they say so. */
    public OptionalDouble paperHours() {
        return Reference.hours(experiment.name());
    }
}
