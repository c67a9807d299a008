package bayesflow4j.experiments;

import bayesflow4j.data.DataFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** All experiments in one table: goals reached, training time, and the authors' training time. */
public final class Overview {
    private Overview() {}

    /** The page on the experiments whose results are in subfolders of this folder. */
    public static String markdown(Path folder, List<Experiment> experiments) throws IOException {
        List<String> missed = new ArrayList<>();
        StringBuilder page = new StringBuilder("""
                # The experiments of the paper

                Goals are the paper's numbers or better; within one standard error counts as reached. Training time covers all
                networks of an experiment with their simulations; the authors trained on a GPU (GTX 1060).

                | experiment | budget | goals reached | training | the authors' training | commit |
                |---|---|---|---|---|---|
                """);
        for (Experiment experiment : experiments) {
            Path file = folder.resolve(experiment.folder()).resolve(Reproduction.RESULTS);
            if (!Files.exists(file)) continue;
            ResultsTree results = read(file);
            page.append(String.format(
                    Locale.ROOT,
                    "| [%s](%s/%s) | %s | %s | %s | %s | %s |%n",
                    results.at("title").text(),
                    experiment.folder(),
                    Reproduction.PAGE,
                    results.at("budget").text(),
                    reached(results.at("goals")),
                    duration(results.at("seconds").at("training").number().orElseThrow()),
                    results.at("paperHours").number().isPresent()
                            ? results.at("paperHours").text() + " h"
                            : "not reported",
                    results.at("commit").text()));
            for (Object goal : results.at("goals").at("missed").items())
                missed.add("- " + experiment.name() + ": " + goal);
        }
        if (!missed.isEmpty())
            page.append("\nMissed:\n\n").append(String.join("\n", missed)).append('\n');
        return page.toString();
    }

    private static String reached(ResultsTree goals) {
        return goals.at("of").number().orElse(0) == 0
                ? "no goals"
                : goals.at("met").text() + " of " + goals.at("of").text();
    }

    static ResultsTree read(Path file) throws IOException {
        try {
            return ResultsTree.parse(Files.readString(file));
        } catch (IllegalArgumentException e) {
            throw new DataFileException(file, "not a results file: " + e.getMessage());
        }
    }

    /** A duration such as 0:45 min or 1:02:45 h. */
    static String duration(double seconds) {
        long s = Math.round(seconds);
        return s < 3600
                ? String.format(Locale.ROOT, "%d:%02d min", s / 60, s % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d h", s / 3600, s / 60 % 60, s % 60);
    }
}
