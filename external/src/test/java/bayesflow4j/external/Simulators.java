package bayesflow4j.external;

import bayesflow4j.model.Batch;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Prior;
import bayesflow4j.model.Simulator;
import bayesflow4j.model.distribution.Distribution;
import bayesflow4j.random.Seed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;

/** Real programs that tests run. */
final class Simulators {
    static final DataShape SHAPE = new DataShape(List.of("mu"), List.of("x"));
    private static final Path FOLDER = Path.of("src/test/simulators").toAbsolutePath();

    private Simulators() {}

    /** The Python simulator that behaves as it is told. */
    static SimulatorCommand python(String mode) {
        return command(SimulatorCommand.Protocol.LINES, "python3", "normal.py", mode);
    }

    static SimulatorCommand command(SimulatorCommand.Protocol protocol, String... words) {
        return SimulatorCommand.of(FOLDER, protocol, words).withTimeLimit(Duration.ofSeconds(30));
    }

    static GenerativeModel model(Simulator simulator) {
        return GenerativeModel.of(
                "test",
                Prior.of("mu", Distribution.normal(0, 1)),
                simulator,
                ObservationCount.between(3, 6),
                DataKind.SET,
                "x");
    }

    /** Batch 0 of seed 1, asked for by this many threads. */
    static Batch batch(Simulator simulator, int size, int threads) {
        try (ForkJoinPool pool = new ForkJoinPool(threads)) {
            return model(simulator).batch(new Seed(1), 0, size, pool);
        }
    }

    /** The processes that this test started and that still run. */
    static Stream<ProcessHandle> alive() {
        return ProcessHandle.current().descendants().filter(ProcessHandle::isAlive);
    }
}
