package bayesflow4j.experiments;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Sentences on how to read the numbers of a {@link CaseStudy}.
 *
 * @param contenders the methods; the widths of the others are compared with the first
 * @param effort of the run
 */
record CaseNotes(List<CaseContender> contenders, Effort effort) {
    CaseNotes {
        contenders = List.copyOf(contenders);
    }

    /** All of them, from what each contender found for the data set that is shown and for those of the prior. */
    List<String> of(Map<String, CaseResult> shown, Map<String, List<CaseResult>> many) {
        List<String> notes = new ArrayList<>(List.of(
                "Table 2: the times for 500 data sets and the break-even of the methods for one data set are extrapolated from"
                        + " the time for one, as in the paper; BayesFlow's are measured. Break-even is the number of data sets after"
                        + " which BayesFlow's training has paid off.",
                "All methods use the prior of the paper's text; the authors' runs used narrower ones for SNPE and another for"
                        + " SMC-MMD. SMC-MMD's weights are used in all numbers and figures. SNPE and TSNPE read the 28 hand-made"
                        + " statistics.",
                widths(shown)));
        shown.forEach((label, result) -> notes.add(shown(label, result)));
        contenders.forEach(one -> notes.add(many(one, many.get(one.label()))));
        return notes;
    }

    private String widths(Map<String, CaseResult> shown) {
        String first = contenders.getFirst().label();
        return String.format(
                Locale.ROOT,
                "The paper gives no posterior sd of SNPE. Ours are compared with that of %s on the same data set, with its"
                        + " weights used (an effective sample of %.0f): the goal of SNPE-A, SNPE-B and SNPE-C is a ratio of at most 1"
                        + " for each parameter. Its standard error is that of both sd's by their number of draws, so it does not"
                        + " cover how a fit with another seed would differ.",
                first,
                Width.effective(shown.get(first).draws()));
    }

    private static String shown(String label, CaseResult result) {
        return String.format(
                Locale.ROOT,
                "%s took %d simulations in %d rounds or populations for the data set that is shown%s%s.",
                label,
                result.simulations(),
                result.rounds(),
                Double.isFinite(result.epsilon()) ? String.format(Locale.ROOT, ", to ε = %.4f", result.epsilon()) : "",
                result.resumed() ? "; it was interrupted, and its time is that after the interruption" : "");
    }

    private String many(CaseContender one, List<CaseResult> results) {
        return String.format(
                Locale.ROOT,
                "Accuracy and calibration of %s are measured on %d data sets of the prior, with %s for each (%.0f simulations"
                        + " on average); for the data set that is shown, with %s.",
                one.label(),
                results.size(),
                budget(one.many().get(effort)),
                results.stream().mapToLong(CaseResult::simulations).average().orElseThrow(),
                budget(one.single().get(effort)));
    }

    /** The settings that decide how many simulations there are, in words. */
    static String budget(Map<String, Object> settings) {
        List<String> parts = new ArrayList<>();
        boolean populations = settings.containsKey("particles");
        if (populations)
            parts.add(settings.get("particles") + " particles in at most " + settings.get("populations")
                    + " populations");
        if (settings.get("epsilon") instanceof Double epsilon && epsilon > 0) parts.add("to ε = " + epsilon);
        if (settings.containsKey("simulations"))
            parts.add((populations ? "at most " : "") + settings.get("simulations") + " simulations");
        if (settings.containsKey("rounds"))
            parts.add("in " + settings.get("rounds") + (settings.get("rounds").equals(1) ? " round" : " rounds"));
        return String.join(" ", parts).replace("populations at most", "populations and at most");
    }
}
