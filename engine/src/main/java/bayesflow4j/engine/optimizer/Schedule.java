package bayesflow4j.engine.optimizer;

/** The learning rate as a function of the step, which counts from 1. */
public sealed interface Schedule {
    /** The rate of this step. */
    float rate(long step);

    /** A constant rate. */
    record Constant(float rate) implements Schedule {
        public Constant {
            requirePositive("rate", rate);
        }

        @Override
        public float rate(long step) {
            return rate;
        }
    }

    /** start · factor^⌊(step−1)/every⌋: the paper's stepwise decay. */
    record ExponentialDecay(float start, float factor, int every) implements Schedule {
        public ExponentialDecay {
            requirePositive("start", start);
            if (!(factor > 0 && factor <= 1))
                throw new IllegalArgumentException("factor: expected in (0, 1], got " + factor);
            if (every < 1) throw new IllegalArgumentException("every: expected at least 1, got " + every);
        }

        @Override
        public float rate(long step) {
            return (float) (start * StrictMath.pow(factor, (step - 1) / every));
        }
    }

    /** Linear from 0 to the peak during warm-up, then half a cosine down to the last rate at the last step. */
    record Cosine(float peak, float last, long warmUp, long steps) implements Schedule {
        public Cosine {
            requirePositive("peak", peak);
            if (!(last >= 0 && last <= peak))
                throw new IllegalArgumentException("last: expected in [0, peak = " + peak + "], got " + last);
            if (warmUp < 0 || steps <= warmUp)
                throw new IllegalArgumentException(
                        "steps: expected more than the warm-up of " + warmUp + " (0 or more), got " + steps);
        }

        @Override
        public float rate(long step) {
            if (step <= warmUp) return peak * step / warmUp;
            double done = Math.min(1, (step - warmUp) / (double) (steps - warmUp));
            return (float) (last + (peak - last) * 0.5 * (1 + StrictMath.cos(Math.PI * done)));
        }
    }

    private static void requirePositive(String name, float value) {
        if (!(value > 0)) throw new IllegalArgumentException(name + ": expected above 0, got " + value);
    }
}
