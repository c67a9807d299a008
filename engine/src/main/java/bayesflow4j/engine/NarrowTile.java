package bayesflow4j.engine;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Micro-kernels of {@link VectorKernels#multiply} that are one vector wide, for the last 8 columns of a matrix. Each keeps its
 * part of C in registers over the whole of k. They are written out because a method that takes vectors may box them.
 */
final class NarrowTile {
    private static final VectorSpecies<Float> S = VectorKernels.S;
    private static final int L = S.length();

    private NarrowTile() {}

    /** 8 rows of C, one vector wide. */
    static void tile8(
            int k,
            float[] a,
            int a0,
            int aRow,
            int aCol,
            float[] b,
            int b0,
            int bRow,
            float[] c,
            int c0,
            int cRow,
            float[] init,
            int i0,
            int iRow) {
        FloatVector s0 = FloatVector.fromArray(S, init, i0);
        FloatVector s1 = FloatVector.fromArray(S, init, i0 + iRow);
        FloatVector s2 = FloatVector.fromArray(S, init, i0 + 2 * iRow);
        FloatVector s3 = FloatVector.fromArray(S, init, i0 + 3 * iRow);
        FloatVector s4 = FloatVector.fromArray(S, init, i0 + 4 * iRow);
        FloatVector s5 = FloatVector.fromArray(S, init, i0 + 5 * iRow);
        FloatVector s6 = FloatVector.fromArray(S, init, i0 + 6 * iRow);
        FloatVector s7 = FloatVector.fromArray(S, init, i0 + 7 * iRow);
        for (int l = 0; l < k; l++) {
            FloatVector u = FloatVector.fromArray(S, b, b0);
            FloatVector x = FloatVector.broadcast(S, a[a0]);
            s0 = x.fma(u, s0);
            x = FloatVector.broadcast(S, a[a0 + aRow]);
            s1 = x.fma(u, s1);
            x = FloatVector.broadcast(S, a[a0 + 2 * aRow]);
            s2 = x.fma(u, s2);
            x = FloatVector.broadcast(S, a[a0 + 3 * aRow]);
            s3 = x.fma(u, s3);
            x = FloatVector.broadcast(S, a[a0 + 4 * aRow]);
            s4 = x.fma(u, s4);
            x = FloatVector.broadcast(S, a[a0 + 5 * aRow]);
            s5 = x.fma(u, s5);
            x = FloatVector.broadcast(S, a[a0 + 6 * aRow]);
            s6 = x.fma(u, s6);
            x = FloatVector.broadcast(S, a[a0 + 7 * aRow]);
            s7 = x.fma(u, s7);
            a0 += aCol;
            b0 += bRow;
        }
        s0.intoArray(c, c0);
        s1.intoArray(c, c0 + cRow);
        s2.intoArray(c, c0 + 2 * cRow);
        s3.intoArray(c, c0 + 3 * cRow);
        s4.intoArray(c, c0 + 4 * cRow);
        s5.intoArray(c, c0 + 5 * cRow);
        s6.intoArray(c, c0 + 6 * cRow);
        s7.intoArray(c, c0 + 7 * cRow);
    }

    /** 4 rows of C, one vector wide. */
    static void tile4(
            int k,
            float[] a,
            int a0,
            int aRow,
            int aCol,
            float[] b,
            int b0,
            int bRow,
            float[] c,
            int c0,
            int cRow,
            float[] init,
            int i0,
            int iRow) {
        FloatVector s0 = FloatVector.fromArray(S, init, i0);
        FloatVector s1 = FloatVector.fromArray(S, init, i0 + iRow);
        FloatVector s2 = FloatVector.fromArray(S, init, i0 + 2 * iRow);
        FloatVector s3 = FloatVector.fromArray(S, init, i0 + 3 * iRow);
        for (int l = 0; l < k; l++) {
            FloatVector u = FloatVector.fromArray(S, b, b0);
            FloatVector x = FloatVector.broadcast(S, a[a0]);
            s0 = x.fma(u, s0);
            x = FloatVector.broadcast(S, a[a0 + aRow]);
            s1 = x.fma(u, s1);
            x = FloatVector.broadcast(S, a[a0 + 2 * aRow]);
            s2 = x.fma(u, s2);
            x = FloatVector.broadcast(S, a[a0 + 3 * aRow]);
            s3 = x.fma(u, s3);
            a0 += aCol;
            b0 += bRow;
        }
        s0.intoArray(c, c0);
        s1.intoArray(c, c0 + cRow);
        s2.intoArray(c, c0 + 2 * cRow);
        s3.intoArray(c, c0 + 3 * cRow);
    }

    /** 1 row of C, one vector wide. */
    static void tile1(
            int k,
            float[] a,
            int a0,
            int aRow,
            int aCol,
            float[] b,
            int b0,
            int bRow,
            float[] c,
            int c0,
            int cRow,
            float[] init,
            int i0,
            int iRow) {
        FloatVector s0 = FloatVector.fromArray(S, init, i0);
        for (int l = 0; l < k; l++) {
            FloatVector u = FloatVector.fromArray(S, b, b0);
            FloatVector x = FloatVector.broadcast(S, a[a0]);
            s0 = x.fma(u, s0);
            a0 += aCol;
            b0 += bRow;
        }
        s0.intoArray(c, c0);
    }
}
