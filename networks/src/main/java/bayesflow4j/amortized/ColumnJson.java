package bayesflow4j.amortized;

import bayesflow4j.model.Column;
import bayesflow4j.model.Scaling;
import bayesflow4j.storage.Fields;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A {@link Column} as JSON, and back. */
final class ColumnJson {
    private ColumnJson() {}

    static ObjectNode write(Column column) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("name", column.name());
        return switch (column.scaling()) {
            case Scaling.Plain _ -> json.put("scaling", "plain");
            case Scaling.Standard _ -> json.put("scaling", "standard");
            case Scaling.Log1p _ -> json.put("scaling", "log1p");
            case Scaling.Asinh(double unit) -> json.put("scaling", "asinh").put("unit", unit);
        };
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
                    default ->
                        throw new IllegalArgumentException(
                                "scaling: expected plain, standard, log1p or asinh, got " + scaling);
                });
        json.end();
        return column;
    }
}
