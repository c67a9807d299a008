package bayesflow4j.training;

/** How long to train. */
public sealed interface Budget {
    /** This many steps of the optimiser. */
    record Steps(long count) implements Budget {
        public Steps {
            if (count < 1) throw new IllegalArgumentException("steps: expected at least 1, got " + count);
        }
    }

    /**
     * As many steps as fit into this many minutes, from the first simulation to the last step. The rate follows the time used,
     * so that it has come down when time is up, whatever the speed. A resumed training has what was left.
     */
    record Minutes(double count) implements Budget {
        public Minutes {
            if (!(count > 0 && count < 1e6))
                throw new IllegalArgumentException("minutes: expected above 0, got " + count);
        }
    }

    /** As many steps as this many simulated data sets feed. */
    record Simulations(long count) implements Budget {
        public Simulations {
            if (count < 1) throw new IllegalArgumentException("simulations: expected at least 1, got " + count);
        }
    }
}
