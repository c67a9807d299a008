package bayesflow4j.training;

import bayesflow4j.design.Design;
import bayesflow4j.design.DesignKind;
import bayesflow4j.design.Kinds;
import bayesflow4j.engine.optimizer.Schedule;
import bayesflow4j.storage.Fields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The learning rate as a function of the step, for a total number of steps that may be known only later. */
public sealed interface RateDesign extends Design {
    /** All kinds of schedules. */
    Kinds<RateDesign> KINDS = Kinds.of(List.of(new Cosine.Kind(), new Decay.Kind(), new Constant.Kind()));

    /** The schedule for this many steps. */
    Schedule over(long steps);

    /** A warm-up, then half a cosine down to a hundredth of the peak. */
    record Cosine(float peak, long warmUp) implements RateDesign {
        /** Refuses a peak that is not positive. */
        public Cosine {
            if (!(peak > 0)) throw new IllegalArgumentException("peak: expected above 0, got " + peak);
            if (warmUp < 0) throw new IllegalArgumentException("warmUp: expected 0 or more, got " + warmUp);
        }

        @Override
        public Schedule over(long steps) {
            return new Schedule.Cosine(peak, peak / 100, Math.min(warmUp, steps - 1), steps);
        }

        @Override
        public String kind() {
            return "cosine";
        }

        @Override
        public Map<String, Object> settings() {
            Map<String, Object> settings = new LinkedHashMap<>();
            settings.put("peak", peak);
            settings.put("warmUp", warmUp);
            return settings;
        }

        private record Kind() implements DesignKind<RateDesign> {
            @Override
            public String name() {
                return "cosine";
            }

            @Override
            public RateDesign standard() {
                return TrainingPlan.DEFAULT.rate();
            }

            @Override
            public RateDesign read(Fields settings) {
                return new Cosine((float) settings.number("peak"), settings.integer("warmUp", 0L, Long.MAX_VALUE / 4));
            }
        }
    }

    /** The paper's schedule: multiplied by {@code factor} every {@code every} steps, independent of the total. */
    record Decay(float start, float factor, int every) implements RateDesign {
        /** From 0.001, reduced by 5 % every 2000 steps, as in most of the paper's experiments. */
        public static final Decay PAPER = new Decay(1e-3f, 0.95f, 2000);

        @Override
        public Schedule over(long steps) {
            return new Schedule.ExponentialDecay(start, factor, every);
        }

        @Override
        public String kind() {
            return "decay";
        }

        @Override
        public Map<String, Object> settings() {
            Map<String, Object> settings = new LinkedHashMap<>();
            settings.put("start", start);
            settings.put("factor", factor);
            settings.put("every", every);
            return settings;
        }

        private record Kind() implements DesignKind<RateDesign> {
            @Override
            public String name() {
                return "decay";
            }

            @Override
            public RateDesign standard() {
                return PAPER;
            }

            @Override
            public RateDesign read(Fields settings) {
                return new Decay(
                        (float) settings.number("start"),
                        (float) settings.number("factor"),
                        settings.integer("every", 1, Integer.MAX_VALUE));
            }
        }
    }

    /** The same rate throughout. */
    record Constant(float rate) implements RateDesign {
        @Override
        public Schedule over(long steps) {
            return new Schedule.Constant(rate);
        }

        @Override
        public String kind() {
            return "constant";
        }

        @Override
        public Map<String, Object> settings() {
            return Map.of("rate", rate);
        }

        private record Kind() implements DesignKind<RateDesign> {
            @Override
            public String name() {
                return "constant";
            }

            @Override
            public RateDesign standard() {
                return new Constant(1e-3f);
            }

            @Override
            public RateDesign read(Fields settings) {
                return new Constant((float) settings.number("rate"));
            }
        }
    }
}
