package bayesflow4j.head.categorical;

import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.head.Head;
import bayesflow4j.head.HeadDesign;
import bayesflow4j.head.HeadKind;
import bayesflow4j.head.HiddenLayers;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.Fields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * q(k | s), the probabilities of D classes, by an ensemble of E classifiers. θ [D] belongs to the class of its largest number, so
 * that an indicator keeps its class under any scale. The loss is a mean over the classifiers, see {@link ClassifierTraining}; each
 * reads its own part of the summary, and all read the rest.
 *
 * @param members E
 * @param shared how many numbers at the end of the summary all classifiers read
 * @param layers hidden layers of each classifier
 */
public record CategoricalHead(int members, int shared, HiddenLayers layers) implements HeadDesign {
    private static final String NAME = "categorical";
    private static final int MOST = 1 << 14;
    private static final int MOST_MEMBERS = 64;

    /** Refuses an ensemble of none. */
    public CategoricalHead {
        if (members < 1 || members > MOST_MEMBERS)
            throw new IllegalArgumentException("members: expected 1 to " + MOST_MEMBERS + ", got " + members);
        if (shared < 0) throw new IllegalArgumentException("shared: expected 0 or more, got " + shared);
    }

    /** The unnormalized logarithms of q(k | s), by each classifier. */
    public interface Evaluation extends Head.MeanEvaluation {
        /** Logits [E][D] given one summary [1, 1, S]. */
        double[][] logits(Block summary);

        /**
         * Features [E][D][P] of each class given one summary [1, 1, S]: the terms that its logit is the sum of, the numbers that
         * the classifier reads, and 1.
         */
        double[][][] features(Block summary);
    }

    @Override
    public Head head(Layout layout, int parameters, int condition, Seed structure) {
        if (condition < shared || (condition - shared) % members != 0 || condition == 0)
            throw new IllegalArgumentException("head: expected a summary of " + members + " equal parts and " + shared
                    + " numbers that all read, got " + condition + " numbers");
        int own = (condition - shared) / members;
        List<LogOdds> networks = new ArrayList<>();
        for (int e = 0; e < members; e++)
            networks.add(LogOdds.of(layout, "classifier." + e, layers, own + shared, parameters));
        return new Classifiers(parameters, condition, own, networks);
    }

    private record Classifiers(int width, int condition, int own, List<LogOdds> networks) implements Head {
        @Override
        public Training training(Memory memory) {
            return new ClassifierTraining(memory, own, networks);
        }

        @Override
        public Head.Evaluation evaluation(Memory memory) {
            return new ClassifierEvaluation(memory, own, networks);
        }
    }

    @Override
    public String kind() {
        return NAME;
    }

    @Override
    public Map<String, Object> settings() {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("members", members);
        settings.put("shared", shared);
        layers.writeTo(settings);
        return settings;
    }

    /** Ensembles of classifiers by their name. */
    public static final class Kind implements HeadKind {
        @Override
        public String name() {
            return NAME;
        }

        @Override
        public HeadDesign standard() {
            return new CategoricalHead(1, 0, HiddenLayers.of(64, 64));
        }

        @Override
        public HeadDesign read(Fields settings) {
            return new CategoricalHead(
                    settings.integer("members", 1, MOST_MEMBERS),
                    settings.integer("shared", 0, MOST),
                    HiddenLayers.read(settings));
        }
    }
}
