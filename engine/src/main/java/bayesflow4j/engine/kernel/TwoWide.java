package bayesflow4j.engine.kernel;

import static bayesflow4j.engine.kernel.VectorKernels.INDEX;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** Micro-kernels as {@link ThreeWide}, for the last 16 columns of a matrix. */
final class TwoWide {
    private static final VectorSpecies<Float> S = VectorKernels.S;
    private static final int L = S.length();

    private TwoWide() {}

    /** All rows of C, two vectors wide; a row of B lies {@code bRow} floats behind the one before. */
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
        int i = m / 4 * 4;
        if (bRow == Kernels.PANEL) panel4(i, k, a, a0, aRow, aCol, b, b0, c, c0, cRow, init, i0, iRow);
        else rows4(i, k, a, a0, aRow, aCol, b, b0, bRow, c, c0, cRow, init, i0, iRow);
        if (i < m)
            rest(
                    m - i,
                    k,
                    a,
                    a0 + i * aRow,
                    aRow,
                    aCol,
                    b,
                    b0,
                    bRow,
                    c,
                    c0 + i * cRow,
                    cRow,
                    init,
                    i0 + i * iRow,
                    iRow);
    }

    /** Fours of rows. */
    private static void rows4(
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
        for (int i = 0; i < m; i += 4) {
            int aAt = a0 + i * aRow;
            int bAt = b0;
            int cAt = c0 + i * cRow;
            int iAt = i0 + i * iRow;
            int from0 = iAt & INDEX;
            int from1 = iAt + iRow & INDEX;
            int from2 = iAt + 2 * iRow & INDEX;
            int from3 = iAt + 3 * iRow & INDEX;
            FloatVector s0a = FloatVector.fromArray(S, init, from0);
            FloatVector s0b = FloatVector.fromArray(S, init, from0 + L);
            FloatVector s1a = FloatVector.fromArray(S, init, from1);
            FloatVector s1b = FloatVector.fromArray(S, init, from1 + L);
            FloatVector s2a = FloatVector.fromArray(S, init, from2);
            FloatVector s2b = FloatVector.fromArray(S, init, from2 + L);
            FloatVector s3a = FloatVector.fromArray(S, init, from3);
            FloatVector s3b = FloatVector.fromArray(S, init, from3 + L);
            for (int l = 0; l < k; l++) {
                int at = bAt & INDEX;
                FloatVector u = FloatVector.fromArray(S, b, at);
                FloatVector v = FloatVector.fromArray(S, b, at + L);
                FloatVector x = FloatVector.broadcast(S, a[aAt]);
                s0a = x.fma(u, s0a);
                s0b = x.fma(v, s0b);
                x = FloatVector.broadcast(S, a[aAt + aRow]);
                s1a = x.fma(u, s1a);
                s1b = x.fma(v, s1b);
                x = FloatVector.broadcast(S, a[aAt + 2 * aRow]);
                s2a = x.fma(u, s2a);
                s2b = x.fma(v, s2b);
                x = FloatVector.broadcast(S, a[aAt + 3 * aRow]);
                s3a = x.fma(u, s3a);
                s3b = x.fma(v, s3b);
                aAt += aCol;
                bAt += bRow;
            }
            int to0 = cAt & INDEX;
            int to1 = cAt + cRow & INDEX;
            int to2 = cAt + 2 * cRow & INDEX;
            int to3 = cAt + 3 * cRow & INDEX;
            s0a.intoArray(c, to0);
            s0b.intoArray(c, to0 + L);
            s1a.intoArray(c, to1);
            s1b.intoArray(c, to1 + L);
            s2a.intoArray(c, to2);
            s2b.intoArray(c, to2 + L);
            s3a.intoArray(c, to3);
            s3b.intoArray(c, to3 + L);
        }
    }

    /** The same where the rows of B are as far apart as those of a whole panel: two instructions fewer for each. */
    private static void panel4(
            int m,
            int k,
            float[] a,
            int a0,
            int aRow,
            int aCol,
            float[] b,
            int b0,
            float[] c,
            int c0,
            int cRow,
            float[] init,
            int i0,
            int iRow) {
        int first = b0 & INDEX;
        int end = first + Kernels.PANEL * k & INDEX;
        for (int i = 0; i < m; i += 4) {
            int aAt = a0 + i * aRow;
            int cAt = c0 + i * cRow;
            int iAt = i0 + i * iRow;
            int from0 = iAt & INDEX;
            int from1 = iAt + iRow & INDEX;
            int from2 = iAt + 2 * iRow & INDEX;
            int from3 = iAt + 3 * iRow & INDEX;
            FloatVector s0a = FloatVector.fromArray(S, init, from0);
            FloatVector s0b = FloatVector.fromArray(S, init, from0 + L);
            FloatVector s1a = FloatVector.fromArray(S, init, from1);
            FloatVector s1b = FloatVector.fromArray(S, init, from1 + L);
            FloatVector s2a = FloatVector.fromArray(S, init, from2);
            FloatVector s2b = FloatVector.fromArray(S, init, from2 + L);
            FloatVector s3a = FloatVector.fromArray(S, init, from3);
            FloatVector s3b = FloatVector.fromArray(S, init, from3 + L);
            for (int at = first; at < end; at += Kernels.PANEL) {
                FloatVector u = FloatVector.fromArray(S, b, at);
                FloatVector v = FloatVector.fromArray(S, b, at + L);
                FloatVector x = FloatVector.broadcast(S, a[aAt]);
                s0a = x.fma(u, s0a);
                s0b = x.fma(v, s0b);
                x = FloatVector.broadcast(S, a[aAt + aRow]);
                s1a = x.fma(u, s1a);
                s1b = x.fma(v, s1b);
                x = FloatVector.broadcast(S, a[aAt + 2 * aRow]);
                s2a = x.fma(u, s2a);
                s2b = x.fma(v, s2b);
                x = FloatVector.broadcast(S, a[aAt + 3 * aRow]);
                s3a = x.fma(u, s3a);
                s3b = x.fma(v, s3b);
                aAt += aCol;
            }
            int to0 = cAt & INDEX;
            int to1 = cAt + cRow & INDEX;
            int to2 = cAt + 2 * cRow & INDEX;
            int to3 = cAt + 3 * cRow & INDEX;
            s0a.intoArray(c, to0);
            s0b.intoArray(c, to0 + L);
            s1a.intoArray(c, to1);
            s1b.intoArray(c, to1 + L);
            s2a.intoArray(c, to2);
            s2b.intoArray(c, to2 + L);
            s3a.intoArray(c, to3);
            s3b.intoArray(c, to3 + L);
        }
    }

    /** The one to three rows of C that fours leave. */
    private static void rest(
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
        if (m >= 2) {
            int aAt = a0 + i * aRow;
            int bAt = b0;
            int cAt = c0 + i * cRow;
            int iAt = i0 + i * iRow;
            FloatVector s0a = FloatVector.fromArray(S, init, iAt);
            FloatVector s0b = FloatVector.fromArray(S, init, iAt + L);
            FloatVector s1a = FloatVector.fromArray(S, init, iAt + iRow);
            FloatVector s1b = FloatVector.fromArray(S, init, iAt + iRow + L);
            for (int l = 0; l < k; l++) {
                FloatVector u = FloatVector.fromArray(S, b, bAt);
                FloatVector v = FloatVector.fromArray(S, b, bAt + L);
                FloatVector x = FloatVector.broadcast(S, a[aAt]);
                s0a = x.fma(u, s0a);
                s0b = x.fma(v, s0b);
                x = FloatVector.broadcast(S, a[aAt + aRow]);
                s1a = x.fma(u, s1a);
                s1b = x.fma(v, s1b);
                aAt += aCol;
                bAt += bRow;
            }
            s0a.intoArray(c, cAt);
            s0b.intoArray(c, cAt + L);
            s1a.intoArray(c, cAt + cRow);
            s1b.intoArray(c, cAt + cRow + L);
            i = 2;
        }
        if (i < m) {
            int aAt = a0 + i * aRow;
            int bAt = b0;
            int cAt = c0 + i * cRow;
            int iAt = i0 + i * iRow;
            FloatVector s0a = FloatVector.fromArray(S, init, iAt);
            FloatVector s0b = FloatVector.fromArray(S, init, iAt + L);
            for (int l = 0; l < k; l++) {
                FloatVector u = FloatVector.fromArray(S, b, bAt);
                FloatVector v = FloatVector.fromArray(S, b, bAt + L);
                FloatVector x = FloatVector.broadcast(S, a[aAt]);
                s0a = x.fma(u, s0a);
                s0b = x.fma(v, s0b);
                aAt += aCol;
                bAt += bRow;
            }
            s0a.intoArray(c, cAt);
            s0b.intoArray(c, cAt + L);
        }
    }

    /** As {@link FourWide#features4}, for two vectors of the 64 rows. */
    static void features4(
            int n, int k, float[] w, int w0, int wRow, float[] bias, int b0, float[] rows, int x0, float[] y, int y0) {
        for (int j = 0; j < n; j += 4) {
            int at = w0 + j;
            int bAt = b0 + j;
            int xAt = x0;
            FloatVector s0a = FloatVector.broadcast(S, bias[bAt]);
            FloatVector s0b = s0a;
            FloatVector s1a = FloatVector.broadcast(S, bias[bAt + 1]);
            FloatVector s1b = s1a;
            FloatVector s2a = FloatVector.broadcast(S, bias[bAt + 2]);
            FloatVector s2b = s2a;
            FloatVector s3a = FloatVector.broadcast(S, bias[bAt + 3]);
            FloatVector s3b = s3a;
            for (int l = 0; l < k; l++) {
                int from = xAt & INDEX;
                FloatVector u = FloatVector.fromArray(S, rows, from);
                FloatVector v = FloatVector.fromArray(S, rows, from + L);
                FloatVector x = FloatVector.broadcast(S, w[at]);
                s0a = x.fma(u, s0a);
                s0b = x.fma(v, s0b);
                x = FloatVector.broadcast(S, w[at + 1]);
                s1a = x.fma(u, s1a);
                s1b = x.fma(v, s1b);
                x = FloatVector.broadcast(S, w[at + 2]);
                s2a = x.fma(u, s2a);
                s2b = x.fma(v, s2b);
                x = FloatVector.broadcast(S, w[at + 3]);
                s3a = x.fma(u, s3a);
                s3b = x.fma(v, s3b);
                at += wRow;
                xAt += Kernels.PANEL;
            }
            int to0 = y0 + j * Kernels.PANEL & INDEX;
            s0a.intoArray(y, to0);
            s0b.intoArray(y, to0 + L);
            int to1 = y0 + (j + 1) * Kernels.PANEL & INDEX;
            s1a.intoArray(y, to1);
            s1b.intoArray(y, to1 + L);
            int to2 = y0 + (j + 2) * Kernels.PANEL & INDEX;
            s2a.intoArray(y, to2);
            s2b.intoArray(y, to2 + L);
            int to3 = y0 + (j + 3) * Kernels.PANEL & INDEX;
            s3a.intoArray(y, to3);
            s3b.intoArray(y, to3 + L);
        }
    }
}
