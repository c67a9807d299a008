package bayesflow4j.experiments;

import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.diagnostics.Metrics;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the calibration errors of a comparison say, as sentences made of the numbers: where BayesFlow, the first section, is not
 * the best and which of that is chance, and whether the paper's ranking holds.
 */
final class CalibrationNotes {
    private static final String METRIC = "calibrationError";

    /** Standard errors of a difference that are worth a mention, of which chance gives a normal difference so large a share. */
    private static final double SMALL = 1;

    private static final double SHARE_ABOVE_SMALL = 0.159;

    /** Standard errors of a difference that is more than chance. */
    private static final double CLEAR = 2;

    private CalibrationNotes() {}

    /** The sentences on these sections. */
    static List<String> of(List<Section> sections) {
        List<String> notes = new ArrayList<>(List.of(better(sections)));
        ranking(sections).ifPresent(notes::add);
        return notes;
    }

    /** A number of BayesFlow's and one of another method's. */
    private record Pair(String name, Estimate ours, Estimate theirs) {
        /** By how many standard errors of the difference theirs is smaller. */
        double errors() {
            return (ours.mean() - theirs.mean()) / Math.hypot(ours.se(), theirs.se());
        }

        String text() {
            return name + " (" + Tables.text(theirs) + " against " + Tables.text(ours) + ", "
                    + String.format(Locale.ROOT, "%.1f", errors()) + " standard errors)";
        }
    }

    private static List<Pair> pairs(List<Section> sections) {
        List<Pair> pairs = new ArrayList<>();
        Metrics ours = sections.getFirst().metrics();
        for (String parameter : ours.parameters())
            for (Section other : sections.subList(1, sections.size()))
                pairs.add(new Pair(
                        other.method() + " for " + parameter,
                        ours.value(METRIC, parameter),
                        other.metrics().value(METRIC, parameter)));
        return pairs;
    }

    private static String better(List<Section> sections) {
        List<Pair> all = pairs(sections);
        List<Pair> better = all.stream().filter(pair -> pair.errors() > SMALL).toList();
        if (better.isEmpty())
            return "No method has a smaller calibration error than BayesFlow, by more than one standard error of the"
                    + " difference, for any parameter.";
        return "The calibration error is smaller than BayesFlow's, by more than one standard error of the difference, with "
                + better.stream().map(Pair::text).collect(Collectors.joining(", ")) + ". Of " + all.size()
                + " comparisons of methods that are equally well calibrated, chance makes about "
                + Math.round(SHARE_ABOVE_SMALL * all.size()) + " look like that; "
                + beyondChance(better);
    }

    private static String beyondChance(List<Pair> better) {
        List<Pair> clear = better.stream().filter(pair -> pair.errors() > CLEAR).toList();
        return clear.isEmpty()
                ? "no difference exceeds two standard errors, so chance explains them."
                : "chance does not explain the differences of more than two standard errors: "
                        + clear.stream().map(Pair::name).collect(Collectors.joining(", "))
                        + ". There BayesFlow is not the best calibrated.";
    }

    /** A method with the mean of its calibration errors over all parameters, here and in the paper. */
    private record Standing(String method, Estimate here, double paper) {
        private static Optional<Standing> of(Section section) {
            List<String> parameters = section.metrics().parameters();
            double here = 0;
            double variance = 0;
            double paper = 0;
            for (String parameter : parameters) {
                Optional<Double> published = section.reference().paper(METRIC, parameter);
                if (published.isEmpty()) return Optional.empty();
                Estimate own = section.metrics().value(METRIC, parameter);
                here += own.mean();
                variance += own.se() * own.se();
                paper += published.get();
            }
            int count = parameters.size();
            return Optional.of(new Standing(
                    section.method(), new Estimate(here / count, Math.sqrt(variance) / count), paper / count));
        }

        private String textHere() {
            return method + " (" + Tables.text(here) + ")";
        }

        private String textInPaper() {
            return method + " (" + Tables.text(new Estimate(paper, 0)) + ")";
        }
    }

    private static Optional<String> ranking(List<Section> sections) {
        List<Standing> all =
                sections.stream().flatMap(s -> Standing.of(s).stream()).toList();
        if (all.size() < 2
                || !all.getFirst().method().equals(sections.getFirst().method())) return Optional.empty();
        return Optional.of("By the mean calibration error over all parameters, the paper ranks "
                + all.stream()
                        .sorted(Comparator.comparingDouble(Standing::paper))
                        .map(Standing::textInPaper)
                        .collect(Collectors.joining(", "))
                + "; here the order is "
                + all.stream()
                        .sorted(Comparator.comparingDouble(one -> one.here().mean()))
                        .map(Standing::textHere)
                        .collect(Collectors.joining(", "))
                + ". " + verdict(all));
    }

    /** On the methods that the paper finds worse calibrated than BayesFlow. */
    private static String verdict(List<Standing> all) {
        Standing ours = all.getFirst();
        List<Standing> behind =
                all.stream().filter(other -> other.paper() > ours.paper()).toList();
        List<String> equal = new ArrayList<>();
        List<String> worse = new ArrayList<>();
        for (Standing other : behind)
            (new Pair(other.method(), ours.here(), other.here()).errors() < -CLEAR ? worse : equal).add(other.method());
        if (equal.isEmpty())
            return "The paper's ranking of BayesFlow before " + String.join(", ", worse)
                    + " holds, by more than two standard errors of each difference.";
        return "The paper's ranking does not hold: correctly implemented, " + String.join(", ", equal)
                + (equal.size() == 1 ? " is" : " are")
                + " not worse calibrated than BayesFlow by more than two standard errors of the difference"
                + (worse.isEmpty() ? "." : "; only " + String.join(", ", worse) + " still so.");
    }
}
