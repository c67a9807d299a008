package bayesflow4j.check;

import bayesflow4j.diagnostics.SummarySpace;
import bayesflow4j.diagnostics.Surprise;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.Posterior;
import bayesflow4j.posterior.Referenced;
import bayesflow4j.posterior.Summarized;
import bayesflow4j.random.Seed;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Whether observed data sets are like those that an estimator learned from: a test of misspecification, by the distance of their
 * summaries from summaries of simulated data.
 *
 * @param each how surprising each data set is; empty where the estimator cannot tell
 * @param all how surprising they are together, where there are several
 * @param falseAlarmRate the probability that a data set of the model itself is flagged
 */
public record Likeness(List<Surprise> each, Optional<Surprise> all, double falseAlarmRate) {
    private static final double FALSE_ALARM_RATE = 0.01;

    /** As many as a {@link SummarySpace} needs. */
    private static final int LEAST_REFERENCES = 40;

    /** Copies the list. */
    public Likeness {
        each = List.copyOf(each);
    }

    /**
     * The test for some data sets.
     *
     * @param estimator that was asked; one that keeps no reference summaries cannot tell
     * @param posteriors that it gave, one for each data set
     */
    public static Likeness of(Estimator estimator, List<? extends Posterior> posteriors, Seed seed) {
        return Reference.of(estimator).likeness(posteriors, seed);
    }

    /** What an estimator learned from, to which one group of data sets after the other can be compared. */
    public static final class Reference {
        private final Optional<SummarySpace> space;
        private final int held;

        private Reference(Optional<SummarySpace> space, int held) {
            this.space = space;
            this.held = held;
        }

        /** The reference summaries of an estimator; one that keeps too few cannot tell. */
        public static Reference of(Estimator estimator) {
            double[][] summaries = estimator instanceof Referenced r ? r.referenceSummaries() : new double[0][];
            return summaries.length < LEAST_REFERENCES
                    ? new Reference(Optional.empty(), 0)
                    : new Reference(Optional.of(SummarySpace.of(summaries)), summaries.length / 2);
        }

        /** The test for the data sets of these posteriors, which the same estimator gave. */
        public Likeness likeness(List<? extends Posterior> posteriors, Seed seed) {
            if (space.isEmpty()) return new Likeness(List.of(), Optional.empty(), FALSE_ALARM_RATE);
            double[][] observed = posteriors.stream()
                    .map(posterior -> ((Summarized) posterior).summary())
                    .toArray(double[][]::new);
            List<Surprise> each = IntStream.range(0, observed.length)
                    .mapToObj(k -> space.get().of(observed[k]))
                    .toList();
            Optional<Surprise> all = observed.length < 2 || observed.length > held
                    ? Optional.empty()
                    : Optional.of(space.get().of(observed, seed.child("likeness")));
            // With few references the smallest p-value there can be is larger than the usual rate.
            return new Likeness(each, all, Math.max(FALSE_ALARM_RATE, 1.0 / (1 + held)));
        }
    }

    /** Whether the estimator could tell at all. */
    public boolean available() {
        return !each.isEmpty();
    }

    /** Whether data set k is unlike those of training. */
    public boolean isUnlike(int k) {
        return available() && each.get(k).exceeds(falseAlarmRate);
    }

    private int[] unlike() {
        return IntStream.range(0, each.size()).filter(this::isUnlike).toArray();
    }

    /** Whether there is reason to warn: more unlike data sets than chance makes, or all together unlike. */
    public boolean warns() {
        int found = unlike().length;
        double expected = falseAlarmRate * each.size();
        return all.map(a -> a.exceeds(falseAlarmRate)).orElse(false) || found > expected + 2 * Math.sqrt(expected);
    }

    /** Data set k by name, as {@code summary.json} has it; empty where the estimator cannot tell. */
    public Map<String, Object> fields(int k) {
        if (!available()) return Map.of();
        Map<String, Object> fields = fields(each.get(k));
        fields.put("unlike_training", isUnlike(k));
        return fields;
    }

    /** All data sets together by name, as {@code summary.json} has it. */
    public Map<String, Object> fields(List<String> sources) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("available", available());
        fields.put("warning", warns());
        fields.put("false_alarm_rate", falseAlarmRate);
        all.ifPresent(surprise -> fields.put("all_together", fields(surprise)));
        fields.put("sentence", sentence(sources));
        return fields;
    }

    private static Map<String, Object> fields(Surprise surprise) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("distance", surprise.distance());
        fields.put("p_value", surprise.pValue());
        return fields;
    }

    /**
     * The result in one or two sentences.
     *
     * @param sources how the data sets are called, one name for each
     */
    public String sentence(List<String> sources) {
        if (!available())
            return "Whether the data are like the training data cannot be told: the estimator keeps fewer than "
                    + LEAST_REFERENCES + " summaries of simulated data.";
        return warns() ? warning(sources) : reassurance();
    }

    private String reassurance() {
        String alike = "The data look like data that the network was trained on";
        if (each.size() == 1) return alike + " (" + p(each.getFirst()) + ").";
        int found = unlike().length;
        return alike
                + all.map(a -> " (" + p(a) + ")").orElse("")
                + (found == 0
                        ? "."
                        : "; " + found + " of " + each.size() + " data sets stand out, which chance explains.");
    }

    private String warning(List<String> sources) {
        int[] unlike = unlike();
        String which = each.size() == 1
                ? "The data look"
                : unlike.length + " of " + each.size() + " data sets look"
                        + (unlike.length == 0 ? " unlike on their own, but all together they look" : "");
        String first = each.size() > 1 && unlike.length > 0 ? ", the first is " + sources.get(unlike[0]) : "";
        return which + " unlike anything that the network was trained on" + first + " (" + p(worst())
                + "; false-alarm rate " + Math.round(100 * falseAlarmRate)
                + " %). The model is probably wrong for these"
                + " data: do not trust their posteriors before you know why.";
    }

    private Surprise worst() {
        Surprise worst =
                each.stream().min(Comparator.comparingDouble(Surprise::pValue)).orElseThrow();
        return all.filter(a -> a.pValue() < worst.pValue()).orElse(worst);
    }

    private static String p(Surprise surprise) {
        return String.format(Locale.ROOT, "p = %.3f", surprise.pValue());
    }
}
