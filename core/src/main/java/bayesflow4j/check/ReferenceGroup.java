package bayesflow4j.check;

import bayesflow4j.diagnostics.ProfileSpace;
import bayesflow4j.diagnostics.SummarySpace;
import bayesflow4j.diagnostics.Surprise;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Simulated data sets of one kind, such as those of one model, which an observed one is compared with.
 *
 * @param space of their summaries
 * @param profiles the distribution of statistics that a summary may ignore, if there are enough of them
 * @param held how many of the summaries show how far simulated data usually are from the others
 */
record ReferenceGroup(SummarySpace space, Optional<ProfileSpace> profiles, int held) {
    static final double FALSE_ALARM_RATE = 0.01;

    /** As many as a {@link SummarySpace} needs. */
    static final int LEAST = 40;

    /** As many as two tests at half the false-alarm rate each need. */
    private static final int LEAST_PROFILES = (int) (4 / FALSE_ALARM_RATE);

    /** How surprising a data set is, and what is unusual about it if a statistic says so; otherwise empty. */
    record Found(Surprise surprise, String reason) {}

    /**
     * The groups of some data sets; all are one group if any would be too small.
     *
     * @param summaries [n][S]
     * @param profiles [n][Q] or none
     * @param labels the group of each data set [n], or none if all are one
     */
    static List<ReferenceGroup> of(double[][] summaries, double[][] profiles, int[] labels) {
        List<ReferenceGroup> groups = new ArrayList<>();
        for (int label : Arrays.stream(labels).distinct().sorted().toArray()) {
            int[] rows = IntStream.range(0, labels.length)
                    .filter(k -> labels[k] == label)
                    .toArray();
            if (rows.length < LEAST) return List.of(of(summaries, profiles));
            groups.add(of(taken(summaries, rows), profiles.length == 0 ? profiles : taken(profiles, rows)));
        }
        return groups.isEmpty() ? List.of(of(summaries, profiles)) : groups;
    }

    private static double[][] taken(double[][] all, int[] rows) {
        return Arrays.stream(rows).mapToObj(k -> all[k]).toArray(double[][]::new);
    }

    private static ReferenceGroup of(double[][] summaries, double[][] profiles) {
        return new ReferenceGroup(
                SummarySpace.of(summaries),
                profiles.length < LEAST_PROFILES ? Optional.empty() : Optional.of(ProfileSpace.of(profiles)),
                summaries.length / 2);
    }

    /** With few references the smallest p-value there can be is larger than the usual rate. */
    double falseAlarmRate() {
        return Math.max(FALSE_ALARM_RATE, 1.0 / (1 + held));
    }

    /**
     * Compares a data set with the group: of two tests, twice the smaller p-value counts.
     *
     * @param words for a statistic of its profile
     */
    Found compare(double[] summary, double[] profile, IntFunction<String> words) {
        Surprise bySummary = space.of(summary);
        if (profiles.isEmpty()) return new Found(bySummary, "");
        Surprise byProfile = profiles.get().of(profile);
        double p = Math.min(1, 2 * Math.min(bySummary.pValue(), byProfile.pValue()));
        boolean stands = byProfile.pValue() <= bySummary.pValue();
        return new Found(
                new Surprise(bySummary.distance(), p),
                stands ? words.apply(profiles.get().worst(profile)) : "");
    }
}
