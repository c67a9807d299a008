package bayesflow4j.external;

import bayesflow4j.model.Column;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Parameter;
import bayesflow4j.model.Prior;
import bayesflow4j.model.Simulator;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * p(θ) p(x | θ) as a YAML file says it: priors in their notation, what the data are, and how the simulator is run.
 *
 * <pre>{@code
 * ModelFile file = ModelFile.read(Path.of("model.yaml"));
 * try (ExternalSimulator simulator = file.open(2)) {
 *     Batch batch = file.model(simulator).batch(new Seed(1), 0, 64);
 * }
 * }</pre>
 *
 * @param network what the file says about the network, for whoever builds one
 * @param training what the file says about training, for whoever trains
 */
public record ModelFile(
        Path path,
        String name,
        Prior prior,
        DataKind kind,
        List<Column> columns,
        ObservationCount count,
        SimulatorSource simulator,
        String reference,
        Optional<YamlNode.Section> network,
        Optional<YamlNode.Section> training) {

    public ModelFile {
        columns = List.copyOf(columns);
    }

    /**
     * Reads a file and checks all but the simulator, which is not started.
     *
     * @throws ModelFileException where the file is wrong, with line and column
     */
    public static ModelFile read(Path path) {
        return new ModelFileReader(path).read();
    }

    /** The simulator, with up to this many processes at the same time. To be closed. */
    public ExternalSimulator open(int workers) {
        DataShape shape = new DataShape(
                prior.parameters().stream().map(Parameter::name).toList(),
                columns.stream().map(Column::name).toList());
        return simulator.open(shape, workers);
    }

    /** The model with a simulator, usually the one that {@link #open} gave. */
    public GenerativeModel model(Simulator opened) {
        return new GenerativeModel(name, prior, opened, count, kind, columns, reference);
    }
}
