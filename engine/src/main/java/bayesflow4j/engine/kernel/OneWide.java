package bayesflow4j.engine.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** Micro-kernels as {@link ThreeWide}, for the last 8 columns of a matrix. */
final class OneWide {
    private static final VectorSpecies<Float> S = VectorKernels.S;

    private OneWide() {}

    /** All rows of C, one vector wide: fours, a pair, and a single one. */
    static void rows(
            int m,
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
        int i = 0;
        for (; i + 4 <= m; i += 4) {
            int aAt = a0 + i * aRow;
            int bAt = b0;
            int cAt = c0 + i * cRow;
            int iAt = i0 + i * iRow;
            FloatVector s0 = FloatVector.fromArray(S, init, iAt);
            FloatVector s1 = FloatVector.fromArray(S, init, iAt + iRow);
            FloatVector s2 = FloatVector.fromArray(S, init, iAt + 2 * iRow);
            FloatVector s3 = FloatVector.fromArray(S, init, iAt + 3 * iRow);
            for (int l = 0; l < k; l++) {
                FloatVector u = FloatVector.fromArray(S, b, bAt);
                FloatVector x = FloatVector.broadcast(S, a[aAt]);
                s0 = x.fma(u, s0);
                x = FloatVector.broadcast(S, a[aAt + aRow]);
                s1 = x.fma(u, s1);
                x = FloatVector.broadcast(S, a[aAt + 2 * aRow]);
                s2 = x.fma(u, s2);
                x = FloatVector.broadcast(S, a[aAt + 3 * aRow]);
                s3 = x.fma(u, s3);
                aAt += aCol;
                bAt += bRow;
            }
            s0.intoArray(c, cAt);
            s1.intoArray(c, cAt + cRow);
            s2.intoArray(c, cAt + 2 * cRow);
            s3.intoArray(c, cAt + 3 * cRow);
        }
        if (i + 2 <= m) {
            int aAt = a0 + i * aRow;
            int bAt = b0;
            int cAt = c0 + i * cRow;
            int iAt = i0 + i * iRow;
            FloatVector s0 = FloatVector.fromArray(S, init, iAt);
            FloatVector s1 = FloatVector.fromArray(S, init, iAt + iRow);
            for (int l = 0; l < k; l++) {
                FloatVector u = FloatVector.fromArray(S, b, bAt);
                FloatVector x = FloatVector.broadcast(S, a[aAt]);
                s0 = x.fma(u, s0);
                x = FloatVector.broadcast(S, a[aAt + aRow]);
                s1 = x.fma(u, s1);
                aAt += aCol;
                bAt += bRow;
            }
            s0.intoArray(c, cAt);
            s1.intoArray(c, cAt + cRow);
            i += 2;
        }
        if (i < m) {
            int aAt = a0 + i * aRow;
            int bAt = b0;
            int cAt = c0 + i * cRow;
            int iAt = i0 + i * iRow;
            FloatVector s0 = FloatVector.fromArray(S, init, iAt);
            for (int l = 0; l < k; l++) {
                FloatVector u = FloatVector.fromArray(S, b, bAt);
                FloatVector x = FloatVector.broadcast(S, a[aAt]);
                s0 = x.fma(u, s0);
                aAt += aCol;
                bAt += bRow;
            }
            s0.intoArray(c, cAt);
        }
    }
}
