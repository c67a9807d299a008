package bayesflow4j.amortized;

import bayesflow4j.model.Domain;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.storage.EstimatorFormat;
import bayesflow4j.storage.Fields;
import bayesflow4j.storage.ModelPrior;
import bayesflow4j.storage.PriorsJson;
import bayesflow4j.storage.Safetensors;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The file format of a comparison of models: its classifiers as a network's own file has them, the models of the reference data
 * sets, refits, shares, prior, and the priors of the models' parameters.
 */
public final class ComparisonFormat implements EstimatorFormat {
    private static final String CLASSIFIERS = "classifiers";
    private static final String REFITS = "refits.";
    private static final String LABELS = "reference.models";
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
        json.put("shares", comparison.learned().shares());
        json.put(
                PriorsJson.FIELD,
                comparison.learned().priors().stream().map(ModelPrior::written).toList());
        json.put(CLASSIFIERS, inner.description());
        Map<String, Safetensors.Array> arrays = new LinkedHashMap<>(inner.arrays());
        double[][][][] refits = comparison.learned().refits();
        for (int e = 0; e < refits.length; e++) arrays.put(REFITS + e, array(refits[e]));
        int[] labels = comparison.referenceGroups();
        if (labels.length == 0) return new Content(json, arrays);
        return new Content(json, arrays, Map.of(LABELS, new Safetensors.Integers(new int[] {labels.length}, labels)));
    }

    /** [R][J][P] as R rows. */
    private static Safetensors.Array array(double[][][] refits) {
        int width = refits[0][0].length;
        int row = refits[0].length * width;
        float[] values = new float[refits.length * row];
        for (int i = 0; i < values.length; i++) values[i] = (float) refits[i / row][i % row / width][i % width];
        return new Safetensors.Array(new int[] {refits.length, row}, values);
    }

    @Override
    public AmortizedComparison read(Content content, int format, Optional<Domain> domain) {
        Fields json = Fields.of("comparison", content.description());
        if (!(content.description().get(CLASSIFIERS) instanceof Map<?, ?> inner))
            throw new IllegalArgumentException(CLASSIFIERS + ": expected the description of a network, got none");
        Map<String, Object> description = new LinkedHashMap<>();
        inner.forEach((key, value) -> description.put(key.toString(), value));
        Map<String, Safetensors.Array> arrays = new LinkedHashMap<>(content.arrays());
        arrays.keySet().removeIf(name -> name.startsWith(REFITS));
        AmortizedPosterior classifiers = networks.read(new Content(description, arrays), format, domain);
        int models = classifiers.schema().parameters().size();
        List<Double> prior = numbers(json, "prior", models);
        // Earlier versions of the command line kept them in a note.
        List<ModelPrior> priors = json.has(PriorsJson.FIELD) ? ModelPrior.read(json, PriorsJson.FIELD) : List.of();
        LearnedEvidence learned = new LearnedEvidence(
                classifiers,
                refits(content.arrays(), classifiers),
                labels(content.integers(), classifiers, models),
                numbers(json, "shares", models),
                priors);
        return new AmortizedComparison(learned, prior);
    }

    /** Files of earlier versions have none. */
    private static int[] labels(
            Map<String, Safetensors.Integers> integers, AmortizedPosterior classifiers, int models) {
        if (!integers.containsKey(LABELS)) return new int[0];
        int[] labels = integers.get(LABELS).values();
        int expected = classifiers.referenceSummaries().length;
        if (labels.length != expected || Arrays.stream(labels).anyMatch(label -> label < 0 || label >= models))
            throw new IllegalArgumentException("tensor " + LABELS + ": expected a number below " + models
                    + " for each of " + expected + " data sets, got " + labels.length + " numbers");
        return labels;
    }

    private static double[][][][] refits(Map<String, Safetensors.Array> arrays, AmortizedPosterior classifiers) {
        int models = classifiers.schema().parameters().size();
        double[][][] features =
                classifiers.features(new double[classifiers.networks().summary().out()]);
        double[][][][] refits = new double[features.length][][][];
        for (int e = 0; e < refits.length; e++) {
            int width = features[e][0].length;
            Safetensors.Array array = arrays.get(REFITS + e);
            if (array == null || array.shape().length != 2 || array.shape()[1] != models * width)
                throw new IllegalArgumentException(
                        "tensor " + REFITS + e + ": expected a shape of [n, " + models * width + "]");
            refits[e] = new double[array.shape()[0]][models][width];
            for (int i = 0; i < array.values().length; i++)
                refits[e][i / (models * width)][i / width % models][i % width] = array.values()[i];
        }
        return refits;
    }

    private static List<Double> numbers(Fields json, String name, int count) {
        return Arrays.stream(json.numbers(name, count)).boxed().toList();
    }
}
