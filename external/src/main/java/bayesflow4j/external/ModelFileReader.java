package bayesflow4j.external;

import bayesflow4j.model.Column;
import bayesflow4j.model.Covariate;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.Prior;
import bayesflow4j.model.notation.NotationException;
import bayesflow4j.posterior.Derived;
import bayesflow4j.random.Seed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Interprets the tree of a YAML file as a {@link ModelFile}; problems are reported with their place. */
final class ModelFileReader {
    static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_]*");
    private static final Set<String> RESERVED =
            Set.of(Arguments.OBSERVATIONS, Arguments.SEED, Arguments.SEED32, Arguments.FILE);

    /** Bounds that are out of order for 1 % of the draws then go unnoticed with probability 4 · 10⁻⁵. */
    private static final int TRIAL_DRAWS = 1000;

    private final Path path;

    ModelFileReader(Path path) {
        this.path = path;
    }

    ModelFile read() {
        YamlNode.Section file = YamlReader.read(path);
        file.requireOnly(
                "name",
                "reference",
                "parameters",
                "derived",
                "data",
                "context",
                "simulator",
                "network",
                "training",
                "tune",
                "abc",
                "case");
        YamlNode.Text name = file.text("name");
        if (name.text().isBlank()) throw name.place().wrong("expected a name, got nothing");
        WrittenParameters parameters = parameters(file.section("parameters"));
        YamlNode.Section data = file.section("data");
        DataKind kind = DataSectionReader.kind(data);
        List<Column> columns = DataSectionReader.columns(data.items("columns"));
        List<Covariate> context = file.findSection("context")
                .map(section -> DataSectionReader.context(section, taken(parameters, columns)))
                .orElse(List.of());
        return new ModelFile(
                path,
                name.text(),
                parameters,
                file.findSection("derived")
                        .map(section -> derived(section, parameters))
                        .orElse(parameters.shown()),
                kind,
                columns,
                DataSectionReader.count(kind, data),
                context,
                DataSectionReader.missing(data),
                file.findSection("simulator")
                        .map(section -> simulator(section, parameters.all(), context))
                        .orElse(new SimulatorSource.None(path)),
                file.findText("reference").map(YamlNode.Text::text).orElse(""),
                file.findSection("network"),
                file.findSection("training"),
                file.findSection("tune"),
                file.findSection("abc"),
                file.findSection("case"));
    }

    private WrittenParameters parameters(YamlNode.Section parameters) {
        if (parameters.keys().isEmpty()) return WrittenParameters.NONE;
        LinkedHashMap<String, String> notations = new LinkedHashMap<>();
        parameters.entries().forEach((name, entry) -> {
            WrittenParameters.names(name).forEach(one -> requireName(one, entry.key()));
            notations.put(name, parameters.text(name).text());
        });
        try {
            WrittenParameters written = WrittenParameters.of(notations);
            tryOut(written.prior(), parameters);
            return written;
        } catch (NotationException e) {
            boolean asWritten = e.notation().equals(notations.get(e.parameter()));
            YamlPlace start = notations.containsKey(e.parameter())
                    ? parameters.text(e.parameter()).place()
                    : parameters.place();
            throw start.right(asWritten ? e.column() - 1 : 0)
                    .wrong("prior of \"" + e.parameter() + "\": " + e.problem());
        } catch (IllegalArgumentException e) {
            throw parameters.place().wrong(e.getMessage());
        }
    }

    private static void requireName(String name, YamlPlace place) {
        if (!NAME.matcher(name).matches() || RESERVED.contains(name))
            throw place.wrong("expected a parameter name of letters, digits and _ that is not "
                    + String.join(", ", RESERVED.stream().sorted().toList()) + ", got \"" + name + '"');
    }

    /** Quantities of the parameters: those that the parameters' section defines by formulas, then those of this section. */
    private static Derived derived(YamlNode.Section section, WrittenParameters parameters) {
        Map<String, String> definitions = new LinkedHashMap<>(parameters.given().definitions());
        List<String> constants = parameters.constants();
        section.entries().forEach((name, entry) -> {
            requireName(name, entry.key());
            definitions.put(name, section.text(name).text());
        });
        try {
            return Derived.of(parameters.prior().names(), definitions).without(constants);
        } catch (NotationException e) {
            throw section.text(e.parameter())
                    .place()
                    .right(e.column() - 1)
                    .wrong("derived \"" + e.parameter() + "\": " + e.problem());
        } catch (IllegalArgumentException e) {
            throw section.place().wrong(e.getMessage());
        }
    }

    /** Draws from the prior: bounds that depend on other parameters may be out of order for some of their values. */
    private static void tryOut(Prior prior, YamlNode.Section parameters) {
        try {
            Seed seed = new Seed(1).child("trial");
            for (int i = 0; i < TRIAL_DRAWS; i++) prior.sample(seed.stream(i));
        } catch (IllegalArgumentException e) {
            throw parameters.place().wrong("a draw from the prior failed: " + e.getMessage());
        }
    }

    private static Set<String> taken(WrittenParameters parameters, List<Column> columns) {
        Set<String> taken = new HashSet<>(RESERVED);
        taken.addAll(parameters.all());
        columns.forEach(column -> taken.add(column.name()));
        return taken;
    }

    private SimulatorSource simulator(YamlNode.Section section, List<String> parameters, List<Covariate> context) {
        section.requireOnly("command", "protocol", "timeout", "start-timeout", "java");
        Path directory = path.toAbsolutePath().getParent();
        if (section.find("java").isPresent()) {
            section.requireOnly("java");
            YamlNode.Section java = section.section("java");
            java.requireOnly("class", "jar");
            return new SimulatorSource.JavaClass(
                    java.text("class").text(), java.findText("jar").map(jar -> directory.resolve(jar.text())));
        }
        if (section.find("command").isEmpty())
            throw section.place().wrong("expected command: [program, argument, …] or java: {class: …, jar: …}");
        YamlNode.Items command = section.items("command");
        if (command.items().isEmpty()) throw command.place().wrong("expected at least one word");
        List<String> words = command.items().stream()
                .map(item -> {
                    if (item instanceof YamlNode.Text text) return text.text();
                    throw item.place().wrong("expected a word of the command; words with blanks or braces need quotes");
                })
                .toList();
        String protocol = section.findText("protocol")
                .map(text -> text.oneOf("lines", "once"))
                .orElse("lines");
        if (protocol.equals("once"))
            try {
                new Arguments(
                        words, parameters, context.stream().map(Covariate::name).toList());
            } catch (IllegalArgumentException e) {
                throw command.place().wrong(e.getMessage());
            }
        return new SimulatorSource.Program(new SimulatorCommand(
                words,
                directory,
                SimulatorCommand.Protocol.valueOf(protocol.toUpperCase(Locale.ROOT)),
                seconds(section.findText("timeout")).orElse(SimulatorCommand.TIME_LIMIT),
                seconds(section.findText("start-timeout")).orElse(SimulatorCommand.START_LIMIT)));
    }

    private static Optional<Duration> seconds(Optional<YamlNode.Text> text) {
        return text.map(t -> Duration.ofNanos((long) (1e9 * t.number(0.001, 1e6))));
    }
}
