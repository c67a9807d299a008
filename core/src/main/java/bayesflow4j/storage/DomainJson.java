package bayesflow4j.storage;

import bayesflow4j.model.Domain;
import bayesflow4j.model.Parameter;
import bayesflow4j.model.Prior;
import bayesflow4j.model.distribution.Support;
import bayesflow4j.model.notation.NotationException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A {@link Domain} as JSON, and back. Constant bounds are stored as they are; where bounds depend on earlier parameters, the
 * prior's notation says how.
 */
final class DomainJson {
    private static final String VALUES = "values";
    private static final String LABELS = "labels";
    private static final String WHOLE = "whole numbers";
    private static final int MOST_VALUES = 1 << 20;

    private DomainJson() {}

    /** A domain whose bounds are constant. */
    private record Box(List<Parameter> parameters) implements Domain {}

    static List<Object> write(Domain domain) {
        List<String> notation = domain instanceof Prior prior ? prior.notation() : List.of();
        boolean dependent = !(domain instanceof Box) && dependsOnEarlier(domain);
        List<Object> json = new ArrayList<>();
        for (int i = 0; i < domain.dimension(); i++) {
            Parameter parameter = domain.parameters().get(i);
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("name", parameter.name());
            entry.put("lower", parameter.support().lower());
            entry.put("upper", parameter.support().upper());
            switch (parameter.support()) {
                case Support.Integers _ -> entry.put(VALUES, WHOLE);
                case Support.Listed(List<Double> values, List<String> labels) -> {
                    entry.put(VALUES, values);
                    entry.put(LABELS, labels);
                }
                default -> {}
            }
            if (!notation.isEmpty()) entry.put("prior", notation.get(i));
            entry.put("dependent", dependent);
            json.add(entry);
        }
        return json;
    }

    /** Whether the bounds of some parameter are not those it declares, seen at points across the domain. */
    private static boolean dependsOnEarlier(Domain domain) {
        for (double real : new double[] {-3, -1, 0, 0.5, 2}) {
            double[] point = new double[domain.dimension()];
            Arrays.fill(point, real);
            double[] theta = domain.fromReal(point);
            for (int i = 0; i < theta.length; i++)
                if (!domain.support(i, theta).equals(domain.parameters().get(i).support())) return true;
        }
        return false;
    }

    private static Support support(Fields entry) {
        double lower = entry.number("lower");
        double upper = entry.number("upper");
        if (!entry.has(VALUES)) return Support.between(lower, upper);
        if (!entry.has(LABELS)) {
            entry.text(VALUES);
            return new Support.Integers(lower, upper);
        }
        List<Double> values = entry.numbersUpTo(VALUES, MOST_VALUES);
        return new Support.Listed(values, entry.texts(LABELS, values.size()));
    }

    static Domain read(List<Fields> json, Optional<Domain> given) {
        List<Parameter> parameters = json.stream()
                .map(entry -> new Parameter(entry.text("name"), support(entry)))
                .toList();
        if (parameters.isEmpty()) throw new IllegalArgumentException("parameters: expected at least one, got none");
        List<String> names = parameters.stream().map(Parameter::name).toList();
        boolean dependent = json.stream().map(entry -> entry.flag("dependent")).reduce(false, Boolean::logicalOr);
        List<String> notation = json.stream()
                .map(entry -> entry.has("prior") ? entry.text("prior") : "")
                .toList();
        json.forEach(Fields::end);
        if (given.isPresent()) {
            List<String> own =
                    given.get().parameters().stream().map(Parameter::name).toList();
            if (!own.equals(names))
                throw new IllegalArgumentException("parameters: expected " + own + ", the file has " + names);
            return given.get();
        }
        if (!dependent) return new Box(parameters);
        try {
            return Prior.parse(names, notation);
        } catch (NotationException e) {
            throw new IllegalArgumentException("the bounds of some parameters depend on others in a way that the file"
                    + " cannot say (" + e.getMessage() + "); read it together with its prior");
        }
    }
}
