package bayesflow4j.diagnostics;

import java.util.Locale;

/**
 * How much the data say about one parameter.
 *
 * @param contraction 1 − posterior variance / prior variance, averaged over the data sets
 * @param explained the fraction of the variance of the truths that posterior means explain; at most what the data tell
 * @param overstated whether the posteriors are miscalibrated and claim more than that: the contraction is then no measure of
 *     what the data say
 * @param correlation of posterior means and truths
 * @param pValue of the test that the correlation is zero (Fisher's z), adjusted by Holm's method over the parameters
 * @param found whether that test rejects at the verdict's error rate, with a positive correlation
 */
public record Information(
        double contraction, double explained, boolean overstated, double correlation, double pValue, boolean found) {
    /** Contraction may exceed the explained variance by this much before the posteriors claim too much. */
    static final double MARGIN = 0.05;

    /** The contraction from which the data say much. */
    private static final double MUCH = 0.5;

    /** One sentence on how much the data say, with the parameter called {@code label}. */
    public String sentence(String label) {
        String numbers = String.format(
                Locale.ROOT,
                "(contraction %.2f; correlation of posterior mean and truth %.2f, %s)",
                contraction,
                correlation,
                Finding.p(pValue));
        if (!found && contraction >= MUCH)
            return "Its posteriors are much narrower than the prior, but do not follow the truth " + numbers + ".";
        if (!found)
            return "There is no evidence that these posteriors know more about " + label + " than the prior does "
                    + numbers + ".";
        if (overstated)
            return String.format(
                    Locale.ROOT,
                    "Its posteriors claim more than they know: they are narrow enough to explain %.0f %% of the variance"
                            + " of the truths, but their means explain %.0f %% %s.",
                    100 * contraction,
                    100 * Math.max(0, explained),
                    numbers);
        return "The data say " + amount(contraction) + " about " + label + " " + numbers + ".";
    }

    private static String amount(double share) {
        if (share >= 0.9) return "nearly everything";
        if (share >= MUCH) return "much";
        return share >= 0.1 ? "something" : "little";
    }
}
