package bayesflow4j.summary;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Laws;
import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.layer.Subject;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.storage.Fields;
import bayesflow4j.storage.Json;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/**
 * What is true of every summary network, on random weights that are not zero. What its layer computes, and the gradient of it,
 * is said by a subclass of {@link bayesflow4j.engine.layer.LayerLaws}.
 */
public abstract class SummaryNetworkLaws {
    /** d of the data that the laws use. */
    protected static final int WIDTH = 3;

    /** What the order of a data set's rows is to its summary. */
    protected enum Order {
        /** Another order, another summary: a series. */
        MATTERS,
        /** Any order has the same summary: a set. */
        DOES_NOT_MATTER,
        /** There is one row only, and more are refused: a vector. */
        HAS_ONE_ROW
    }

    /** The network under test. */
    protected abstract SummaryNetwork network();

    /** S for data of {@link #WIDTH} columns. */
    protected abstract int summaryWidth();

    /** What the order of rows is to it. */
    protected abstract Order order();

    @Test
    void everyLengthGivesASummaryOfTheSameWidth() {
        for (int length : lengths()) {
            Layout layout = new Layout();
            Layer layer = network().layer(layout, WIDTH);
            assertEquals(WIDTH, layer.in());
            assertEquals(summaryWidth(), layer.out());
            Block s = layer.pass(Memory.forEvaluation(Kernels.best(), Laws.randomWeights(layout, 1)))
                    .forward(Block.of(data(2, length, length), 2, length, WIDTH));
            assertEquals("[2, 1, " + summaryWidth() + "]", s.toString(), length + " rows");
            for (float value : Subject.flat(s)) assertTrue(Float.isFinite(value), length + " rows: " + value);
        }
    }

    /** Every column of the first row and of one in the middle. */
    @Test
    void theDataMatter() {
        int length = length();
        float[] before = summaries(data(1, length, 2), 1, length);
        for (int row : new int[] {0, length / 2})
            for (int j = 0; j < WIDTH; j++) {
                float[] x = data(1, length, 2);
                x[row * WIDTH + j] += 1;
                float[] after = summaries(x, 1, length);
                assertFalse(Arrays.equals(before, after), "row " + row + ", column " + j + " changes nothing");
            }
    }

    @Test
    void eachDataSetHasItsOwnSummary() {
        int length = length();
        int size = length * WIDTH;
        float[] x = data(3, length, 3);
        float[] together = summaries(x, 3, length);
        for (int m = 0; m < 3; m++) {
            float[] alone = summaries(Arrays.copyOfRange(x, m * size, (m + 1) * size), 1, length);
            float[] part = Arrays.copyOfRange(together, m * alone.length, (m + 1) * alone.length);
            assertArrayEquals(alone, part, "data set " + m);
        }
    }

    @Test
    void theOrderOfRowsIsWhatItIsSaidToBe() {
        switch (order()) {
            case MATTERS -> {
                for (double moved : moves()) assertTrue(moved > 1e-2, "moved by no more than " + moved);
            }
            case DOES_NOT_MATTER -> {
                for (double moved : moves()) assertTrue(moved < 1e-4, "moved by " + moved);
            }
            case HAS_ONE_ROW -> assertThrows(IllegalArgumentException.class, () -> summaries(data(1, 2, 4), 1, 2));
        }
    }

    /** How far the summary moves under three random orders of the rows, as a part of its largest number. */
    private double[] moves() {
        RandomGenerator rng = Laws.random(5);
        float[] x = data(1, length(), 4);
        float[] before = summaries(x, 1, length());
        double scale = 0;
        for (float value : before) scale = Math.max(scale, Math.abs(value));
        double[] moves = new double[3];
        for (int i = 0; i < 3; i++) {
            float[] after = summaries(shuffled(x, rng), 1, length());
            for (int j = 0; j < after.length; j++)
                moves[i] = Math.max(moves[i], Math.abs(before[j] - after[j]) / scale);
        }
        return moves;
    }

    @Test
    void whatIsWrittenIsReadBack() {
        Object json = Json.parse(Json.write(network().written()));
        assertEquals(network(), SummaryNetwork.KINDS.read(Fields.of("summary", json)));
    }

    @Test
    void kernelsAgreeBitForBit() {
        Layout layout = new Layout();
        Layer layer = network().layer(layout, WIDTH);
        Laws.kernelsAgree(layout, Subject.of(layer, 3, length()), 3 * length() * WIDTH);
    }

    @Test
    void theWeightsAloneHaveTheSameGradient() {
        Layout layout = new Layout();
        Layer layer = network().layer(layout, WIDTH);
        Laws.weightsAloneHaveTheSameGradient(layout, layer, 3, length());
    }

    @Test
    void aUsedPassIsAsGoodAsNew() {
        Layout layout = new Layout();
        Layer layer = network().layer(layout, WIDTH);
        int least = network().leastLength();
        Subject.Factory larger = Subject.of(layer, 4, length());
        Laws.nothingIsLeftOver(layout, larger, 4 * length() * WIDTH, Subject.of(layer, 2, least), 2 * least * WIDTH);
    }

    /** Summaries of data sets [sets, length, WIDTH], flat. */
    protected final float[] summaries(float[] x, int sets, int length) {
        Layout layout = new Layout();
        Layer layer = network().layer(layout, WIDTH);
        Memory memory = Memory.forEvaluation(Kernels.best(), Laws.randomWeights(layout, 1));
        return Subject.flat(layer.pass(memory).forward(Block.of(x, sets, length, WIDTH)));
    }

    private int[] lengths() {
        int least = network().leastLength();
        return order() == Order.HAS_ONE_ROW ? new int[] {1} : new int[] {least, least + 1, least + 16, least + 99};
    }

    /** Many rows, but no multiple of a vector or a tile. */
    private int length() {
        return order() == Order.HAS_ONE_ROW ? 1 : network().leastLength() + 29;
    }

    private static float[] data(int sets, int length, long seed) {
        return Laws.normal(sets * length * WIDTH, 1, Laws.random(seed));
    }

    /** The rows in a random order in which the first is not the first. */
    private static float[] shuffled(float[] x, RandomGenerator rng) {
        float[] y = x.clone();
        for (int n = x.length / WIDTH - 1; n > 0; n--) {
            int other = rng.nextInt(n);
            for (int j = 0; j < WIDTH; j++) {
                float value = y[n * WIDTH + j];
                y[n * WIDTH + j] = y[other * WIDTH + j];
                y[other * WIDTH + j] = value;
            }
        }
        return y;
    }
}
