package bayesflow4j.hypotheses;

import java.util.Locale;

/** Probabilities for people, with enough digits to tell them from 0 and 1. */
public final class ProbabilityText {
    private static final double TINY = 0.0005;

    private ProbabilityText() {}

    /** Probability j of some that sum to 1, such as 0.995, 1e-08 or 1 − 1e-08. */
    public static String of(double[] probabilities, int j) {
        double others = 0;
        for (int i = 0; i < probabilities.length; i++) if (i != j) others += probabilities[i];
        if (others > 0 && others < TINY) return "1 − " + of(others);
        return of(probabilities[j]);
    }

    /** A probability, or an error of one, that may be small. */
    public static String of(double p) {
        return String.format(Locale.ROOT, p > 0 && p < TINY ? "%.0e" : "%.3f", p);
    }
}
