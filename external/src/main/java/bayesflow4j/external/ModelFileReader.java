package bayesflow4j.external;

import bayesflow4j.model.Column;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Parameter;
import bayesflow4j.model.Prior;
import bayesflow4j.model.Scaling;
import bayesflow4j.model.notation.NotationException;
import bayesflow4j.random.Seed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Interprets the tree of a YAML file as a {@link ModelFile}; problems are reported with their place. */
final class ModelFileReader {
    private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_]*");
    private static final Pattern COUNT = Pattern.compile("(\\d{1,9})(?:\\s*(?:\\.\\.|…|-)\\s*(\\d{1,9}))?");
    private static final Pattern ASINH = Pattern.compile("asinh\\(\\s*([0-9.eE+-]+)\\s*\\)");
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
        file.requireOnly("name", "reference", "parameters", "data", "simulator", "network", "training", "abc", "case");
        YamlNode.Text name = file.text("name");
        if (name.text().isBlank()) throw name.place().wrong("expected a name, got nothing");
        Prior prior = prior(file.section("parameters"));
        YamlNode.Section data = file.section("data");
        data.requireOnly("kind", "columns", "observations");
        DataKind kind = DataKind.valueOf(
                data.text("kind").oneOf("set", "series", "vector").toUpperCase(Locale.ROOT));
        return new ModelFile(
                path,
                name.text(),
                prior,
                kind,
                columns(data.items("columns")),
                count(kind, data),
                file.findSection("simulator")
                        .map(section -> simulator(section, prior))
                        .orElse(new SimulatorSource.None(path)),
                file.findText("reference").map(YamlNode.Text::text).orElse(""),
                file.findSection("network"),
                file.findSection("training"),
                file.findSection("abc"),
                file.findSection("case"));
    }

    private Prior prior(YamlNode.Section parameters) {
        if (parameters.keys().isEmpty()) throw parameters.place().wrong("expected at least one parameter");
        LinkedHashMap<String, String> notations = new LinkedHashMap<>();
        parameters.entries().forEach((name, entry) -> {
            if (!NAME.matcher(name).matches() || RESERVED.contains(name))
                throw entry.key()
                        .wrong("expected a parameter name of letters, digits and _ that is not "
                                + String.join(", ", RESERVED.stream().sorted().toList()) + ", got \"" + name + '"');
            notations.put(name, parameters.text(name).text());
        });
        try {
            Prior prior = Prior.parse(List.copyOf(notations.keySet()), List.copyOf(notations.values()));
            tryOut(prior, parameters);
            return prior;
        } catch (NotationException e) {
            YamlPlace start = parameters.text(e.parameter()).place();
            throw start.right(e.column() - 1).wrong("prior of \"" + e.parameter() + "\": " + e.problem());
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

    private static List<Column> columns(YamlNode.Items list) {
        List<Column> columns = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (YamlNode item : list.items()) {
            Column column = switch (item) {
                case YamlNode.Text text -> new Column(text.text());
                case YamlNode.Section section
                when section.keys().size() == 1 -> {
                    String name = section.keys().iterator().next();
                    yield new Column(name, scaling(section.text(name)));
                }
                default -> throw item.place().wrong("expected a column's name, or name: scaling");
            };
            if (!names.add(column.name()))
                throw item.place().wrong("the column \"" + column.name() + "\" occurs twice");
            columns.add(column);
        }
        if (columns.isEmpty()) throw list.place().wrong("expected at least one column");
        return columns;
    }

    private static Scaling scaling(YamlNode.Text text) {
        Matcher asinh = ASINH.matcher(text.text());
        if (asinh.matches())
            return Scaling.asinh(new YamlNode.Text(text.place(), asinh.group(1)).number(Double.MIN_NORMAL, 1e300));
        return switch (text.oneOf("standard", "plain", "log1p", "asinh(unit)")) {
            case "standard" -> Scaling.STANDARD;
            case "plain" -> Scaling.PLAIN;
            case "log1p" -> Scaling.LOG1P;
            default -> throw text.place().wrong("asinh(unit): expected a number for the unit, such as asinh(1)");
        };
    }

    private static ObservationCount count(DataKind kind, YamlNode.Section data) {
        if (kind == DataKind.VECTOR && data.find("observations").isEmpty()) return ObservationCount.exactly(1);
        YamlNode.Text text = data.text("observations");
        Matcher matcher = COUNT.matcher(text.text());
        if (!matcher.matches()) throw text.place().wrong("expected 100 or 50..200, got \"" + text.text() + '"');
        int least = Integer.parseInt(matcher.group(1));
        int most = matcher.group(2) == null ? least : Integer.parseInt(matcher.group(2));
        if (kind == DataKind.VECTOR && (least != 1 || most != 1))
            throw text.place().wrong("a vector is one observation, got " + text.text());
        if (least < 1 || most < least)
            throw text.place().wrong("expected 1 or more, and the smaller number first, got " + text.text());
        return ObservationCount.between(least, most);
    }

    private SimulatorSource simulator(YamlNode.Section section, Prior prior) {
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
                        words, prior.parameters().stream().map(Parameter::name).toList());
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
