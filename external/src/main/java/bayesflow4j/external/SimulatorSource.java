package bayesflow4j.external;

import java.nio.file.Path;
import java.util.Optional;

/** Where the simulator of a model file comes from. */
public sealed interface SimulatorSource {
    /** Opens a simulator for these parameters and columns, with up to {@code workers} processes at a time. */
    ExternalSimulator open(DataShape shape, int workers);

    /** A program in any language. */
    record Program(SimulatorCommand command) implements SimulatorSource {
        @Override
        public ExternalSimulator open(DataShape shape, int workers) {
            return switch (command.protocol()) {
                case LINES -> new WorkerPool(command, shape, workers);
                case ONCE -> new OneShot(command, shape, workers);
            };
        }
    }

    /** No simulator: the model can be trained on stored simulations only. */
    record None(Path file) implements SimulatorSource {
        @Override
        public ExternalSimulator open(DataShape shape, int workers) {
            return new MissingSimulator(file);
        }
    }

    /** A class, from a jar or from the class path. */
    record JavaClass(String name, Optional<Path> jar) implements SimulatorSource {
        @Override
        public ExternalSimulator open(DataShape shape, int workers) {
            return new LoadedSimulator(name, jar, !shape.covariates().isEmpty());
        }
    }
}
