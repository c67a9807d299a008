package bayesflow4j.cli;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.diagnostics.SummarySpace;
import bayesflow4j.diagnostics.Surprise;
import bayesflow4j.model.Observations;
import bayesflow4j.random.Seed;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Whether data sets are like those that a network was trained on.
 *
 * @param each how surprising each data set is; empty where the network keeps too few summaries to tell
 * @param all how surprising they are together, where there are several
 * @param falseAlarmRate how often a data set of the very model is called unlike
 */
record Likeness(List<Surprise> each, Optional<Surprise> all, double falseAlarmRate) {
    private static final double FALSE_ALARM_RATE = 0.01;

    /** As many as a {@link SummarySpace} needs. */
    private static final int LEAST_REFERENCES = 40;

    static Likeness of(AmortizedPosterior posterior, List<Observations> dataSets, Seed seed) {
        double[][] reference = posterior.referenceSummaries();
        if (reference.length < LEAST_REFERENCES) return new Likeness(List.of(), Optional.empty(), FALSE_ALARM_RATE);
        SummarySpace space = SummarySpace.of(reference);
        double[][] observed =
                dataSets.stream().map(x -> doubles(posterior.summary(x))).toArray(double[][]::new);
        List<Surprise> each = IntStream.range(0, observed.length)
                .mapToObj(k -> space.of(observed[k]))
                .toList();
        int held = reference.length / 2;
        Optional<Surprise> all = observed.length < 2 || observed.length > held
                ? Optional.empty()
                : Optional.of(space.of(observed, seed.child("likeness")));
        // With few references the smallest p-value there can be is larger than the usual rate.
        return new Likeness(each, all, Math.max(FALSE_ALARM_RATE, 1.0 / (1 + held)));
    }

    private static double[] doubles(float[] values) {
        return IntStream.range(0, values.length).mapToDouble(i -> values[i]).toArray();
    }

    boolean isUnlike(int k) {
        return !each.isEmpty() && each.get(k).exceeds(falseAlarmRate);
    }

    int[] unlike() {
        return IntStream.range(0, each.size()).filter(this::isUnlike).toArray();
    }

    /** Whether there is reason to warn: more unlike data sets than chance makes, or all together unlike. */
    boolean warns() {
        int found = unlike().length;
        double expected = falseAlarmRate * each.size();
        return all.map(a -> a.exceeds(falseAlarmRate)).orElse(false) || found > expected + 2 * Math.sqrt(expected);
    }

    /** The result of the check in one or two sentences. */
    String sentence(List<String> sources) {
        if (each.isEmpty())
            return "Whether the data are like the training data cannot be told: the network was trained with fewer than "
                    + LEAST_REFERENCES + " validation sets.";
        int[] unlike = unlike();
        String rate =
                "data of the model itself are called unlike in " + Math.round(100 * falseAlarmRate) + " of 100 cases";
        if (!warns())
            return each.size() == 1
                    ? "The data look like data that the network was trained on (" + p(each.getFirst()) + ")."
                    : "The data look like data that the network was trained on"
                            + all.map(a -> " (" + p(a) + ")").orElse("")
                            + (unlike.length == 0
                                    ? "."
                                    : "; " + unlike.length + " of " + each.size()
                                            + " data sets stand out, which chance explains.");
        String which = each.size() == 1
                ? "The data look"
                : unlike.length + " of " + each.size() + " data sets look"
                        + (unlike.length == 0 ? " unlike on their own, but all together they look" : "");
        String first = each.size() > 1 && unlike.length > 0 ? ", the first is " + sources.get(unlike[0]) : "";
        return which + " unlike anything that the network was trained on" + first + " (" + p(worst()) + "; " + rate
                + "). The model is probably wrong for these data: do not trust their posteriors before you know why.";
    }

    private Surprise worst() {
        Surprise worst = each.stream()
                .min((a, b) -> Double.compare(a.pValue(), b.pValue()))
                .orElseThrow();
        return all.filter(a -> a.pValue() < worst.pValue()).orElse(worst);
    }

    private static String p(Surprise surprise) {
        return String.format(Locale.ROOT, "p = %.3f", surprise.pValue());
    }
}
