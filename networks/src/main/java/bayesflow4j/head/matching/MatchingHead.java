package bayesflow4j.head.matching;

import bayesflow4j.engine.layer.Mlp;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.head.Head;
import bayesflow4j.head.HeadDesign;
import bayesflow4j.head.HeadKind;
import bayesflow4j.head.HiddenLayers;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.Fields;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Flow matching (Lipman et al. 2023, Wildberger et al. 2023): q(θ | s) is where a {@link Velocity} field carries N(0, I) from
 * t = 0 to 1. One unconstrained network learns it by regression; draws and densities solve a differential equation.
 *
 * @param times points on paths to each θ in a training step
 * @param tolerance of a step of the solver, in standard deviations of the prior
 * @param layers hidden layers of the network
 */
public record MatchingHead(int times, double tolerance, HiddenLayers layers) implements HeadDesign {
    /** Four times, three hidden layers of 128. */
    public static final MatchingHead DEFAULT = new MatchingHead(4, 1e-4, HiddenLayers.of(128, 128, 128));

    private static final String NAME = "flow-matching";
    private static final int MOST_TIMES = 1000;
    private static final double FINEST = 1e-6;
    private static final double COARSEST = 0.1;

    /** Refuses paths without a point, and tolerances beyond the accuracy of the network. */
    public MatchingHead {
        if (times < 1 || times > MOST_TIMES)
            throw new IllegalArgumentException("times: expected 1 to " + MOST_TIMES + ", got " + times);
        if (!(tolerance >= FINEST && tolerance <= COARSEST))
            throw new IllegalArgumentException(
                    "tolerance: expected " + FINEST + " to " + COARSEST + ", got " + tolerance);
    }

    @Override
    public Head head(Layout layout, int parameters, int condition, Seed structure) {
        Mlp network = layers.closed(layout, "velocity", parameters + Velocity.FEATURES, condition, parameters);
        return new Matching(new Velocity(parameters, network), times, tolerance);
    }

    @Override
    public String kind() {
        return NAME;
    }

    @Override
    public Map<String, Object> settings() {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("times", times);
        settings.put("tolerance", tolerance);
        layers.writeTo(settings);
        return settings;
    }

    /** The kind {@code flow-matching}. */
    public static final class Kind implements HeadKind {
        @Override
        public String name() {
            return NAME;
        }

        @Override
        public HeadDesign standard() {
            return DEFAULT;
        }

        @Override
        public HeadDesign read(Fields settings) {
            return new MatchingHead(
                    settings.integer("times", 1, MOST_TIMES),
                    settings.number("tolerance"),
                    HiddenLayers.read(settings));
        }
    }

    private record Matching(Velocity velocity, int times, double tolerance) implements Head {
        @Override
        public int width() {
            return velocity.width();
        }

        @Override
        public int condition() {
            return velocity.network().condition();
        }

        @Override
        public Training training(Memory memory) {
            return new MatchingTraining(velocity, times, velocity.network().pass(memory));
        }

        @Override
        public DensityEvaluation evaluation(Memory memory) {
            return new MatchingEvaluation(velocity, tolerance, memory);
        }
    }
}
