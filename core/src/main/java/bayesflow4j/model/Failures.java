package bayesflow4j.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The draws of θ for which the simulator gave no data: how many of how many attempts, and the first few with their reason.
 *
 * <p>They were replaced by other draws. What was simulated is thus p(θ | the simulator succeeds) p(x | θ).
 */
public record Failures(long count, long attempts, List<Example> examples) {
    /** Nothing attempted. */
    public static final Failures NONE = new Failures(0, 0, List.of());

    /** Fewer failures than this say little about their share. */
    private static final int EVIDENCE = 20;

    private static final int EXAMPLES_KEPT = 5;

    /** One failed draw θ [D] and what the simulator did. */
    public record Example(double[] theta, String reason) {
        @Override
        public String toString() {
            return "θ = " + Arrays.toString(theta) + ": " + reason;
        }
    }

    public Failures {
        examples = List.copyOf(examples);
    }

    /** The failed share of all attempts. */
    public double fraction() {
        return attempts == 0 ? 0 : (double) count / attempts;
    }

    /** Both together, in this order. */
    public Failures plus(Failures later) {
        if (later.count == 0) return new Failures(count, attempts + later.attempts, examples);
        List<Example> both = new ArrayList<>(examples);
        later.examples.stream().limit(EXAMPLES_KEPT - both.size()).forEach(both::add);
        return new Failures(count + later.count, attempts + later.attempts, both);
    }

    /** Throws when more than half of the attempts failed, and there were enough of them to tell. */
    public void requireMostlySuccessful() {
        if (count >= EVIDENCE && fraction() > 0.5) throw new SimulationFailedException(this);
    }

    /** For people: the count, the share, what it means and the examples. */
    public String report() {
        if (count == 0) return "No simulation failed.";
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%d of %d simulations failed (%.3g %%) and were replaced:"
                        + " the effective prior is the prior given that the simulator succeeds.",
                count,
                attempts,
                100 * fraction()));
        examples.forEach(example -> text.append("\n  ").append(example));
        return text.toString();
    }
}
