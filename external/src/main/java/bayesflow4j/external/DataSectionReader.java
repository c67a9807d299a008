package bayesflow4j.external;

import bayesflow4j.model.Column;
import bayesflow4j.model.Covariate;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.Gaps;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Scaling;
import bayesflow4j.model.notation.Factor;
import bayesflow4j.model.notation.NotationException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Interprets the sections {@code data} and {@code context} of a model file. */
final class DataSectionReader {
    private static final Pattern COUNT = Pattern.compile("(\\d{1,9})(?:\\s*(?:\\.\\.|…|-)\\s*(\\d{1,9}))?");
    private static final Pattern SHARE =
            Pattern.compile("(\\d+(?:\\.\\d+)?|\\.\\d+)(?:\\s*(?:\\.\\.|…|-)\\s*(\\d+(?:\\.\\d+)?|\\.\\d+))?");
    private static final Pattern ASINH = Pattern.compile("asinh\\(\\s*([0-9.eE+-]+)\\s*\\)");

    private DataSectionReader() {}

    static DataKind kind(YamlNode.Section data) {
        data.requireOnly("kind", "columns", "observations", "missing");
        return DataKind.valueOf(
                data.text("kind").oneOf("set", "series", "vector").toUpperCase(Locale.ROOT));
    }

    static List<Column> columns(YamlNode.Items list) {
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

    static ObservationCount count(DataKind kind, YamlNode.Section data) {
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

    static Missing missing(YamlNode.Section data) {
        if (data.find("missing").isEmpty()) return new Missing.Never();
        YamlNode node = data.find("missing").get();
        if (node instanceof YamlNode.Text text) {
            text.oneOf("allowed", "{share: 0..0.3, kind: random}");
            return new Missing.Allowed();
        }
        YamlNode.Section section = data.section("missing");
        section.requireOnly("share", "kind");
        YamlNode.Text share = section.text("share");
        Matcher matcher = SHARE.matcher(share.text());
        if (!matcher.matches())
            throw share.place().wrong("expected a share such as 0.2 or 0..0.3, got \"" + share.text() + '"');
        double least = new YamlNode.Text(share.place(), matcher.group(1)).number(0, 0.99);
        double most = matcher.group(2) == null
                ? least
                : new YamlNode.Text(share.place(), matcher.group(2)).number(least, 0.99);
        String pattern = section.findText("kind")
                .map(text -> text.oneOf("random", "blocks"))
                .orElse("random");
        return new Missing.Drawn(new Gaps(least, most, Gaps.Pattern.valueOf(pattern.toUpperCase(Locale.ROOT))));
    }

    /** The section {@code context}: {@code effort: uniform(1, 20)}, {@code dose: [0, 1, 5]}, {@code time: {rising: …}}. */
    static List<Covariate> context(YamlNode.Section context, Set<String> taken) {
        List<Covariate> covariates = new ArrayList<>();
        context.entries().forEach((name, entry) -> {
            if (!ModelFileReader.NAME.matcher(name).matches() || taken.contains(name))
                throw entry.key()
                        .wrong("expected a name of letters, digits and _ that no parameter and no column has, got \""
                                + name + '"');
            covariates.add(covariate(name, entry.value()));
        });
        return covariates;
    }

    private static Covariate covariate(String name, YamlNode node) {
        if (!(node instanceof YamlNode.Section rows)) return drawn(name, node);
        rows.requireOnly("each", "rising", "steps");
        if (rows.keys().size() != 1)
            throw rows.place().wrong("expected one of each, rising, steps, got " + String.join(", ", rows.keys()));
        String scope = rows.keys().iterator().next();
        return drawn(name, rows.find(scope).orElseThrow())
                .over(
                        switch (scope) {
                            case "each" -> Covariate.Scope.ROWS;
                            case "rising" -> Covariate.Scope.RISING;
                            default -> Covariate.Scope.STEPS;
                        });
    }

    private static Covariate drawn(String name, YamlNode node) {
        return switch (node) {
            case YamlNode.Text text -> {
                try {
                    yield Covariate.of(
                            name,
                            Factor.read(name, text.text(), List.of(), List.of()).given(earlier -> Double.NaN));
                } catch (NotationException e) {
                    throw text.place().right(e.column() - 1).wrong("context \"" + name + "\": " + e.problem());
                }
            }
            case YamlNode.Items items ->
                Covariate.ofValues(
                        name,
                        items.items().stream()
                                .mapToDouble(item -> {
                                    if (item instanceof YamlNode.Text text) return text.number(-1e30, 1e30);
                                    throw item.place().wrong("expected a number");
                                })
                                .toArray());
            case YamlNode.Section section -> throw section.place().wrong("expected a distribution or a list of values");
        };
    }
}
