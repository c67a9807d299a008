package bayesflow4j.engine;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** Micro-kernels as {@link ThreeWide}, for the last 8 columns of a matrix. */
final class OneWide {
    private static final VectorSpecies<Float> S = VectorKernels.S;

    private OneWide() {}

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

    /** 2 rows of C, one vector wide. */
    static void tile2(
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
        for (int l = 0; l < k; l++) {
            FloatVector u = FloatVector.fromArray(S, b, b0);
            FloatVector x = FloatVector.broadcast(S, a[a0]);
            s0 = x.fma(u, s0);
            x = FloatVector.broadcast(S, a[a0 + aRow]);
            s1 = x.fma(u, s1);
            a0 += aCol;
            b0 += bRow;
        }
        s0.intoArray(c, c0);
        s1.intoArray(c, c0 + cRow);
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
