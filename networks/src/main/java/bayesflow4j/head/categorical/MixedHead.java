package bayesflow4j.head.categorical;

import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.head.Head;
import bayesflow4j.head.HeadDesign;
import bayesflow4j.head.HiddenLayers;
import bayesflow4j.random.Seed;
import bayesflow4j.scale.Lattice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * q(k₁ | s) q(k₂ | s, k₁) … q(θ | s, k): first the discrete parameters, each a probability for every value given those before it,
 * then all others by a head of any kind. Numbers of values are read as {@link ValueCode}s. The density is one with respect to
 * counting measure times Lebesgue measure.
 *
 * @param lattice the discrete parameters
 * @param condition S
 * @param codes of the values of each
 * @param networks logits of each, given s and the codes of those before it
 * @param rest the head of the continuous parameters, given s and the codes of all, if there are such
 */
public record MixedHead(
        Lattice lattice, int condition, List<ValueCode> codes, List<Layer> networks, Optional<Head> rest)
        implements Head {
    /** With more values, quadratic forms for each would be most of the weights. */
    private static final int MOST_FORMS = 16;

    /** Draws, and probabilities of values. */
    public interface Evaluation extends Head.Evaluation {
        /** q(kⱼ | s) for each discrete parameter [J][V], given one summary [1, 1, S]. */
        double[][] marginals(Block summary);
    }

    /** The head, its weights placed in the layout. */
    public static MixedHead of(
            Layout layout, Lattice lattice, HiddenLayers layers, HeadDesign rest, int condition, Seed structure) {
        List<ValueCode> codes = new ArrayList<>();
        List<Layer> networks = new ArrayList<>();
        int read = condition;
        for (int j = 0; j < lattice.size(); j++) {
            codes.add(new ValueCode(lattice.count(j)));
            networks.add(network(layout, "discrete." + j, layers, read, lattice.count(j)));
            read += codes.get(j).width();
        }
        int width = lattice.continuous().length;
        return new MixedHead(
                lattice,
                condition,
                codes,
                networks,
                width == 0 ? Optional.empty() : Optional.of(rest.head(layout, width, read, structure)));
    }

    private static Layer network(Layout layout, String name, HiddenLayers layers, int in, int values) {
        return values <= MOST_FORMS
                ? LogOdds.of(layout, name, layers, in, values)
                : layers.network(layout, name, in, 0, values);
    }

    @Override
    public int width() {
        return lattice.dimension();
    }

    @Override
    public Training training(Memory memory) {
        Optional<Training> own = rest.map(head -> head.training(memory));
        return own.isEmpty() || own.get() instanceof DensityTraining
                ? new MixedDensityTraining(this, memory, own.map(DensityTraining.class::cast))
                : new MixedTraining(this, memory, own);
    }

    @Override
    public Evaluation evaluation(Memory memory) {
        Optional<Head.Evaluation> own = rest.map(head -> head.evaluation(memory));
        return own.isEmpty() || own.get() instanceof DensityEvaluation
                ? new MixedDensityEvaluation(this, memory, own)
                : new MixedEvaluation(this, memory, own);
    }
}
