package bayesflow4j.server.serving;

import bayesflow4j.data.CsvTable;
import bayesflow4j.inference.Inference;
import bayesflow4j.inference.PosteriorSummary;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.DrawsFile;
import bayesflow4j.storage.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** The answer to a {@link PosteriorRequest}, written one data set after the other. */
final class PosteriorReply {
    private final ServedNetwork network;
    private final PosteriorRequest asked;
    private final AskedPosteriors posteriors;

    PosteriorReply(ServedNetwork network, PosteriorRequest asked, AskedPosteriors posteriors) {
        this.network = network;
        this.asked = asked;
        this.posteriors = posteriors;
        // What can fail does so before the first byte.
        if (asked.output() == PosteriorRequest.Output.DENSITY) posteriors.density(0);
    }

    void write(OutputStream out) throws IOException {
        switch (asked.format()) {
            case JSON -> json(out);
            case CSV -> csv(out);
            case NPZ ->
                DrawsFile.writeNpz(
                        out,
                        network.quantities(),
                        new int[] {
                            asked.data().sets().size(),
                            asked.draws(),
                            network.quantities().size()
                        },
                        posteriors,
                        asked.data().names());
        }
    }

    private void csv(OutputStream out) throws IOException {
        switch (asked.output()) {
            case DRAWS ->
                DrawsFile.writeCsv(
                        out, network.quantities(), posteriors, asked.data().names());
            case SUMMARY -> {
                write(out, Inference.summaryHeader(posteriors.disagreement(0).isPresent()));
                for (int k = 0; posteriors.hasNext(); k++)
                    write(
                            out,
                            Inference.summaryLines(
                                    k,
                                    asked.data().names().get(k),
                                    asked.data().sources().get(k),
                                    PosteriorSummary.of(posteriors.next()),
                                    posteriors.likeness(),
                                    posteriors.disagreement(k)));
            }
            case DENSITY -> {
                write(out, "data_set,draw," + String.join(",", network.parameters()) + ",log_density\n");
                for (int k = 0; k < asked.data().sets().size(); k++) write(out, densityLines(k, theta()));
            }
        }
    }

    /** Where to evaluate the density for the next data set: where was asked for, or at its draws. */
    private List<double[]> theta() {
        if (!asked.theta().isEmpty()) return asked.theta();
        int width = network.parameters().size();
        return Stream.of(posteriors.next().rows())
                .map(row -> Arrays.copyOf(row, width))
                .toList();
    }

    private String densityLines(int k, List<double[]> theta) {
        double[] densities = posteriors.logDensities(k, theta);
        StringBuilder text = new StringBuilder();
        for (int l = 0; l < densities.length; l++) {
            text.append(k).append(',').append(l).append(',');
            CsvTable.appendRow(text, theta.get(l));
            text.setLength(text.length() - 1);
            text.append(',').append(densities[l]).append('\n');
        }
        return text.toString();
    }

    private void json(OutputStream out) throws IOException {
        TextStream text = new TextStream(out)
                .append("{\"network\":" + Json.write(network.name())
                        + ",\"model\":"
                        + Json.write(network.estimator().provenance().model())
                        + ",\"seed\":" + asked.seed().value()
                        + ",\"draws\":" + asked.draws()
                        + ",\"parameters\":" + Json.write(network.quantities())
                        + ",\"misspecification\":"
                        + Json.write(posteriors.likeness().fields(asked.data().sources()))
                        + ",\"notes\":" + Json.write(asked.data().notes())
                        + ",\"data_sets\":[");
        for (int k = 0; k < asked.data().sets().size(); k++) {
            text.append(k == 0 ? "\n" : ",\n");
            dataSet(text, k);
        }
        text.append("\n]}\n").flush();
    }

    private void dataSet(TextStream text, int k) throws IOException {
        text.append("{\"data_set\":" + k
                + ",\"source\":" + Json.write(asked.data().sources().get(k))
                + ",\"observations\":" + asked.data().sets().get(k).count());
        if (posteriors.likeness().available())
            text.append(",\"misspecification\":")
                    .append(Json.write(posteriors.likeness().fields(k)));
        switch (asked.output()) {
            case DRAWS -> columns(text, network.quantities(), posteriors.next()::column);
            case SUMMARY -> summary(text, posteriors.next());
            case DENSITY -> {
                List<double[]> theta = theta();
                columns(
                        text,
                        network.parameters(),
                        j -> theta.stream().mapToDouble(row -> row[j]).toArray());
                text.append(",\"log_density\":").append(posteriors.logDensities(k, theta));
            }
        }
        text.append("}");
    }

    /** Points by parameter, as a data frame takes them. */
    private void columns(TextStream text, List<String> names, IntFunction<double[]> column) throws IOException {
        text.append(asked.theta().isEmpty() ? ",\"draws\":{" : ",\"theta\":{");
        for (int j = 0; j < names.size(); j++)
            text.append((j == 0 ? "" : ",") + Json.write(names.get(j)) + ":").append(column.apply(j));
        text.append("}");
    }

    private static void summary(TextStream text, Draws draws) throws IOException {
        Map<String, Object> summaries = new LinkedHashMap<>();
        PosteriorSummary.of(draws).forEach((name, summary) -> summaries.put(name, summary.fields()));
        text.append(",\"parameters\":" + Json.write(summaries));
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    /** What the file is to be called if it is saved. */
    String fileName() {
        return asked.output().name().toLowerCase(Locale.ROOT) + "."
                + asked.format().name().toLowerCase(Locale.ROOT);
    }
}
