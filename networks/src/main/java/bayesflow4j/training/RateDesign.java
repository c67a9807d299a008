package bayesflow4j.training;

import bayesflow4j.engine.optimizer.Schedule;

/** How the learning rate moves over a training whose number of steps may be known only later. */
public sealed interface RateDesign {
    /** The schedule for this many steps. */
    Schedule over(long steps);

    /** A warm-up and half a cosine down to a hundredth of the peak. */
    record Cosine(float peak, long warmUp) implements RateDesign {
        public Cosine {
            if (!(peak > 0)) throw new IllegalArgumentException("peak: expected above 0, got " + peak);
            if (warmUp < 0) throw new IllegalArgumentException("warmUp: expected 0 or more, got " + warmUp);
        }

        @Override
        public Schedule over(long steps) {
            return new Schedule.Cosine(peak, peak / 100, Math.min(warmUp, steps - 1), steps);
        }
    }

    /** The paper's: multiplied by a factor every so many steps, whatever their number. */
    record Decay(float start, float factor, int every) implements RateDesign {
        /** From 0.001, 5 % less every 2000 steps, as in most of the experiments. */
        public static final Decay PAPER = new Decay(1e-3f, 0.95f, 2000);

        @Override
        public Schedule over(long steps) {
            return new Schedule.ExponentialDecay(start, factor, every);
        }
    }

    /** The same rate throughout. */
    record Constant(float rate) implements RateDesign {
        @Override
        public Schedule over(long steps) {
            return new Schedule.Constant(rate);
        }
    }
}
