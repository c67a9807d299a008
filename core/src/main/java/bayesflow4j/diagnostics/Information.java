package bayesflow4j.diagnostics;

import java.util.Locale;

/**
 * How much the data say about one parameter.
 *
 * @param contraction 1 − posterior variance / prior variance, averaged over the data sets
 * @param correlation of posterior means and truths
 * @param pValue of the test that the correlation is zero (Fisher's z), adjusted by Holm's method over the parameters
 * @param found whether that test rejects at the verdict's error rate, with a positive correlation
 */
public record Information(double contraction, double correlation, double pValue, boolean found) {
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
        return "The data say " + amount() + " about " + label + " " + numbers + ".";
    }

    private String amount() {
        if (contraction >= 0.9) return "nearly everything";
        if (contraction >= MUCH) return "much";
        return contraction >= 0.1 ? "something" : "little";
    }
}
