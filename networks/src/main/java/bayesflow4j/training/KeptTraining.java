package bayesflow4j.training;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.data.DataFileException;
import bayesflow4j.method.Fitting.Checkpointing;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.storage.EstimatorFile;
import bayesflow4j.storage.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One of several trainings of a fit. Once finished, its network is kept beside the checkpoints of the others, so that a fit that
 * was stopped and resumed gives what it would have given.
 *
 * @param trainer of this network
 * @param designs that the network may have
 * @param training trains it
 */
record KeptTraining(Trainer trainer, List<NetworkDesign> designs, Supplier<AmortizedPosterior> training) {
    /** The network, read if it was finished before. */
    AmortizedPosterior network() {
        Optional<Checkpointing> where = trainer.checkpointing();
        if (where.isEmpty()) return training.get();
        Path checkpoint = where.get().path();
        Path finished = checkpoint.resolveSibling(checkpoint.getFileName() + ".safetensors");
        try {
            if (where.get().resume() && Files.exists(finished)) return read(finished);
            AmortizedPosterior trained = training.get();
            EstimatorFile.write(trained, finished);
            Files.deleteIfExists(checkpoint);
            return trained;
        } catch (IOException e) {
            throw new UncheckedIOException(finished + ": " + e.getMessage(), e);
        }
    }

    /** Refused if it was trained with other settings. */
    private AmortizedPosterior read(Path file) throws IOException {
        AmortizedPosterior posterior =
                (AmortizedPosterior) EstimatorFile.read(file, trainer.model().prior());
        Provenance from = posterior.provenance();
        String plan = from.training().map(Provenance.Training::plan).orElse("");
        boolean same = from.seed() == trainer.seed().value()
                && from.method().equals(trainer.method())
                && designs.contains(posterior.design())
                && Json.parse(plan).equals(Json.parse(Json.write(PlanJson.write(trainer.plan()))))
                && trainer.table()
                        .map(SimulationTable::size)
                        .map(size -> size >= from.simulations())
                        .orElse(true);
        if (same) return posterior;
        throw new DataFileException(
                file,
                "belongs to a training run with other settings. Use the same settings, or start without resuming.");
    }
}
