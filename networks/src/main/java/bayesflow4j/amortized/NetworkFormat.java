package bayesflow4j.amortized;

import bayesflow4j.diagnostics.DataProfile;
import bayesflow4j.engine.memory.Tensor;
import bayesflow4j.engine.memory.Weights;
import bayesflow4j.model.Domain;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.posterior.Schema;
import bayesflow4j.random.Seed;
import bayesflow4j.scale.Scales;
import bayesflow4j.scale.ScalesJson;
import bayesflow4j.storage.EstimatorFormat;
import bayesflow4j.storage.Fields;
import bayesflow4j.storage.ProvenanceJson;
import bayesflow4j.storage.Safetensors;
import bayesflow4j.storage.SchemaJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The file format of a trained network: everything that inference needs. */
public final class NetworkFormat implements EstimatorFormat {
    private static final String REFERENCE = "reference.summaries";
    private static final String PROFILES = "reference.profiles";

    @Override
    public String name() {
        return "network";
    }

    @Override
    public boolean writes(Estimator estimator) {
        return estimator instanceof AmortizedPosterior;
    }

    @Override
    public Content write(Estimator estimator) {
        AmortizedPosterior posterior = (AmortizedPosterior) estimator;
        Map<String, Object> json = new LinkedHashMap<>(SchemaJson.write(
                posterior.schema(), posterior.scales().parameters().domain()));
        json.putAll(ScalesJson.write(posterior.scales()));
        json.put("design", DesignJson.write(posterior.design()));
        json.put("structure", posterior.networks().structure().value());
        json.put("provenance", ProvenanceJson.write(posterior.provenance()));
        Map<String, Safetensors.Array> arrays = new LinkedHashMap<>();
        Weights weights = posterior.weights();
        for (Tensor tensor : weights.layout().tensors())
            arrays.put(tensor.name(), new Safetensors.Array(shape(tensor), weights.copyOf(tensor)));
        arrays.put(
                REFERENCE,
                array(
                        posterior.referenceSummaries(),
                        posterior.networks().summary().out()));
        double[][] profiles = posterior.referenceProfiles();
        if (profiles.length > 0) arrays.put(PROFILES, array(profiles, profiles[0].length));
        arrays.putAll(ScalesJson.arrays(posterior.scales()));
        return new Content(json, arrays);
    }

    @Override
    public AmortizedPosterior read(Content content, int format, Optional<Domain> given) {
        Fields json =
                Fields.of("network", format == 1 ? FormatOne.upgraded(content.description()) : content.description());
        SchemaJson.Described described = SchemaJson.read(json, given);
        Scales scales = ScalesJson.read(json, content.arrays(), described);
        NetworkDesign design = DesignJson.read(json.object("design"));
        design.requireFits(described.schema().kind(), described.schema().count().least());
        Seed structure = new Seed(json.integer("structure", Long.MIN_VALUE, Long.MAX_VALUE));
        Provenance provenance = ProvenanceJson.read(json.object("provenance"));
        json.end();
        Networks networks = Networks.of(
                design,
                scales.data().width(),
                described.schema().count(),
                scales.parameters().lattice(),
                structure);
        double[][] profiles = profiles(described.schema(), content.arrays());
        int others =
                1 + Math.min(1, profiles.length) + ScalesJson.arrays(scales).size();
        return new AmortizedPosterior(
                described.schema(),
                scales,
                networks,
                weights(networks, content.arrays(), others),
                rows(content.arrays(), REFERENCE, networks.summary().out()),
                profiles,
                provenance);
    }

    /** Checks that every tensor is present with its shape before allocating anything. */
    private static Weights weights(Networks networks, Map<String, Safetensors.Array> arrays, int others) {
        List<Tensor> expected = networks.layout().tensors();
        for (Tensor tensor : expected) Safetensors.values(arrays, tensor.name(), shape(tensor));
        int count = expected.size() + others;
        if (arrays.size() != count)
            throw new IllegalArgumentException("expected " + count + " tensors for its design, got " + arrays.size());
        Weights weights = new Weights(networks.layout());
        for (Tensor tensor : expected)
            weights.put(tensor, arrays.get(tensor.name()).values());
        return weights;
    }

    /** Files of earlier versions have no profiles. */
    private static double[][] profiles(Schema schema, Map<String, Safetensors.Array> arrays) {
        if (!arrays.containsKey(PROFILES)) return new double[0][];
        int width = new DataProfile(schema.kind(), schema.columns()).names().size();
        return rows(arrays, PROFILES, width);
    }

    private static double[][] rows(Map<String, Safetensors.Array> arrays, String name, int width) {
        Safetensors.Array array = arrays.get(name);
        if (array == null || array.shape().length != 2 || array.shape()[1] != width)
            throw new IllegalArgumentException("tensor " + name + ": expected a shape of [n, " + width + "]");
        double[][] rows = new double[array.shape()[0]][width];
        for (int i = 0; i < array.values().length; i++) rows[i / width][i % width] = array.values()[i];
        return rows;
    }

    private static Safetensors.Array array(double[][] rows, int width) {
        float[] values = new float[rows.length * width];
        for (int i = 0; i < values.length; i++) values[i] = (float) rows[i / width][i % width];
        return new Safetensors.Array(new int[] {rows.length, width}, values);
    }

    private static int[] shape(Tensor tensor) {
        return new int[] {tensor.rows(), tensor.groups() * tensor.columns()};
    }
}
