package bayesflow4j.server.studio;

import bayesflow4j.catalog.ModelFamily;
import bayesflow4j.method.Method;
import bayesflow4j.model.Column;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Parameter;
import bayesflow4j.report.ParameterLabel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Things of the library as fields for the page. */
final class Description {
    private Description() {}

    static Map<String, Object> of(GenerativeModel model) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", model.name());
        fields.put("reference", model.reference());
        List<Map<String, Object>> parameters = new ArrayList<>();
        for (int j = 0; j < model.prior().parameters().size(); j++) {
            Map<String, Object> parameter = of(model.prior().parameters().get(j));
            parameter.put("prior", model.prior().notation().get(j));
            parameters.add(parameter);
        }
        fields.put("parameters", parameters);
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("kind", model.kind().name().toLowerCase(Locale.ROOT));
        data.put("columns", model.columns().stream().map(Column::name).toList());
        data.put("least_rows", model.count().least());
        data.put("most_rows", model.count().most());
        fields.put("data", data);
        return fields;
    }

    static Map<String, Object> of(Parameter parameter) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", parameter.name());
        fields.put("label", ParameterLabel.of(parameter.name()));
        if (Double.isFinite(parameter.support().lower()))
            fields.put("lower", parameter.support().lower());
        if (Double.isFinite(parameter.support().upper()))
            fields.put("upper", parameter.support().upper());
        return fields;
    }

    static Map<String, Object> of(ModelFamily.Option option) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", option.name());
        fields.put("fallback", option.fallback());
        fields.put("meaning", option.meaning());
        return fields;
    }

    static Map<String, Object> of(Method method) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", method.name());
        fields.put("about", method.description());
        fields.put("needs", method.needs());
        fields.put("reference", method.reference());
        return fields;
    }

    /** The rows of a data set [N][d], with null for what is missing. */
    static Float[][] rows(Observations x) {
        Float[][] rows = new Float[x.count()][x.width()];
        for (int n = 0; n < rows.length; n++)
            for (int c = 0; c < x.width(); c++) rows[n][c] = Float.isNaN(x.at(n, c)) ? null : (Float) x.at(n, c);
        return rows;
    }

    /** Numbers with the digits of a float, which is all that a figure shows. */
    static float[] rounded(double[] values) {
        float[] rounded = new float[values.length];
        for (int i = 0; i < values.length; i++) rounded[i] = (float) values[i];
        return rounded;
    }
}
