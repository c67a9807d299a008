package bayesflow4j.experiments;

import bayesflow4j.data.DataFileException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** All experiments in one table: what they reached, in which time, beside the time of the authors. */
public final class Overview {
    private static final JsonMapper JSON = new JsonMapper();

    private Overview() {}

    /** The page about the experiments whose results are in folders of this one. */
    public static String markdown(Path folder, List<Experiment> experiments) throws IOException {
        List<String> missed = new ArrayList<>();
        StringBuilder page = new StringBuilder("""
                # The experiments of the paper

                Goals are the paper's numbers or better ones; within one standard error counts as reached. Training is
                the time of all networks of an experiment with their simulations; the authors' is on a graphics card
                (GTX 1060).

                | experiment | budget | goals reached | training | the authors' training | commit |
                |---|---|---|---|---|---|
                """);
        for (Experiment experiment : experiments) {
            Path file = folder.resolve(experiment.name()).resolve(Reproduction.RESULTS);
            if (!Files.exists(file)) continue;
            JsonNode results = read(file);
            page.append(String.format(
                    Locale.ROOT,
                    "| [%s](%s/%s) | %s | %s | %s | %s | %s |%n",
                    results.path("title").asText(),
                    experiment.name(),
                    Reproduction.PAGE,
                    results.path("budget").asText(),
                    reached(results.path("goals")),
                    duration(results.path("seconds").path("training").asDouble()),
                    results.has("paperHours") ? results.path("paperHours").asText() + " h" : "not told",
                    results.path("commit").asText()));
            for (JsonNode goal : results.path("goals").path("missed"))
                missed.add("- " + experiment.name() + ": " + goal.asText());
        }
        if (!missed.isEmpty())
            page.append("\nMissed:\n\n").append(String.join("\n", missed)).append('\n');
        return page.toString();
    }

    private static String reached(JsonNode goals) {
        return goals.path("of").asInt() == 0
                ? "no numbers"
                : goals.path("met").asInt() + " of " + goals.path("of").asInt();
    }

    static JsonNode read(Path file) throws IOException {
        try {
            return JSON.readTree(Files.readString(file));
        } catch (JsonProcessingException e) {
            throw new DataFileException(file, "not a file of results: " + e.getOriginalMessage());
        }
    }

    /** Such as 0:45 or 1:02:45. */
    static String duration(double seconds) {
        long s = Math.round(seconds);
        return s < 3600
                ? String.format(Locale.ROOT, "%d:%02d min", s / 60, s % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d h", s / 3600, s / 60 % 60, s % 60);
    }
}
