package bayesflow4j.reference;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.amortized.NetworkFormat;
import bayesflow4j.model.Domain;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.posterior.Schema;
import bayesflow4j.storage.EstimatorFormat.Content;
import bayesflow4j.storage.Fields;
import bayesflow4j.storage.ProvenanceJson;
import bayesflow4j.storage.Safetensors;
import bayesflow4j.storage.SchemaJson;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What files of all table estimators hold: schema, design, provenance, the network of the statistics as a network's own file
 * has it, and summaries of simulated data sets.
 *
 * @param schema what the estimator reads and infers
 * @param domain of its parameters
 * @param design how posteriors are read off the table
 * @param statistics of a data set
 * @param summaries of simulated data sets [n][p]
 * @param provenance how it was made
 */
record TableContent<D extends ReferenceDesign>(
        Schema schema,
        Domain domain,
        D design,
        LearnedStatistics statistics,
        double[][] summaries,
        Provenance provenance) {
    private static final String NETWORK = "network";
    private static final String PREFIX = NETWORK + "/";
    private static final String SUMMARIES = "reference.summaries";

    /** The content of a file, together with arrays of the method's own. */
    static Content write(
            TablePosterior posterior,
            Map<String, Safetensors.Array> ownArrays,
            Map<String, Safetensors.Integers> ownIntegers) {
        Map<String, Object> json = new LinkedHashMap<>(SchemaJson.write(posterior.schema(), posterior.domain()));
        json.put(TablePlan.SECTION, posterior.design().written());
        json.put("provenance", ProvenanceJson.write(posterior.provenance()));
        Map<String, Safetensors.Array> arrays = new LinkedHashMap<>();
        posterior.statistics().network().map(new NetworkFormat()::write).ifPresent(network -> {
            json.put(NETWORK, network.description());
            network.arrays().forEach((name, array) -> arrays.put(PREFIX + name, array));
        });
        arrays.put(SUMMARIES, array(posterior.referenceSummaries()));
        arrays.putAll(ownArrays);
        return new Content(json, arrays, ownIntegers);
    }

    private static Safetensors.Array array(double[][] rows) {
        int width = rows.length == 0 ? 0 : rows[0].length;
        float[] values = new float[rows.length * width];
        for (int i = 0; i < values.length; i++) values[i] = (float) rows[i / width][i % width];
        return new Safetensors.Array(new int[] {rows.length, width}, values);
    }

    /** What {@link #write} wrote, apart from what is the method's own. */
    static <D extends ReferenceDesign> TableContent<D> read(
            String name, Content content, int format, Optional<Domain> given, Function<Fields, D> designs) {
        Fields json = Fields.of(name, content.description());
        SchemaJson.Described described = SchemaJson.read(json, given);
        D design = designs.apply(json.object(TablePlan.SECTION));
        Provenance provenance = ProvenanceJson.read(json.object("provenance"));
        Optional<AmortizedPosterior> network =
                json.has(NETWORK) ? Optional.of(network(content, format, given)) : Optional.empty();
        json.end();
        return new TableContent<>(
                described.schema(),
                described.domain(),
                design,
                statistics(design.table().statistics(), network, provenance),
                summaries(content.arrays()),
                provenance);
    }

    /** Hand-made statistics are part of the model, which the program has. */
    private static LearnedStatistics statistics(
            StatisticKind kind, Optional<AmortizedPosterior> network, Provenance provenance) {
        return new LearnedStatistics(kind, network, kind.handMade(provenance.model(), provenance.ready()));
    }

    private static AmortizedPosterior network(Content content, int format, Optional<Domain> given) {
        Map<String, Object> description = new LinkedHashMap<>();
        if (!(content.description().get(NETWORK) instanceof Map<?, ?> fields))
            throw new IllegalArgumentException(NETWORK + ": expected the description of a network, got none");
        fields.forEach((key, value) -> description.put(key.toString(), value));
        Map<String, Safetensors.Array> arrays = new LinkedHashMap<>();
        content.arrays().forEach((name, array) -> {
            if (name.startsWith(PREFIX)) arrays.put(name.substring(PREFIX.length()), array);
        });
        return new NetworkFormat().read(new Content(description, arrays), format, given);
    }

    private static double[][] summaries(Map<String, Safetensors.Array> arrays) {
        Safetensors.Array array = arrays.get(SUMMARIES);
        if (array == null || array.shape().length != 2)
            throw new IllegalArgumentException("tensor " + SUMMARIES + ": expected a shape of [n, p]");
        int width = array.shape()[1];
        double[][] rows = new double[array.shape()[0]][width];
        for (int i = 0; i < array.values().length; i++) rows[i / width][i % width] = array.values()[i];
        return rows;
    }

    /** Refuses statistics of another number than the method's own arrays have. */
    void requireWidth(int width) {
        for (double[] row : summaries)
            if (row.length != width)
                throw new IllegalArgumentException(
                        "tensor " + SUMMARIES + ": expected rows of " + width + " statistics, got " + row.length);
    }
}
