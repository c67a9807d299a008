package bayesflow4j.experiments;

import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.Provenance;

/**
 * A network of an experiment and its cost.
 *
 * @param file of the network, relative to the folder of the experiment
 * @param trainingSeconds from the first simulation to the last step
 * @param processorSeconds time of all cores for the same work
 * @param simulationSeconds time that its simulations alone take on one core
 */
public record TrainedNetwork(
        String name,
        String file,
        String model,
        long steps,
        long simulations,
        double trainingSeconds,
        double processorSeconds,
        double simulationSeconds,
        double validationLoss) {

    static TrainedNetwork of(
            Recipe recipe, String file, Estimator network, double processorSeconds, double secondsPerSimulation) {
        Provenance.Training training = network.provenance().training().orElseThrow();
        return new TrainedNetwork(
                recipe.name(),
                file,
                recipe.model().name(),
                training.steps(),
                network.provenance().simulations(),
                network.provenance().seconds(),
                processorSeconds,
                secondsPerSimulation * network.provenance().simulations(),
                training.validationLoss());
    }
}
