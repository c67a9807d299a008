package bayesflow4j.amortized;

import bayesflow4j.data.DataFileException;
import bayesflow4j.engine.memory.Tensor;
import bayesflow4j.engine.memory.Weights;
import bayesflow4j.model.Column;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.Domain;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.Fields;
import bayesflow4j.storage.Safetensors;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A trained network as one {@code .safetensors} file that holds all that inference needs. */
public final class NetworkFile {
    /** Raised whenever a file of the version before could no longer be read as it is. */
    static final int FORMAT = 1;

    private static final String KEY = "bayesflow4j";
    private static final String REFERENCE = "reference.summaries";
    private static final String RESIDUALS_OF_PARAMETERS = "regression.parameters";
    private static final String RESIDUALS_OF_DATA = "regression.data";
    private static final String RESIDUALS_CONSTANT = "regression.constant";
    private static final int MOST_PARAMETERS = 100_000;
    private static final JsonMapper JSON = new JsonMapper();

    private NetworkFile() {}

    /** Writes the file whole or not at all. */
    public static void write(AmortizedPosterior posterior, Path path) {
        ObjectNode json = JSON.createObjectNode();
        json.put("format", FORMAT);
        json.put("kind", posterior.kind().name().toLowerCase(Locale.ROOT));
        json.putObject("observations")
                .put("least", posterior.count().least())
                .put("most", posterior.count().most());
        json.set("parameters", DomainJson.write(posterior.scales().parameters().domain()));
        json.set(
                "parameterScale",
                standardization(posterior.scales().parameters().line()));
        ArrayNode columns = json.putArray("columns");
        for (Column column : posterior.scales().data().columns()) columns.add(ColumnJson.write(column));
        json.set("dataScale", standardization(posterior.scales().data().line()));
        json.set("design", DesignJson.write(posterior.networks().design()));
        json.put("permutations", posterior.networks().permutations().value());
        json.set("provenance", ProvenanceJson.write(posterior.provenance()));

        Map<String, Safetensors.Array> tensors = new LinkedHashMap<>();
        Weights weights = posterior.weights();
        for (Tensor tensor : weights.layout().tensors())
            tensors.put(tensor.name(), new Safetensors.Array(shape(tensor), weights.copyOf(tensor)));
        tensors.put(REFERENCE, reference(posterior));
        posterior.scales().residuals().ifPresent(residuals -> {
            int width = residuals.parameters();
            tensors.put(RESIDUALS_OF_PARAMETERS, new Safetensors.Array(new int[] {width, width}, residuals.w()));
            tensors.put(RESIDUALS_OF_DATA, new Safetensors.Array(new int[] {width, residuals.data()}, residuals.b()));
            tensors.put(RESIDUALS_CONSTANT, new Safetensors.Array(new int[] {1, width}, residuals.c()));
        });
        new Safetensors(Map.of(KEY, json.toString()), tensors).write(path);
    }

    /** Reads a file whose prior is one that the file itself can describe. */
    public static AmortizedPosterior read(Path path) throws IOException {
        return read(path, Optional.empty());
    }

    /** Reads a file whose parameters live on this domain; needed where bounds depend on earlier parameters by code. */
    public static AmortizedPosterior read(Path path, Domain domain) throws IOException {
        return read(path, Optional.of(domain));
    }

    /** All that the file holds beside the weights, as JSON. */
    public static String description(Path path) throws IOException {
        return description(path, Safetensors.read(path));
    }

    private static String description(Path path, Safetensors file) {
        String text = file.metadata().get(KEY);
        if (text == null)
            throw new DataFileException(path, "no network of bayesflow4j: its header lacks the entry " + KEY);
        return text;
    }

    private static AmortizedPosterior read(Path path, Optional<Domain> domain) throws IOException {
        Safetensors file = Safetensors.read(path);
        String text = description(path, file);
        try {
            return posterior(Fields.of("network", JSON.readTree(text)), file.tensors(), domain);
        } catch (JsonProcessingException e) {
            throw new DataFileException(path, "the description of the network is not JSON: " + e.getOriginalMessage());
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
            throw new DataFileException(path, e.getMessage());
        }
    }

    private static AmortizedPosterior posterior(
            Fields json, Map<String, Safetensors.Array> tensors, Optional<Domain> given) {
        int format = json.integer("format", 1, Integer.MAX_VALUE);
        if (format > FORMAT)
            throw new IllegalArgumentException("format: this version reads up to " + FORMAT + ", the file has " + format
                    + "; a newer version of bayesflow4j wrote it");
        DataKind kind = json.choice("kind", DataKind.class);
        Fields observations = json.object("observations");
        ObservationCount count = new ObservationCount(
                observations.integer("least", 1, Integer.MAX_VALUE),
                observations.integer("most", 1, Integer.MAX_VALUE));
        observations.end();
        Domain domain = DomainJson.read(json.objects("parameters", MOST_PARAMETERS), given);
        List<Column> columns = new ArrayList<>();
        for (Fields column : json.objects("columns", MOST_PARAMETERS)) columns.add(ColumnJson.read(column));
        if (columns.isEmpty()) throw new IllegalArgumentException("columns: expected at least one, got none");
        Scales scales = new Scales(
                new ParameterScale(domain, standardization(json.object("parameterScale"), domain.dimension())),
                new DataScale(columns, standardization(json.object("dataScale"), columns.size())),
                residuals(domain.dimension(), columns.size(), tensors));
        NetworkDesign design = DesignJson.read(json.object("design"));
        design.requireFits(kind, count.least());
        Seed permutations = new Seed(json.integer("permutations", Long.MIN_VALUE, Long.MAX_VALUE));
        Provenance provenance = ProvenanceJson.read(json.object("provenance"));
        json.end();
        Networks networks = Networks.of(design, columns.size(), count, domain.dimension(), permutations);
        return new AmortizedPosterior(
                kind, count, scales, networks, weights(networks, tensors), summaries(networks, tensors), provenance);
    }

    /** A regression is there with all of its tensors or not at all. */
    private static Optional<Residuals> residuals(int parameters, int columns, Map<String, Safetensors.Array> tensors) {
        if (!tensors.containsKey(RESIDUALS_OF_PARAMETERS)) return Optional.empty();
        return Optional.of(new Residuals(
                values(tensors, RESIDUALS_OF_PARAMETERS, parameters, parameters),
                values(tensors, RESIDUALS_OF_DATA, parameters, columns),
                values(tensors, RESIDUALS_CONSTANT, 1, parameters)));
    }

    /** Nothing is allocated before every tensor is known to be there in its shape. */
    private static Weights weights(Networks networks, Map<String, Safetensors.Array> tensors) {
        List<Tensor> expected = networks.layout().tensors();
        for (Tensor tensor : expected) values(tensors, tensor.name(), shape(tensor));
        int count = expected.size() + (tensors.containsKey(RESIDUALS_OF_PARAMETERS) ? 4 : 1);
        if (tensors.size() != count)
            throw new IllegalArgumentException("expected " + count + " tensors for its design, got " + tensors.size());
        Weights weights = new Weights(networks.layout());
        for (Tensor tensor : expected)
            weights.put(tensor, tensors.get(tensor.name()).values());
        return weights;
    }

    private static float[] values(Map<String, Safetensors.Array> tensors, String name, int... shape) {
        Safetensors.Array array = tensors.get(name);
        if (array == null) throw new IllegalArgumentException("tensor " + name + " is missing");
        if (!Arrays.equals(array.shape(), shape))
            throw new IllegalArgumentException("tensor " + name + ": expected shape " + Arrays.toString(shape)
                    + ", got " + Arrays.toString(array.shape()));
        for (float value : array.values())
            if (!Float.isFinite(value))
                throw new IllegalArgumentException("tensor " + name + ": expected finite numbers, got " + value);
        return array.values();
    }

    private static float[][] summaries(Networks networks, Map<String, Safetensors.Array> tensors) {
        Safetensors.Array array = tensors.get(REFERENCE);
        int width = networks.summary().out();
        if (array == null || array.shape().length != 2 || array.shape()[1] != width)
            throw new IllegalArgumentException("tensor " + REFERENCE + ": expected a shape of [n, " + width + "]");
        float[][] rows = new float[array.shape()[0]][];
        for (int i = 0; i < rows.length; i++) rows[i] = Arrays.copyOfRange(array.values(), i * width, (i + 1) * width);
        return rows;
    }

    private static Safetensors.Array reference(AmortizedPosterior posterior) {
        double[][] rows = posterior.referenceSummaries();
        int width = posterior.networks().summary().out();
        float[] values = new float[rows.length * width];
        for (int i = 0; i < values.length; i++) values[i] = (float) rows[i / width][i % width];
        return new Safetensors.Array(new int[] {rows.length, width}, values);
    }

    private static int[] shape(Tensor tensor) {
        return new int[] {tensor.rows(), tensor.groups() * tensor.columns()};
    }

    private static ObjectNode standardization(Standardization line) {
        ObjectNode json = JSON.createObjectNode();
        ArrayNode mean = json.putArray("mean");
        for (double v : line.mean()) mean.add(v);
        ArrayNode sd = json.putArray("sd");
        for (double v : line.sd()) sd.add(v);
        return json;
    }

    private static Standardization standardization(Fields json, int columns) {
        Standardization line = new Standardization(json.numbers("mean", columns), json.numbers("sd", columns));
        json.end();
        for (int j = 0; j < columns; j++)
            if (!Double.isFinite(line.mean()[j]) || !(line.sd()[j] > 0 && line.sd()[j] < Double.POSITIVE_INFINITY))
                throw new IllegalArgumentException("scale of column " + j
                        + ": expected a finite mean and a positive sd, got " + line.mean()[j] + " and " + line.sd()[j]);
        return line;
    }
}
