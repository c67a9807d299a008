package bayesflow4j.cli;

import bayesflow4j.data.WholeFile;
import bayesflow4j.diagnostics.Surprise;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.DrawsFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Data sets, what a network says about them, and whether it should be believed; written as files that programs read. */
record Inference(String network, String model, long seed, ObservedData data, List<Draws> draws, Likeness likeness) {
    Inference {
        draws = List.copyOf(draws);
    }

    /** Writes {@code draws.csv}, {@code draws.npz}, {@code summary.csv} and {@code summary.json}. */
    void write(Path directory) {
        DrawsFile.writeCsv(directory.resolve("draws.csv"), draws);
        DrawsFile.writeNpz(directory.resolve("draws.npz"), draws);
        text(directory.resolve("summary.csv"), csv());
        text(directory.resolve("summary.json"), json() + "\n");
    }

    private static void text(Path file, String text) {
        WholeFile.write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    private String csv() {
        StringBuilder csv = new StringBuilder(
                "data_set,source,parameter,mean,sd,median,q05,q95,distance,p_value,unlike_training\n");
        for (int k = 0; k < draws.size(); k++) {
            String source = '"' + data.sources().get(k).replace("\"", "\"\"") + '"';
            String like = likeness.each().isEmpty()
                    ? ",,"
                    : likeness.each().get(k).distance() + ","
                            + likeness.each().get(k).pValue() + "," + likeness.isUnlike(k);
            String start = k + "," + source + ",";
            PosteriorSummary.of(draws.get(k))
                    .forEach((name, s) -> csv.append(start + name + "," + s.mean() + "," + s.sd() + "," + s.median()
                            + "," + s.q05() + "," + s.q95() + "," + like + "\n"));
        }
        return csv.toString();
    }

    private String json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("network", network);
        json.put("model", model);
        json.put("seed", seed);
        json.put("draws", draws.getFirst().count());
        Map<String, Object> check = new LinkedHashMap<>();
        check.put("available", !likeness.each().isEmpty());
        check.put("warning", likeness.warns());
        check.put("false_alarm_rate", likeness.falseAlarmRate());
        likeness.all().ifPresent(all -> check.put("all_together", surprise(all)));
        check.put("sentence", likeness.sentence(data.sources()));
        json.put("misspecification", check);
        List<Object> sets = new ArrayList<>();
        for (int k = 0; k < draws.size(); k++) {
            Map<String, Object> set = new LinkedHashMap<>();
            set.put("data_set", k);
            set.put("source", data.sources().get(k));
            set.put("observations", data.sets().get(k).count());
            set.put("parameters", PosteriorSummary.of(draws.get(k)));
            if (!likeness.each().isEmpty()) {
                Map<String, Object> own = surprise(likeness.each().get(k));
                own.put("unlike_training", likeness.isUnlike(k));
                set.put("misspecification", own);
            }
            sets.add(set);
        }
        json.put("data_sets", sets);
        return Json.of(json);
    }

    private static Map<String, Object> surprise(Surprise surprise) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("distance", surprise.distance());
        json.put("p_value", surprise.pValue());
        return json;
    }

    /** One line per parameter of the first data sets. */
    List<List<String>> rows(int mostDataSets) {
        List<List<String>> rows = new ArrayList<>();
        List<String> header = new ArrayList<>(List.of("data set", "parameter"));
        header.addAll(PosteriorSummary.HEADER);
        rows.add(header);
        for (int k = 0; k < Math.min(mostDataSets, draws.size()); k++) {
            String number = Integer.toString(k);
            PosteriorSummary.of(draws.get(k)).forEach((name, summary) -> {
                List<String> row = new ArrayList<>(List.of(number, name));
                row.addAll(summary.cells());
                rows.add(row);
            });
        }
        return rows;
    }
}
