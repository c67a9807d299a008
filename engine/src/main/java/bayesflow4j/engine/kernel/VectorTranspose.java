package bayesflow4j.engine.kernel;

import static bayesflow4j.engine.kernel.VectorKernels.INDEX;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * The transpose of squares of 8 · 8 in registers. Three times, for d = 4, 2, 1, rows i and i + d exchange the elements whose
 * columns differ in that bit; then row i is what column i was.
 */
final class VectorTranspose {
    private static final VectorSpecies<Float> S = FloatVector.SPECIES_256;
    private static final int SIDE = S.length();
    private static final VectorShuffle<Float> BY_4 = VectorShuffle.fromOp(S, lane -> lane ^ 4);
    private static final VectorShuffle<Float> BY_2 = VectorShuffle.fromOp(S, lane -> lane ^ 2);
    private static final VectorShuffle<Float> BY_1 = VectorShuffle.fromOp(S, lane -> lane ^ 1);
    private static final VectorMask<Float> BIT_4 = VectorMask.fromLong(S, 0b1111_0000);
    private static final VectorMask<Float> BIT_2 = VectorMask.fromLong(S, 0b1100_1100);
    private static final VectorMask<Float> BIT_1 = VectorMask.fromLong(S, 0b1010_1010);

    private VectorTranspose() {}

    /** In squares as far as they reach, which is nowhere if a vector is shorter than a side, and by elements beyond. */
    static void transpose(int rows, int columns, float[] from, int from0, int fromRow, float[] to, int to0, int toRow) {
        int squareRows = VectorKernels.S.length() < SIDE ? 0 : rows / SIDE * SIDE;
        int squareColumns = columns / SIDE * SIDE;
        for (int i = 0; i < squareRows; i += SIDE)
            for (int j = 0; j < squareColumns; j += SIDE)
                square(from, from0 + i * fromRow + j, fromRow, to, to0 + j * toRow + i, toRow);
        Kernels byElements = Kernels.plain();
        int below = from0 + squareRows * fromRow;
        byElements.transpose(rows - squareRows, columns, from, below, fromRow, to, to0 + squareRows, toRow);
        int beside = from0 + squareColumns;
        byElements.transpose(
                squareRows, columns - squareColumns, from, beside, fromRow, to, to0 + squareColumns * toRow, toRow);
    }

    private static void square(float[] from, int from0, int fromRow, float[] to, int to0, int toRow) {
        FloatVector a0 = FloatVector.fromArray(S, from, from0 & INDEX);
        FloatVector a1 = FloatVector.fromArray(S, from, from0 + fromRow & INDEX);
        FloatVector a2 = FloatVector.fromArray(S, from, from0 + 2 * fromRow & INDEX);
        FloatVector a3 = FloatVector.fromArray(S, from, from0 + 3 * fromRow & INDEX);
        FloatVector a4 = FloatVector.fromArray(S, from, from0 + 4 * fromRow & INDEX);
        FloatVector a5 = FloatVector.fromArray(S, from, from0 + 5 * fromRow & INDEX);
        FloatVector a6 = FloatVector.fromArray(S, from, from0 + 6 * fromRow & INDEX);
        FloatVector a7 = FloatVector.fromArray(S, from, from0 + 7 * fromRow & INDEX);
        FloatVector b0 = a0.blend(a4.rearrange(BY_4), BIT_4);
        FloatVector b4 = a0.rearrange(BY_4).blend(a4, BIT_4);
        FloatVector b1 = a1.blend(a5.rearrange(BY_4), BIT_4);
        FloatVector b5 = a1.rearrange(BY_4).blend(a5, BIT_4);
        FloatVector b2 = a2.blend(a6.rearrange(BY_4), BIT_4);
        FloatVector b6 = a2.rearrange(BY_4).blend(a6, BIT_4);
        FloatVector b3 = a3.blend(a7.rearrange(BY_4), BIT_4);
        FloatVector b7 = a3.rearrange(BY_4).blend(a7, BIT_4);
        FloatVector c0 = b0.blend(b2.rearrange(BY_2), BIT_2);
        FloatVector c2 = b0.rearrange(BY_2).blend(b2, BIT_2);
        FloatVector c1 = b1.blend(b3.rearrange(BY_2), BIT_2);
        FloatVector c3 = b1.rearrange(BY_2).blend(b3, BIT_2);
        FloatVector c4 = b4.blend(b6.rearrange(BY_2), BIT_2);
        FloatVector c6 = b4.rearrange(BY_2).blend(b6, BIT_2);
        FloatVector c5 = b5.blend(b7.rearrange(BY_2), BIT_2);
        FloatVector c7 = b5.rearrange(BY_2).blend(b7, BIT_2);
        FloatVector d0 = c0.blend(c1.rearrange(BY_1), BIT_1);
        FloatVector d1 = c0.rearrange(BY_1).blend(c1, BIT_1);
        FloatVector d2 = c2.blend(c3.rearrange(BY_1), BIT_1);
        FloatVector d3 = c2.rearrange(BY_1).blend(c3, BIT_1);
        FloatVector d4 = c4.blend(c5.rearrange(BY_1), BIT_1);
        FloatVector d5 = c4.rearrange(BY_1).blend(c5, BIT_1);
        FloatVector d6 = c6.blend(c7.rearrange(BY_1), BIT_1);
        FloatVector d7 = c6.rearrange(BY_1).blend(c7, BIT_1);
        d0.intoArray(to, to0 & INDEX);
        d1.intoArray(to, to0 + toRow & INDEX);
        d2.intoArray(to, to0 + 2 * toRow & INDEX);
        d3.intoArray(to, to0 + 3 * toRow & INDEX);
        d4.intoArray(to, to0 + 4 * toRow & INDEX);
        d5.intoArray(to, to0 + 5 * toRow & INDEX);
        d6.intoArray(to, to0 + 6 * toRow & INDEX);
        d7.intoArray(to, to0 + 7 * toRow & INDEX);
    }
}
