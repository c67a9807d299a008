package bayesflow4j.external;

import bayesflow4j.model.Column;
import bayesflow4j.model.Covariate;
import bayesflow4j.model.CovariateSimulator;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Prior;
import bayesflow4j.model.Simulator;
import bayesflow4j.posterior.Derived;
import bayesflow4j.storage.FieldException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * p(θ) p(x | θ) as described by a YAML file: priors in their notation, the data, and how to run the simulator.
 *
 * <pre>{@code
 * ModelFile file = ModelFile.read(Path.of("model.yaml"));
 * try (ExternalSimulator simulator = file.open(2)) {
 *     Batch batch = file.model(simulator).batch(new Seed(1), 0, 64);
 * }
 * }</pre>
 *
 * @param path of the file
 * @param name of the model
 * @param parameters those that are inferred, and those that are given
 * @param derived quantities of the parameters that are reported with them
 * @param kind of the data
 * @param columns of the data
 * @param count the number of rows of a data set
 * @param context known covariates, given to the simulator and conditioned on
 * @param missing whether data have gaps
 * @param simulator how to run the simulator
 * @param reference the publication that describes the model, may be empty
 * @param network the section on the network, uninterpreted
 * @param training the section on training, uninterpreted
 * @param tune the section on the choice of a design, uninterpreted
 * @param abc the section on tables of simulations, uninterpreted
 * @param casework the section {@code case} on single data sets, uninterpreted
 */
public record ModelFile(
        Path path,
        String name,
        WrittenParameters parameters,
        Derived derived,
        DataKind kind,
        List<Column> columns,
        ObservationCount count,
        List<Covariate> context,
        Missing missing,
        SimulatorSource simulator,
        String reference,
        Optional<YamlNode.Section> network,
        Optional<YamlNode.Section> training,
        Optional<YamlNode.Section> tune,
        Optional<YamlNode.Section> abc,
        Optional<YamlNode.Section> casework) {

    public ModelFile {
        columns = List.copyOf(columns);
        context = List.copyOf(context);
    }

    /**
     * Reads and checks a file, without starting the simulator.
     *
     * @throws ModelFileException if the file is invalid, with line and column
     */
    public static ModelFile read(Path path) {
        return new ModelFileReader(path).read();
    }

    private SettingSections sections() {
        Map<String, YamlNode.Section> sections = new LinkedHashMap<>();
        network.ifPresent(section -> sections.put("network", section));
        training.ifPresent(section -> sections.put("training", section));
        tune.ifPresent(section -> sections.put("tune", section));
        abc.ifPresent(section -> sections.put("abc", section));
        casework.ifPresent(section -> sections.put("case", section));
        return new SettingSections(sections);
    }

    /** What the file says about networks, training and tables, section by section, as a method takes it. */
    public Map<String, Object> settings() {
        return sections().values();
    }

    /** A setting that a method refused, with its place in the file. */
    public ModelFileException wrong(FieldException refused) {
        return sections().place(refused).orElse(new YamlPlace(path, 1, 1)).wrong(refused.getMessage());
    }

    /** p(θ). */
    public Prior prior() {
        return parameters.prior();
    }

    /** Whether the file says how to simulate. */
    public boolean hasSimulator() {
        return !(simulator instanceof SimulatorSource.None);
    }

    /** Opens the simulator, with up to this many processes at a time; the caller closes it. */
    public ExternalSimulator open(int workers) {
        DataShape shape = new DataShape(
                parameters.all(),
                columns.stream().map(Column::name).toList(),
                context.stream().map(Covariate::name).toList(),
                parameters.whole());
        return simulator.open(shape, workers);
    }

    /**
     * The model with this simulator, usually the one from {@link #open}.
     *
     * @throws IllegalArgumentException if the file has covariates and the simulator takes none
     */
    public GenerativeModel model(Simulator opened) {
        GenerativeModel model =
                new GenerativeModel(name, prior(), parameters.completing(opened), count, kind, columns, reference);
        if (context.isEmpty()) return missing.in(model);
        if (!(opened instanceof CovariateSimulator simulator))
            throw new IllegalArgumentException("simulator of " + name + ": expected one that takes the covariates "
                    + context.stream().map(Covariate::name).toList());
        return missing.in(model.withCovariates(context, parameters.completing(simulator)));
    }
}
