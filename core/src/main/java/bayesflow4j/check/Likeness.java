package bayesflow4j.check;

import bayesflow4j.diagnostics.DataProfile;
import bayesflow4j.diagnostics.ProfileSpace;
import bayesflow4j.diagnostics.SummarySpace;
import bayesflow4j.diagnostics.Surprise;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.Posterior;
import bayesflow4j.posterior.Referenced;
import bayesflow4j.posterior.Summarized;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Whether observed data sets are like those that an estimator learned from: a test of misspecification, by the distance of their
 * summaries from summaries of simulated data, and by statistics that a summary may ignore (Bonferroni over the two). Each data set
 * is tested alone: data sets from the field often share N or have similar parameters, and so are together unlike draws of the prior.
 *
 * @param each how surprising each data set is; empty where the estimator cannot tell
 * @param reasons what is unusual about each data set, if a statistic says so; otherwise empty
 * @param falseAlarmRate the probability that a data set of the model itself is flagged
 */
public record Likeness(List<Surprise> each, List<String> reasons, double falseAlarmRate) {
    private static final double FALSE_ALARM_RATE = 0.01;

    /** As many as a {@link SummarySpace} needs. */
    private static final int LEAST_REFERENCES = 40;

    /** As many as two tests at half the false-alarm rate each need. */
    private static final int LEAST_PROFILES = (int) (4 / FALSE_ALARM_RATE);

    /** Copies the lists. */
    public Likeness {
        each = List.copyOf(each);
        reasons = List.copyOf(reasons);
    }

    /**
     * The test for some data sets.
     *
     * @param estimator that was asked; one that keeps no reference summaries cannot tell
     * @param data that it was asked about
     * @param posteriors that it gave, one for each data set
     */
    public static Likeness of(Estimator estimator, List<Observations> data, List<? extends Posterior> posteriors) {
        return Reference.of(estimator).likeness(data, posteriors);
    }

    /** What an estimator learned from, to which one group of data sets after the other can be compared. */
    public static final class Reference {
        private final Optional<SummarySpace> space;
        private final Optional<ProfileSpace> profiles;
        private final DataProfile profile;
        private final int held;

        private Reference(
                Optional<SummarySpace> space, Optional<ProfileSpace> profiles, DataProfile profile, int held) {
            this.space = space;
            this.profiles = profiles;
            this.profile = profile;
            this.held = held;
        }

        /** The reference summaries and profiles of an estimator; one that keeps too few cannot tell. */
        public static Reference of(Estimator estimator) {
            DataProfile profile = new DataProfile(
                    estimator.schema().kind(), estimator.schema().columns());
            double[][] summaries = estimator instanceof Referenced r ? r.referenceSummaries() : new double[0][];
            if (summaries.length < LEAST_REFERENCES)
                return new Reference(Optional.empty(), Optional.empty(), profile, 0);
            double[][] profiles = ((Referenced) estimator).referenceProfiles();
            return new Reference(
                    Optional.of(SummarySpace.of(summaries)),
                    profiles.length < LEAST_PROFILES ? Optional.empty() : Optional.of(ProfileSpace.of(profiles)),
                    profile,
                    summaries.length / 2);
        }

        /** The test for these data sets and their posteriors, which the same estimator gave. */
        public Likeness likeness(List<Observations> data, List<? extends Posterior> posteriors) {
            if (space.isEmpty()) return new Likeness(List.of(), List.of(), FALSE_ALARM_RATE);
            double[][] observed = posteriors.stream()
                    .map(posterior -> ((Summarized) posterior).summary())
                    .toArray(double[][]::new);
            List<Surprise> each = IntStream.range(0, observed.length)
                    .mapToObj(k -> space.get().of(observed[k]))
                    .toList();
            // With few references the smallest p-value there can be is larger than the usual rate.
            Likeness bySummary = new Likeness(
                    each, Collections.nCopies(each.size(), ""), Math.max(FALSE_ALARM_RATE, 1.0 / (1 + held)));
            return profiles.map(known -> bySummary.with(known, profile, data)).orElse(bySummary);
        }
    }

    /** The same with the statistics of the data as a second test: twice the smaller of the two p-values counts. */
    private Likeness with(ProfileSpace space, DataProfile profile, List<Observations> data) {
        List<Surprise> both = new ArrayList<>();
        List<String> why = new ArrayList<>();
        for (int k = 0; k < data.size(); k++) {
            double[] own = profile.of(data.get(k));
            Surprise bySummary = each.get(k);
            Surprise byProfile = space.of(own);
            double p = Math.min(1, 2 * Math.min(bySummary.pValue(), byProfile.pValue()));
            both.add(new Surprise(bySummary.distance(), p));
            why.add(byProfile.pValue() <= bySummary.pValue() ? profile.words(space.worst(own), data.get(k)) : "");
        }
        return new Likeness(both, why, falseAlarmRate);
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

    /** Whether there is reason to warn: more unlike data sets than chance makes. */
    public boolean warns() {
        int found = unlike().length;
        double expected = falseAlarmRate * each.size();
        return found > expected + 2 * Math.sqrt(expected);
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
                + (found == 0
                        ? " (" + each.size() + " data sets, smallest " + p(worst()) + ")."
                        : "; " + found + " of " + each.size() + " data sets stand out, which chance explains.");
    }

    private String warning(List<String> sources) {
        int[] unlike = unlike();
        String which = each.size() == 1 ? "The data look" : unlike.length + " of " + each.size() + " data sets look";
        String first = each.size() > 1 ? ", the first is " + sources.get(unlike[0]) : "";
        return which + " unlike anything that the network was trained on" + first + " (" + p(worst()) + reason(unlike)
                + "; false-alarm rate " + Math.round(100 * falseAlarmRate)
                + " %). The model is probably wrong for these"
                + " data: do not trust their posteriors before you know why.";
    }

    /** What is unusual about the first unlike data set. */
    private String reason(int[] unlike) {
        return reasons.get(unlike[0]).isEmpty() ? "" : "; what stands out: " + reasons.get(unlike[0]);
    }

    private Surprise worst() {
        return each.stream().min(Comparator.comparingDouble(Surprise::pValue)).orElseThrow();
    }

    private static String p(Surprise surprise) {
        return String.format(Locale.ROOT, "p = %.3f", surprise.pValue());
    }
}
