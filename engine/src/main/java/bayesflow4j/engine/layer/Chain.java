package bayesflow4j.engine.layer;

import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Memory;
import java.util.List;

/** Layers one after the other: f = fₖ ∘ … ∘ f₁. */
public record Chain(List<Layer> layers) implements Layer {
    public Chain {
        layers = List.copyOf(layers);
        if (layers.isEmpty()) throw new IllegalArgumentException("layers: expected at least one, got none");
        for (int i = 1; i < layers.size(); i++)
            if (layers.get(i).in() != layers.get(i - 1).out())
                throw new IllegalArgumentException("layer " + i + ": expected to take width "
                        + layers.get(i - 1).out() + ", takes " + layers.get(i).in());
    }

    /** The chain of these layers. */
    public static Chain of(Layer... layers) {
        return new Chain(List.of(layers));
    }

    @Override
    public int in() {
        return layers.getFirst().in();
    }

    @Override
    public int out() {
        return layers.getLast().out();
    }

    @Override
    public Pass pass(Memory memory) {
        Pass[] passes = layers.stream().map(layer -> layer.pass(memory)).toArray(Pass[]::new);
        return new Pass() {
            @Override
            public Block forward(Block x) {
                Block y = x;
                for (Pass pass : passes) y = pass.forward(y);
                return y;
            }

            @Override
            public Block backward(Block dy) {
                return passes[0].backward(backToSecond(dy));
            }

            @Override
            public void backwardToWeights(Block dy) {
                passes[0].backwardToWeights(backToSecond(dy));
            }

            private Block backToSecond(Block dy) {
                Block d = dy;
                for (int i = passes.length - 1; i > 0; i--) d = passes[i].backward(d);
                return d;
            }
        };
    }
}
