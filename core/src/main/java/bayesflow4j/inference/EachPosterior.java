package bayesflow4j.inference;

import bayesflow4j.check.LocalCheck;
import bayesflow4j.check.PriorSensitivity;
import bayesflow4j.data.CsvTable;
import bayesflow4j.diagnostics.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What is known about the posterior of each data set: the checks near the data and the sensitivity to the prior, as far as there are.
 *
 * @param names of the data sets
 * @param local whether the estimator is right near each data set; may be empty
 * @param sensitivity how each posterior depends on its prior; may be empty
 */
public record EachPosterior(List<String> names, List<LocalCheck> local, List<PriorSensitivity> sensitivity) {
    private static final String HEADER =
            "data_set,name,check_near_data,check_near_data_sentence,prior_matters,prior_sentence\n";

    /** As many data sets are named in a sentence. */
    private static final int MOST_NAMES = 10;

    /** Whether nothing is known. */
    public boolean isEmpty() {
        return local.isEmpty() && sensitivity.isEmpty();
    }

    /** One line for each data set, with a header. */
    public List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        List<String> header = new ArrayList<>(List.of("data set"));
        if (!local.isEmpty()) header.add("near these data");
        if (!sensitivity.isEmpty()) header.add("under another prior");
        rows.add(header);
        for (int k = 0; k < names.size(); k++) {
            List<String> row = new ArrayList<>(List.of(names.get(k)));
            if (!local.isEmpty()) row.add(local.get(k).words());
            if (!sensitivity.isEmpty()) row.add(sensitivity.get(k).words());
            rows.add(row);
        }
        return rows;
    }

    /** The content of {@code assessment.csv}. */
    String csv() {
        StringBuilder csv = new StringBuilder(HEADER);
        for (int k = 0; k < names.size(); k++) {
            csv.append(k + "," + CsvTable.quoted(names.get(k)) + ",");
            csv.append(
                    local.isEmpty()
                            ? ","
                            : pair(local.get(k).words(), local.get(k).sentence()));
            csv.append(",");
            csv.append(
                    sensitivity.isEmpty()
                            ? ","
                            : pair(
                                    Boolean.toString(sensitivity.get(k).warns()),
                                    sensitivity.get(k).sentence()));
            csv.append("\n");
        }
        return csv.toString();
    }

    private static String pair(String first, String second) {
        return CsvTable.quoted(first) + "," + CsvTable.quoted(second);
    }

    /** The checks near all data sets in a sentence that names those that did not pass. */
    public String localSentence() {
        List<Integer> failed = those(k -> local.get(k).grade() == Verdict.Grade.POOR);
        List<Integer> doubtful = those(k -> local.get(k).grade() == Verdict.Grade.FAIR);
        return "Checks near the " + names.size() + " data sets: " + failed.size() + " failed" + named(failed) + ", "
                + doubtful.size() + " inconclusive or with slight deviations" + named(doubtful) + ", "
                + (names.size() - failed.size() - doubtful.size()) + " passed.";
    }

    /** The worst grade of the checks near the data. */
    public Verdict.Grade localGrade() {
        return local.stream().map(LocalCheck::grade).max(Enum::compareTo).orElse(Verdict.Grade.FAIR);
    }

    /** The sensitivity of all posteriors in a sentence that names those that another prior would clearly move. */
    public String sensitivitySentence() {
        List<Integer> moved = those(k -> sensitivity.get(k).warns());
        return "Another prior would clearly move the posteriors of " + moved.size() + " of " + names.size()
                + " data sets" + named(moved) + ".";
    }

    /** Whether another prior would clearly move some posterior. */
    public boolean priorMatters() {
        return sensitivity.stream().anyMatch(PriorSensitivity::warns);
    }

    private List<Integer> those(IntPredicate condition) {
        return IntStream.range(0, names.size()).filter(condition).boxed().toList();
    }

    private String named(List<Integer> some) {
        if (some.isEmpty()) return "";
        return " ("
                + some.stream().limit(MOST_NAMES).map(names::get).collect(Collectors.joining(", "))
                + (some.size() > MOST_NAMES ? ", …" : "") + ")";
    }
}
