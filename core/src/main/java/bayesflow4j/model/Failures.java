package bayesflow4j.model;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The draws of θ for which the simulator failed: their number, the number of attempts, and the first few with reasons.
 *
 * <p>They were replaced by new draws, so the simulations follow p(θ | the simulator succeeds) p(x | θ).
 */
public record Failures(long count, long attempts, List<Example> examples) implements Serializable {
    /** Nothing attempted. */
    public static final Failures NONE = new Failures(0, 0, List.of());

    /** The number of failures from which their share is meaningful. */
    private static final int EVIDENCE = 20;

    private static final int EXAMPLES_KEPT = 5;

    /** One failed draw θ [D] of the named parameters [D], and the reason. */
    public record Example(List<String> parameters, double[] theta, String reason) implements Serializable {
        @Override
        public String toString() {
            return IntStream.range(0, theta.length)
                            .mapToObj(j -> parameters.get(j) + " = " + readable(theta[j]))
                            .collect(Collectors.joining(", "))
                    + ": " + reason;
        }

        /** Five significant digits, in scientific notation only if the number is very small or large. */
        private static String readable(double value) {
            BigDecimal rounded = new BigDecimal(value).round(new MathContext(5)).stripTrailingZeros();
            double size = Math.abs(value);
            return size == 0 || size >= 1e-6 && size < 1e9 ? rounded.toPlainString() : rounded.toString();
        }
    }

    public Failures {
        examples = List.copyOf(examples);
    }

    /** The failures of all these batches, in order. */
    public static Failures of(Collection<Batch> batches) {
        return batches.stream().map(Batch::failures).reduce(NONE, Failures::plus);
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

    /** Throws if more than half of the attempts failed, once there are at least 20 failures. */
    public void requireMostlySuccessful() {
        if (count >= EVIDENCE && fraction() > 0.5) throw new SimulationFailedException(this);
    }

    /** A text for users: the number and share of failures, the consequence, and the examples. */
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
