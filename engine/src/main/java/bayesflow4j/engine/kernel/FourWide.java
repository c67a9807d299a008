package bayesflow4j.engine.kernel;

import static bayesflow4j.engine.kernel.VectorKernels.INDEX;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The micro-kernel of {@link VectorKernels#multiply} for processors with vectors of 512 bits and the twice as many registers
 * that come with them: 4 rows and a whole panel in 16 accumulators. It has a third of the instructions for a multiply-add
 * that those of 256 bits have, and thus comes nearer to the peak, most of all where a core is shared. Rows that are no
 * multiple of four, and panels that are not whole, are left to the narrower ones. Its counterpart for
 * rows that lie by columns is {@link #features4}.
 */
final class FourWide {
    private static final VectorSpecies<Float> S = FloatVector.SPECIES_512;
    private static final int L = S.length();

    private FourWide() {}

    /** Fours of rows of C, 64 columns wide; a row of B lies {@code bRow} floats behind the one before. */
    static void rows4(
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
            int from1 = iAt + 1 * iRow & INDEX;
            int from2 = iAt + 2 * iRow & INDEX;
            int from3 = iAt + 3 * iRow & INDEX;
            FloatVector s0a = FloatVector.fromArray(S, init, from0);
            FloatVector s0b = FloatVector.fromArray(S, init, from0 + L);
            FloatVector s0c = FloatVector.fromArray(S, init, from0 + 2 * L);
            FloatVector s0d = FloatVector.fromArray(S, init, from0 + 3 * L);
            FloatVector s1a = FloatVector.fromArray(S, init, from1);
            FloatVector s1b = FloatVector.fromArray(S, init, from1 + L);
            FloatVector s1c = FloatVector.fromArray(S, init, from1 + 2 * L);
            FloatVector s1d = FloatVector.fromArray(S, init, from1 + 3 * L);
            FloatVector s2a = FloatVector.fromArray(S, init, from2);
            FloatVector s2b = FloatVector.fromArray(S, init, from2 + L);
            FloatVector s2c = FloatVector.fromArray(S, init, from2 + 2 * L);
            FloatVector s2d = FloatVector.fromArray(S, init, from2 + 3 * L);
            FloatVector s3a = FloatVector.fromArray(S, init, from3);
            FloatVector s3b = FloatVector.fromArray(S, init, from3 + L);
            FloatVector s3c = FloatVector.fromArray(S, init, from3 + 2 * L);
            FloatVector s3d = FloatVector.fromArray(S, init, from3 + 3 * L);
            for (int l = 0; l < k; l++) {
                int at = bAt & INDEX;
                FloatVector u = FloatVector.fromArray(S, b, at);
                FloatVector v = FloatVector.fromArray(S, b, at + L);
                FloatVector w = FloatVector.fromArray(S, b, at + 2 * L);
                FloatVector z = FloatVector.fromArray(S, b, at + 3 * L);
                FloatVector x = FloatVector.broadcast(S, a[aAt]);
                s0a = x.fma(u, s0a);
                s0b = x.fma(v, s0b);
                s0c = x.fma(w, s0c);
                s0d = x.fma(z, s0d);
                x = FloatVector.broadcast(S, a[aAt + 1 * aRow]);
                s1a = x.fma(u, s1a);
                s1b = x.fma(v, s1b);
                s1c = x.fma(w, s1c);
                s1d = x.fma(z, s1d);
                x = FloatVector.broadcast(S, a[aAt + 2 * aRow]);
                s2a = x.fma(u, s2a);
                s2b = x.fma(v, s2b);
                s2c = x.fma(w, s2c);
                s2d = x.fma(z, s2d);
                x = FloatVector.broadcast(S, a[aAt + 3 * aRow]);
                s3a = x.fma(u, s3a);
                s3b = x.fma(v, s3b);
                s3c = x.fma(w, s3c);
                s3d = x.fma(z, s3d);
                aAt += aCol;
                bAt += bRow;
            }
            int to0 = cAt & INDEX;
            int to1 = cAt + 1 * cRow & INDEX;
            int to2 = cAt + 2 * cRow & INDEX;
            int to3 = cAt + 3 * cRow & INDEX;
            s0a.intoArray(c, to0);
            s0b.intoArray(c, to0 + L);
            s0c.intoArray(c, to0 + 2 * L);
            s0d.intoArray(c, to0 + 3 * L);
            s1a.intoArray(c, to1);
            s1b.intoArray(c, to1 + L);
            s1c.intoArray(c, to1 + 2 * L);
            s1d.intoArray(c, to1 + 3 * L);
            s2a.intoArray(c, to2);
            s2b.intoArray(c, to2 + L);
            s2c.intoArray(c, to2 + 2 * L);
            s2d.intoArray(c, to2 + 3 * L);
            s3a.intoArray(c, to3);
            s3b.intoArray(c, to3 + L);
            s3c.intoArray(c, to3 + 2 * L);
            s3d.intoArray(c, to3 + 3 * L);
        }
    }

    /** Fours of features of rows that lie by columns, the last reaching into the padding; a row of W lies {@code wRow} floats behind the one before. */
    static void features4(
            int n, int k, float[] w, int w0, int wRow, float[] bias, int b0, float[] rows, int x0, float[] y, int y0) {
        for (int j = 0; j < n; j += 4) {
            int at = w0 + j;
            int bAt = b0 + j;
            int xAt = x0;
            FloatVector s0a = FloatVector.broadcast(S, bias[bAt]);
            FloatVector s0b = s0a;
            FloatVector s0c = s0a;
            FloatVector s0d = s0a;
            FloatVector s1a = FloatVector.broadcast(S, bias[bAt + 1]);
            FloatVector s1b = s1a;
            FloatVector s1c = s1a;
            FloatVector s1d = s1a;
            FloatVector s2a = FloatVector.broadcast(S, bias[bAt + 2]);
            FloatVector s2b = s2a;
            FloatVector s2c = s2a;
            FloatVector s2d = s2a;
            FloatVector s3a = FloatVector.broadcast(S, bias[bAt + 3]);
            FloatVector s3b = s3a;
            FloatVector s3c = s3a;
            FloatVector s3d = s3a;
            for (int l = 0; l < k; l++) {
                int from = xAt & INDEX;
                FloatVector u = FloatVector.fromArray(S, rows, from);
                FloatVector v = FloatVector.fromArray(S, rows, from + L);
                FloatVector p = FloatVector.fromArray(S, rows, from + 2 * L);
                FloatVector q = FloatVector.fromArray(S, rows, from + 3 * L);
                FloatVector x = FloatVector.broadcast(S, w[at]);
                s0a = x.fma(u, s0a);
                s0b = x.fma(v, s0b);
                s0c = x.fma(p, s0c);
                s0d = x.fma(q, s0d);
                x = FloatVector.broadcast(S, w[at + 1]);
                s1a = x.fma(u, s1a);
                s1b = x.fma(v, s1b);
                s1c = x.fma(p, s1c);
                s1d = x.fma(q, s1d);
                x = FloatVector.broadcast(S, w[at + 2]);
                s2a = x.fma(u, s2a);
                s2b = x.fma(v, s2b);
                s2c = x.fma(p, s2c);
                s2d = x.fma(q, s2d);
                x = FloatVector.broadcast(S, w[at + 3]);
                s3a = x.fma(u, s3a);
                s3b = x.fma(v, s3b);
                s3c = x.fma(p, s3c);
                s3d = x.fma(q, s3d);
                at += wRow;
                xAt += Kernels.PANEL;
            }
            int to = y0 + j * Kernels.PANEL & INDEX;
            s0a.intoArray(y, to);
            s0b.intoArray(y, to + L);
            s0c.intoArray(y, to + 2 * L);
            s0d.intoArray(y, to + 3 * L);
            s1a.intoArray(y, to + 4 * L);
            s1b.intoArray(y, to + 5 * L);
            s1c.intoArray(y, to + 6 * L);
            s1d.intoArray(y, to + 7 * L);
            s2a.intoArray(y, to + 8 * L);
            s2b.intoArray(y, to + 9 * L);
            s2c.intoArray(y, to + 10 * L);
            s2d.intoArray(y, to + 11 * L);
            s3a.intoArray(y, to + 12 * L);
            s3b.intoArray(y, to + 13 * L);
            s3c.intoArray(y, to + 14 * L);
            s3d.intoArray(y, to + 15 * L);
        }
    }
}
