package bayesflow4j.report;

import bayesflow4j.diagnostics.Finding;
import bayesflow4j.diagnostics.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;

/** Verdicts by the number of observations, one line per parameter. */
public final class VerdictTable {
    private VerdictTable() {}

    /** The table of verdicts on the same parameters; {@code axis} is for example "N" or "T". */
    public static Table of(String axis, SortedMap<Integer, Verdict> byCount) {
        List<String> header = new ArrayList<>(List.of("parameter"));
        byCount.keySet().forEach(count -> header.add(axis + " = " + count));
        List<List<String>> rows = new ArrayList<>();
        List<Finding> first = byCount.get(byCount.firstKey()).findings();
        for (int j = 0; j < first.size(); j++) {
            List<String> row =
                    new ArrayList<>(List.of(ParameterLabel.of(first.get(j).parameter())));
            for (Verdict verdict : byCount.values())
                row.add(cell(verdict.findings().get(j)));
            rows.add(row);
        }
        return new Table("Verdict by " + axis + " (contraction: information in the data, from 0 to 1)", header, rows);
    }

    private static String cell(Finding finding) {
        return String.format(
                Locale.ROOT,
                "%s, contraction %.2f",
                finding.words(),
                finding.information().contraction());
    }
}
