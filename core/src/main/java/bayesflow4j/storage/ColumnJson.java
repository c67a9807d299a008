package bayesflow4j.storage;

import bayesflow4j.model.Column;
import bayesflow4j.model.Scaling;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A {@link Column} as JSON, and back. */
final class ColumnJson {
    private ColumnJson() {}

    static Map<String, Object> write(Column column) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", column.name());
        switch (column.scaling()) {
            case Scaling.Plain _ -> json.put("scaling", "plain");
            case Scaling.Standard _ -> json.put("scaling", "standard");
            case Scaling.Log1p _ -> json.put("scaling", "log1p");
            case Scaling.Asinh(double unit) -> {
                json.put("scaling", "asinh");
                json.put("unit", unit);
            }
        }
        if (column.role() != Column.Role.OBSERVED)
            json.put("role", column.role().name().toLowerCase(Locale.ROOT));
        return json;
    }

    static Column read(Fields json) {
        String scaling = json.text("scaling");
        Column column = new Column(
                json.text("name"),
                switch (scaling) {
                    case "plain" -> Scaling.PLAIN;
                    case "standard" -> Scaling.STANDARD;
                    case "log1p" -> Scaling.LOG1P;
                    case "asinh" -> Scaling.asinh(json.number("unit"));
                    default -> throw json.wrong("scaling", "expected plain, standard, log1p or asinh, got " + scaling);
                },
                json.has("role") ? json.choice("role", Column.Role.class) : Column.Role.OBSERVED);
        json.end();
        return column;
    }
}
