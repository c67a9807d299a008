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
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

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
        if (asked.theta().isEmpty()) posteriors.make();
    }

    void write(OutputStream out) throws IOException {
        switch (asked.format()) {
            case JSON -> json(out);
            case CSV -> csv(out);
            case NPZ ->
                DrawsFile.writeNpz(
                        out,
                        network.parameters(),
                        new int[] {
                            asked.data().sets().size(),
                            asked.draws(),
                            network.parameters().size()
                        },
                        posteriors,
                        asked.data().names());
        }
    }

    private void csv(OutputStream out) throws IOException {
        switch (asked.output()) {
            case DRAWS ->
                DrawsFile.writeCsv(
                        out, network.parameters(), posteriors, asked.data().names());
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
        return asked.theta().isEmpty() ? List.of(posteriors.next().rows()) : asked.theta();
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
        StringBuilder text = new StringBuilder("{\"network\":" + Json.write(network.name())
                + ",\"model\":" + Json.write(network.estimator().provenance().model())
                + ",\"seed\":" + asked.seed().value()
                + ",\"draws\":" + asked.draws()
                + ",\"parameters\":" + Json.write(network.parameters())
                + ",\"misspecification\":"
                + Json.write(posteriors.likeness().fields(asked.data().sources()))
                + ",\"notes\":" + Json.write(asked.data().notes())
                + ",\"data_sets\":[");
        for (int k = 0; k < asked.data().sets().size(); k++) {
            text.append(k == 0 ? "\n" : ",\n");
            dataSet(text, k);
            write(out, text.toString());
            text.setLength(0);
        }
        write(out, "\n]}\n");
    }

    private void dataSet(StringBuilder text, int k) {
        text.append("{\"data_set\":").append(k);
        text.append(",\"source\":").append(Json.write(asked.data().sources().get(k)));
        text.append(",\"observations\":").append(asked.data().sets().get(k).count());
        if (posteriors.likeness().available())
            text.append(",\"misspecification\":")
                    .append(Json.write(posteriors.likeness().fields(k)));
        switch (asked.output()) {
            case DRAWS -> columns(text, posteriors.next()::column);
            case SUMMARY -> summary(text, posteriors.next());
            case DENSITY -> {
                List<double[]> theta = theta();
                columns(text, j -> theta.stream().mapToDouble(row -> row[j]).toArray());
                text.append(",\"log_density\":");
                numbers(text, posteriors.logDensities(k, theta));
            }
        }
        text.append('}');
    }

    /** Points by parameter, as a data frame takes them. */
    private void columns(StringBuilder text, IntFunction<double[]> column) {
        text.append(",\"").append(asked.theta().isEmpty() ? "draws" : "theta").append("\":{");
        List<String> names = network.parameters();
        for (int j = 0; j < names.size(); j++) {
            text.append(j == 0 ? "" : ",").append(Json.write(names.get(j))).append(':');
            numbers(text, column.apply(j));
        }
        text.append('}');
    }

    private static void summary(StringBuilder text, Draws draws) {
        text.append(",\"parameters\":{");
        PosteriorSummary.of(draws)
                .forEach((name, summary) -> text.append(text.charAt(text.length() - 1) == '{' ? "" : ",")
                        .append(Json.write(name))
                        .append(':')
                        .append(Json.write(summary.fields())));
        text.append('}');
    }

    private static void numbers(StringBuilder text, double[] values) {
        text.append('[');
        for (int l = 0; l < values.length; l++) {
            if (l > 0) text.append(',');
            if (Double.isFinite(values[l])) text.append(values[l]);
            else text.append("null");
        }
        text.append(']');
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
