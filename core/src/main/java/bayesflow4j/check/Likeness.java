package bayesflow4j.check;

import bayesflow4j.diagnostics.DataProfile;
import bayesflow4j.diagnostics.Surprise;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.Posterior;
import bayesflow4j.posterior.Referenced;
import bayesflow4j.posterior.Summarized;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Whether observed data sets are like those that an estimator learned from: a test of misspecification, by the distance of their
 * summaries from summaries of simulated data, and by statistics that a summary may ignore (Bonferroni over the two). Each data set
 * is tested alone: data sets from the field often share N or have similar parameters, and so are together unlike draws of the prior.
 * Where the simulated data are of several groups, such as models, a data set is unlike them if it is unlike each group.
 *
 * @param each how surprising each data set is; empty where the estimator cannot tell
 * @param reasons what is unusual about each data set, if a statistic says so; otherwise empty
 * @param falseAlarmRate the probability that a data set of the model itself is flagged
 */
public record Likeness(List<Surprise> each, List<String> reasons, double falseAlarmRate) {
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
        private final List<ReferenceGroup> groups;
        private final DataProfile profile;

        private Reference(List<ReferenceGroup> groups, DataProfile profile) {
            this.groups = groups;
            this.profile = profile;
        }

        /** The reference summaries and profiles of an estimator; one that keeps too few cannot tell. */
        public static Reference of(Estimator estimator) {
            DataProfile profile = new DataProfile(
                    estimator.schema().kind(), estimator.schema().columns());
            if (!(estimator instanceof Referenced known) || known.referenceSummaries().length < ReferenceGroup.LEAST)
                return new Reference(List.of(), profile);
            return new Reference(
                    ReferenceGroup.of(known.referenceSummaries(), known.referenceProfiles(), known.referenceGroups()),
                    profile);
        }

        /** The test for these data sets and their posteriors, which the same estimator gave. */
        public Likeness likeness(List<Observations> data, List<? extends Posterior> posteriors) {
            if (groups.isEmpty()) return new Likeness(List.of(), List.of(), ReferenceGroup.FALSE_ALARM_RATE);
            List<ReferenceGroup.Found> found = IntStream.range(0, data.size())
                    .mapToObj(k -> nearest(data.get(k), ((Summarized) posteriors.get(k)).summary()))
                    .toList();
            return new Likeness(
                    found.stream().map(ReferenceGroup.Found::surprise).toList(),
                    found.stream().map(ReferenceGroup.Found::reason).toList(),
                    groups.stream()
                            .mapToDouble(ReferenceGroup::falseAlarmRate)
                            .max()
                            .orElseThrow());
        }

        /** By the group that the data set is least unlike: under each group, its own p-value is not larger. */
        private ReferenceGroup.Found nearest(Observations x, double[] summary) {
            boolean profiled =
                    groups.stream().anyMatch(group -> group.profiles().isPresent());
            double[] own = profiled ? profile.of(x) : new double[0];
            return groups.stream()
                    .map(group -> group.compare(summary, own, statistic -> profile.words(statistic, x)))
                    .max(Comparator.comparingDouble(found -> found.surprise().pValue()))
                    .orElseThrow();
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
                    + ReferenceGroup.LEAST + " summaries of simulated data.";
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
