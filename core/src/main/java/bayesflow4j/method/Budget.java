package bayesflow4j.method;

/** When to end a training. */
public sealed interface Budget {
    /** A number of optimizer steps. */
    record Steps(long count) implements Budget {
        public Steps {
            if (count < 1) throw new IllegalArgumentException("steps: expected at least 1, got " + count);
        }
    }

    /**
     * A time budget in minutes, from the first simulation to the last step. The learning rate schedule follows elapsed
     * time. A resumed training has the remaining time.
     */
    record Minutes(double count) implements Budget {
        public Minutes {
            if (!(count > 0 && count < 1e6))
                throw new IllegalArgumentException("minutes: expected above 0, got " + count);
        }
    }

    /** A number of simulated data sets; training takes as many steps as they allow. */
    record Simulations(long count) implements Budget {
        public Simulations {
            if (count < 1) throw new IllegalArgumentException("simulations: expected at least 1, got " + count);
        }
    }
}
