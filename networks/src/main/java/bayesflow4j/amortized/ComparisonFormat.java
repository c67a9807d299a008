package bayesflow4j.amortized;

import bayesflow4j.model.Domain;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.storage.EstimatorFormat;
import bayesflow4j.storage.Fields;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The file format of a comparison of models: its classifiers as a network's own file has them, shares and prior. */
public final class ComparisonFormat implements EstimatorFormat {
    private static final String CLASSIFIERS = "classifiers";
    private final NetworkFormat networks = new NetworkFormat();

    @Override
    public String name() {
        return "comparison";
    }

    @Override
    public boolean writes(Estimator estimator) {
        return estimator instanceof AmortizedComparison;
    }

    @Override
    public Content write(Estimator estimator) {
        AmortizedComparison comparison = (AmortizedComparison) estimator;
        Content inner = networks.write(comparison.classifiers());
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("models", comparison.models());
        json.put("prior", comparison.prior());
        json.put("shares", comparison.shares());
        json.put(CLASSIFIERS, inner.description());
        return new Content(json, inner.arrays());
    }

    @Override
    public AmortizedComparison read(Content content, int format, Optional<Domain> domain) {
        Fields json = Fields.of("comparison", content.description());
        if (!(content.description().get(CLASSIFIERS) instanceof Map<?, ?> inner))
            throw new IllegalArgumentException(CLASSIFIERS + ": expected the description of a network, got none");
        Map<String, Object> description = new LinkedHashMap<>();
        inner.forEach((key, value) -> description.put(key.toString(), value));
        AmortizedPosterior classifiers = networks.read(new Content(description, content.arrays()), format, domain);
        int models = classifiers.schema().parameters().size();
        List<Double> prior = numbers(json, "prior", models);
        List<Double> shares = numbers(json, "shares", models);
        return new AmortizedComparison(classifiers, shares, prior);
    }

    private static List<Double> numbers(Fields json, String name, int count) {
        return Arrays.stream(json.numbers(name, count)).boxed().toList();
    }
}
