package bayesflow4j.server.serving;

import bayesflow4j.data.DataFileException;
import bayesflow4j.inference.ObservedData;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Schema;
import bayesflow4j.random.Seed;
import bayesflow4j.server.Body;
import bayesflow4j.server.Gate;
import bayesflow4j.server.Limits;
import bayesflow4j.server.Problem;
import bayesflow4j.storage.Json;
import io.javalin.http.Context;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What to tell about p(θ | x) for some data sets x.
 *
 * @param data the data sets
 * @param draws per data set
 * @param seed of all chance
 * @param output what to tell
 * @param format how to write it
 * @param theta where to evaluate the density [n][D]; empty for at the draws
 */
record PosteriorRequest(ObservedData data, int draws, Seed seed, Output output, Format format, List<double[]> theta) {
    private static final Set<String> QUERY = Set.of("draws", "seed", "output", "format");
    private static final int DRAWS = 1000;

    /** What to tell about a posterior. */
    enum Output {
        DRAWS,
        SUMMARY,
        DENSITY
    }

    /** How to write it. */
    enum Format {
        JSON("application/json"),
        CSV("text/csv; charset=utf-8"),
        NPZ("application/zip");

        private final String contentType;

        Format(String contentType) {
            this.contentType = contentType;
        }

        String contentType() {
            return contentType;
        }
    }

    static PosteriorRequest of(Context request, Schema schema, Limits limits, Gate.Admission admission) {
        for (String name : request.queryParamMap().keySet())
            if (!QUERY.contains(name)) throw Problem.malformed(name + ": expected one of draws, seed, output, format");
        int draws = (int) whole(request, "draws", DRAWS, 1, limits.draws());
        long seed = whole(request, "seed", 1, Long.MIN_VALUE, Long.MAX_VALUE);
        Output output = choice(request, "output", Output.class, Output.DRAWS);
        Format format = choice(request, "format", Format.class, Format.JSON);
        if (format == Format.NPZ && output != Output.DRAWS)
            throw Problem.unfit("format: expected json or csv for output="
                    + output.name().toLowerCase(Locale.ROOT) + ", got npz, which holds draws only");
        String type = Optional.ofNullable(request.contentType())
                .orElse("none")
                .replaceFirst(";.*", "")
                .strip();
        String body = Body.text(request, limits, admission);
        PosteriorRequest asked = switch (type.toLowerCase(Locale.ROOT)) {
            case "text/csv" ->
                new PosteriorRequest(csv(body, schema), draws, new Seed(seed), output, format, List.of());
            case "application/json" -> {
                Map<?, ?> json = object(body);
                yield new PosteriorRequest(
                        JsonData.of(json, schema),
                        draws,
                        new Seed(seed),
                        output,
                        format,
                        theta(json, schema, output, limits));
            }
            default -> throw new Problem(415, "Content-Type: expected text/csv or application/json, got " + type);
        };
        asked.requireWithin(limits);
        return asked;
    }

    private void requireWithin(Limits limits) {
        long rows = data.sets().stream().mapToLong(Observations::count).sum();
        if (rows > limits.rows())
            throw new Problem(413, "body: expected at most " + limits.rows() + " rows in all, got " + rows);
        long all = (long) data.sets().size() * (theta.isEmpty() ? draws : theta.size());
        if (all > limits.allDraws())
            throw new Problem(
                    413,
                    "draws: expected at most " + limits.allDraws() + " in all, got "
                            + data.sets().size() + " data sets × "
                            + all / data.sets().size());
    }

    private static ObservedData csv(String body, Schema schema) {
        try {
            return ObservedData.parse("body", body, schema);
        } catch (DataFileException e) {
            throw Problem.unfit(e.getMessage());
        }
    }

    private static Map<?, ?> object(String body) {
        try {
            if (Json.parse(body) instanceof Map<?, ?> object) return object;
        } catch (IllegalArgumentException e) {
            throw Problem.malformed("body: " + e.getMessage());
        }
        throw Problem.malformed("body: expected a JSON object");
    }

    private static List<double[]> theta(Map<?, ?> body, Schema schema, Output output, Limits limits) {
        Object written = body.get("theta");
        if (written == null) return List.of();
        if (output != Output.DENSITY) throw Problem.unfit("theta: expected only with output=density");
        List<?> rows = JsonData.list("theta", written);
        if (rows.isEmpty() || rows.size() > limits.draws())
            throw new Problem(413, "theta: expected 1 to " + limits.draws() + " points, got " + rows.size());
        List<String> names = schema.parameterNames();
        return IntStream.range(0, rows.size())
                .mapToObj(i -> point("theta[" + i + "]", rows.get(i), names))
                .toList();
    }

    private static double[] point(String where, Object row, List<String> names) {
        double[] point = JsonData.row(where, row, names);
        for (int j = 0; j < point.length; j++)
            if (Double.isNaN(point[j]))
                throw Problem.unfit(where + "." + names.get(j) + ": expected a finite number, got null");
        return point;
    }

    private static long whole(Context request, String name, long fallback, long least, long most) {
        String text = request.queryParam(name);
        if (text == null) return fallback;
        try {
            long value = Long.parseLong(text);
            if (value >= least && value <= most) return value;
        } catch (NumberFormatException e) {
            throw Problem.malformed(name + ": expected a whole number, got \"" + text + '"');
        }
        throw new Problem(413, name + ": expected " + least + " to " + most + ", got " + text);
    }

    private static <E extends Enum<E>> E choice(Context request, String name, Class<E> kind, E fallback) {
        String text = request.queryParam(name);
        if (text == null) return fallback;
        return Arrays.stream(kind.getEnumConstants())
                .filter(e -> e.name().toLowerCase(Locale.ROOT).equals(text))
                .findFirst()
                .orElseThrow(() -> Problem.malformed(name + ": expected one of "
                        + Arrays.toString(kind.getEnumConstants()).toLowerCase(Locale.ROOT) + ", got \"" + text + '"'));
    }
}
