package bayesflow4j.engine.layer;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Weights;
import org.junit.jupiter.api.Test;

/** The laws of a layer, on several shapes; a new layer is tested by saying how it is made and what it computes. */
public abstract class LayerLaws {
    /** The layer under test. */
    protected abstract Layer layer(Layout layout);

    /** What it computes for x [sets, length, in], flat. */
    protected abstract double[] formula(Numbers w, double[] x, int sets, int length);

    /** Numbers of sets and rows: one of each, tiles and micro-kernels that are not full, more than one tile. */
    protected int[][] shapes() {
        return new int[][] {{1, 1}, {3, 1}, {7, 1}, {2, 5}, {1, 50}, {3, 17}};
    }

    @Test
    void forwardIsTheFormula() {
        check((layout, layer, sets, length) -> Laws.forwardIsTheFormula(
                layout,
                Subject.of(layer, sets, length),
                (w, x) -> formula(w, x, sets, length),
                sets * length * layer.in()));
    }

    @Test
    void backwardIsTheDerivative() {
        check((layout, layer, sets, length) -> Laws.backwardIsTheDerivative(
                layout,
                Subject.of(layer, sets, length),
                (w, x) -> formula(w, x, sets, length),
                sets * length * layer.in()));
    }

    @Test
    void kernelsAgreeBitForBit() {
        check((layout, layer, sets, length) ->
                Laws.kernelsAgree(layout, Subject.of(layer, sets, length), sets * length * layer.in()));
    }

    @Test
    void theWeightsAloneHaveTheSameGradient() {
        check(Laws::weightsAloneHaveTheSameGradient);
    }

    @Test
    void aUsedPassIsAsGoodAsNew() {
        Layout layout = new Layout();
        Layer layer = layer(layout);
        int[] small = shapes()[1];
        int[] large = shapes()[shapes().length - 1];
        Laws.nothingIsLeftOver(
                layout,
                Subject.of(layer, large[0], large[1]),
                large[0] * large[1] * layer.in(),
                Subject.of(layer, small[0], small[1]),
                small[0] * small[1] * layer.in());
    }

    @Test
    void anotherWidthIsRefused() {
        Layout layout = new Layout();
        Layer layer = layer(layout);
        Pass pass = layer.pass(Memory.forTraining(Kernels.best(), new Weights(layout)));
        int wrong = layer.in() + 1;
        int length = shapes()[0][1];
        IllegalArgumentException refusal = assertThrows(
                IllegalArgumentException.class,
                () -> pass.forward(Block.of(new float[wrong * length], 1, length, wrong)));
        assertTrue(
                refusal.getMessage().contains(String.valueOf(layer.in()))
                        && refusal.getMessage().contains(String.valueOf(wrong)),
                refusal.getMessage());
    }

    private interface Check {
        void run(Layout layout, Layer layer, int sets, int length);
    }

    private void check(Check check) {
        for (int[] shape : shapes()) {
            Layout layout = new Layout();
            check.run(layout, layer(layout), shape[0], shape[1]);
        }
    }
}
