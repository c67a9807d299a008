package bayesflow4j.external;

import java.nio.file.Path;
import java.util.Optional;

/** Where a model file says that its simulator comes from. */
public sealed interface SimulatorSource {
    /** A simulator for these parameters and columns, with up to so many processes at the same time. */
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

    /** A class, from a jar or from the class path. */
    record JavaClass(String name, Optional<Path> jar) implements SimulatorSource {
        @Override
        public ExternalSimulator open(DataShape shape, int workers) {
            return new LoadedSimulator(name, jar);
        }
    }
}
