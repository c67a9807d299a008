package bayesflow4j.scale;

import bayesflow4j.model.Domain;
import bayesflow4j.model.Prior;
import bayesflow4j.storage.Fields;
import bayesflow4j.storage.Safetensors;
import bayesflow4j.storage.SchemaJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Converts {@link Scales} to and from fields of a description and accompanying arrays. */
public final class ScalesJson {
    private static final String QUANTILES = "quantiles";
    private static final String DISCRETE = "discrete";
    private static final String LEAST = "least";
    private static final String COUNTS = "counts";
    private static final String OF_PARAMETERS = "regression.parameters";
    private static final String OF_DATA = "regression.data";
    private static final String CONSTANT = "regression.constant";

    private ScalesJson() {}

    /** The fields {@code parameterScale} and {@code dataScale}. */
    public static Map<String, Object> write(Scales scales) {
        Map<String, Object> json = new LinkedHashMap<>();
        Map<String, Object> parameters = new LinkedHashMap<>(
                switch (scales.parameters()) {
                    case RealLine real -> write(real.line());
                    case Quantiles quantiles ->
                        Map.of(QUANTILES, quantiles.prior().notation());
                });
        Lattice lattice = scales.parameters().lattice();
        if (!lattice.isEmpty()) parameters.put(DISCRETE, Map.of(LEAST, lattice.least(), COUNTS, lattice.counts()));
        json.put("parameterScale", parameters);
        json.put("dataScale", write(scales.data().line()));
        return json;
    }

    /** The matrices of the regression, if there is one. */
    public static Map<String, Safetensors.Array> arrays(Scales scales) {
        Map<String, Safetensors.Array> arrays = new LinkedHashMap<>();
        scales.residuals().ifPresent(residuals -> {
            int width = residuals.parameters();
            arrays.put(OF_PARAMETERS, new Safetensors.Array(new int[] {width, width}, residuals.w()));
            arrays.put(OF_DATA, new Safetensors.Array(new int[] {width, residuals.data()}, residuals.b()));
            arrays.put(CONSTANT, new Safetensors.Array(new int[] {1, width}, residuals.c()));
        });
        return arrays;
    }

    /** The scales that were written. */
    public static Scales read(Fields json, Map<String, Safetensors.Array> arrays, SchemaJson.Described described) {
        int parameters = described.domain().dimension();
        int columns = described.schema().columns().size();
        var data = new DataScale(described.schema().columns(), read(json.object("dataScale"), columns));
        return new Scales(
                parameterScale(json.object("parameterScale"), described.domain()),
                data,
                residuals(parameters, data.width(), arrays));
    }

    private static ParameterScale parameterScale(Fields json, Domain domain) {
        Lattice lattice = lattice(json, domain);
        if (!json.has(QUANTILES)) return new RealLine(domain, read(json, domain.dimension()), lattice);
        List<String> notation = json.texts(QUANTILES, domain.dimension());
        json.end();
        Prior prior = domain instanceof Prior known ? known : Prior.parse(domain.names(), notation);
        if (Quantiles.known(prior)) return new Quantiles(prior, lattice);
        throw json.wrong("expected a prior with known quantiles, got " + notation);
    }

    private static Lattice lattice(Fields json, Domain domain) {
        int size = (int) domain.parameters().stream()
                .filter(parameter -> parameter.support().isDiscrete())
                .count();
        if (size == 0) return Lattice.of(domain, new double[0], new double[0]);
        Fields discrete = json.object(DISCRETE);
        Lattice lattice = Lattice.of(domain, discrete.numbers(LEAST, size), discrete.numbers(COUNTS, size));
        discrete.end();
        return lattice;
    }

    /** A regression is present with all of its arrays or not at all. */
    private static Optional<Residuals> residuals(int parameters, int columns, Map<String, Safetensors.Array> arrays) {
        if (!arrays.containsKey(OF_PARAMETERS)) return Optional.empty();
        return Optional.of(new Residuals(
                Safetensors.values(arrays, OF_PARAMETERS, parameters, parameters),
                Safetensors.values(arrays, OF_DATA, parameters, columns),
                Safetensors.values(arrays, CONSTANT, 1, parameters)));
    }

    private static Map<String, Object> write(Standardization line) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("mean", line.mean());
        json.put("sd", line.sd());
        return json;
    }

    private static Standardization read(Fields json, int columns) {
        Standardization line = new Standardization(json.numbers("mean", columns), json.numbers("sd", columns));
        json.end();
        for (int j = 0; j < columns; j++)
            if (!Double.isFinite(line.mean()[j]) || !(line.sd()[j] > 0 && line.sd()[j] < Double.POSITIVE_INFINITY))
                throw new IllegalArgumentException("scale of column " + j
                        + ": expected a finite mean and a positive sd, got " + line.mean()[j] + " and " + line.sd()[j]);
        return line;
    }
}
