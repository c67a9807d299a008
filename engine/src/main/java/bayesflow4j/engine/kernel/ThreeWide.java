package bayesflow4j.engine.kernel;

import static bayesflow4j.engine.kernel.VectorKernels.INDEX;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Micro-kernels of {@link VectorKernels#multiply} that are three vectors wide: 4 rows use 12 accumulators, which is what hides
 * the latency of the multiply-add on two ports, and leave registers for three vectors of B and one element of A. Each keeps
 * its part of C in registers over the whole of k. They are written out because a method that takes vectors may box them, and
 * few: what counts is how many instructions a turn of the inner loop has beside its twelve multiply-adds.
 *
 * <p>Each has more than the 325 bytes of code up to which the compiler puts a hot method into its caller. Smaller ones met
 * there, exceeded what the compiler is ready to put together, and boxed their vectors for as long as the program ran.
 */
final class ThreeWide {
    private static final VectorSpecies<Float> S = VectorKernels.S;
    private static final int L = S.length();

    private ThreeWide() {}

    /** All rows of C, three vectors wide; a row of B lies {@code bRow} floats behind the one before. */
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
            FloatVector s0c = FloatVector.fromArray(S, init, from0 + 2 * L);
            FloatVector s1a = FloatVector.fromArray(S, init, from1);
            FloatVector s1b = FloatVector.fromArray(S, init, from1 + L);
            FloatVector s1c = FloatVector.fromArray(S, init, from1 + 2 * L);
            FloatVector s2a = FloatVector.fromArray(S, init, from2);
            FloatVector s2b = FloatVector.fromArray(S, init, from2 + L);
            FloatVector s2c = FloatVector.fromArray(S, init, from2 + 2 * L);
            FloatVector s3a = FloatVector.fromArray(S, init, from3);
            FloatVector s3b = FloatVector.fromArray(S, init, from3 + L);
            FloatVector s3c = FloatVector.fromArray(S, init, from3 + 2 * L);
            for (int l = 0; l < k; l++) {
                int at = bAt & INDEX;
                FloatVector u = FloatVector.fromArray(S, b, at);
                FloatVector v = FloatVector.fromArray(S, b, at + L);
                FloatVector w = FloatVector.fromArray(S, b, at + 2 * L);
                FloatVector x = FloatVector.broadcast(S, a[aAt]);
                s0a = x.fma(u, s0a);
                s0b = x.fma(v, s0b);
                s0c = x.fma(w, s0c);
                x = FloatVector.broadcast(S, a[aAt + aRow]);
                s1a = x.fma(u, s1a);
                s1b = x.fma(v, s1b);
                s1c = x.fma(w, s1c);
                x = FloatVector.broadcast(S, a[aAt + 2 * aRow]);
                s2a = x.fma(u, s2a);
                s2b = x.fma(v, s2b);
                s2c = x.fma(w, s2c);
                x = FloatVector.broadcast(S, a[aAt + 3 * aRow]);
                s3a = x.fma(u, s3a);
                s3b = x.fma(v, s3b);
                s3c = x.fma(w, s3c);
                aAt += aCol;
                bAt += bRow;
            }
            int to0 = cAt & INDEX;
            int to1 = cAt + cRow & INDEX;
            int to2 = cAt + 2 * cRow & INDEX;
            int to3 = cAt + 3 * cRow & INDEX;
            s0a.intoArray(c, to0);
            s0b.intoArray(c, to0 + L);
            s0c.intoArray(c, to0 + 2 * L);
            s1a.intoArray(c, to1);
            s1b.intoArray(c, to1 + L);
            s1c.intoArray(c, to1 + 2 * L);
            s2a.intoArray(c, to2);
            s2b.intoArray(c, to2 + L);
            s2c.intoArray(c, to2 + 2 * L);
            s3a.intoArray(c, to3);
            s3b.intoArray(c, to3 + L);
            s3c.intoArray(c, to3 + 2 * L);
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
            FloatVector s0c = FloatVector.fromArray(S, init, from0 + 2 * L);
            FloatVector s1a = FloatVector.fromArray(S, init, from1);
            FloatVector s1b = FloatVector.fromArray(S, init, from1 + L);
            FloatVector s1c = FloatVector.fromArray(S, init, from1 + 2 * L);
            FloatVector s2a = FloatVector.fromArray(S, init, from2);
            FloatVector s2b = FloatVector.fromArray(S, init, from2 + L);
            FloatVector s2c = FloatVector.fromArray(S, init, from2 + 2 * L);
            FloatVector s3a = FloatVector.fromArray(S, init, from3);
            FloatVector s3b = FloatVector.fromArray(S, init, from3 + L);
            FloatVector s3c = FloatVector.fromArray(S, init, from3 + 2 * L);
            for (int at = first; at < end; at += Kernels.PANEL) {
                FloatVector u = FloatVector.fromArray(S, b, at);
                FloatVector v = FloatVector.fromArray(S, b, at + L);
                FloatVector w = FloatVector.fromArray(S, b, at + 2 * L);
                FloatVector x = FloatVector.broadcast(S, a[aAt]);
                s0a = x.fma(u, s0a);
                s0b = x.fma(v, s0b);
                s0c = x.fma(w, s0c);
                x = FloatVector.broadcast(S, a[aAt + aRow]);
                s1a = x.fma(u, s1a);
                s1b = x.fma(v, s1b);
                s1c = x.fma(w, s1c);
                x = FloatVector.broadcast(S, a[aAt + 2 * aRow]);
                s2a = x.fma(u, s2a);
                s2b = x.fma(v, s2b);
                s2c = x.fma(w, s2c);
                x = FloatVector.broadcast(S, a[aAt + 3 * aRow]);
                s3a = x.fma(u, s3a);
                s3b = x.fma(v, s3b);
                s3c = x.fma(w, s3c);
                aAt += aCol;
            }
            int to0 = cAt & INDEX;
            int to1 = cAt + cRow & INDEX;
            int to2 = cAt + 2 * cRow & INDEX;
            int to3 = cAt + 3 * cRow & INDEX;
            s0a.intoArray(c, to0);
            s0b.intoArray(c, to0 + L);
            s0c.intoArray(c, to0 + 2 * L);
            s1a.intoArray(c, to1);
            s1b.intoArray(c, to1 + L);
            s1c.intoArray(c, to1 + 2 * L);
            s2a.intoArray(c, to2);
            s2b.intoArray(c, to2 + L);
            s2c.intoArray(c, to2 + 2 * L);
            s3a.intoArray(c, to3);
            s3b.intoArray(c, to3 + L);
            s3c.intoArray(c, to3 + 2 * L);
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
            FloatVector s0c = FloatVector.fromArray(S, init, iAt + 2 * L);
            FloatVector s1a = FloatVector.fromArray(S, init, iAt + iRow);
            FloatVector s1b = FloatVector.fromArray(S, init, iAt + iRow + L);
            FloatVector s1c = FloatVector.fromArray(S, init, iAt + iRow + 2 * L);
            for (int l = 0; l < k; l++) {
                FloatVector u = FloatVector.fromArray(S, b, bAt);
                FloatVector v = FloatVector.fromArray(S, b, bAt + L);
                FloatVector w = FloatVector.fromArray(S, b, bAt + 2 * L);
                FloatVector x = FloatVector.broadcast(S, a[aAt]);
                s0a = x.fma(u, s0a);
                s0b = x.fma(v, s0b);
                s0c = x.fma(w, s0c);
                x = FloatVector.broadcast(S, a[aAt + aRow]);
                s1a = x.fma(u, s1a);
                s1b = x.fma(v, s1b);
                s1c = x.fma(w, s1c);
                aAt += aCol;
                bAt += bRow;
            }
            s0a.intoArray(c, cAt);
            s0b.intoArray(c, cAt + L);
            s0c.intoArray(c, cAt + 2 * L);
            s1a.intoArray(c, cAt + cRow);
            s1b.intoArray(c, cAt + cRow + L);
            s1c.intoArray(c, cAt + cRow + 2 * L);
            i = 2;
        }
        if (i < m) {
            int aAt = a0 + i * aRow;
            int bAt = b0;
            int cAt = c0 + i * cRow;
            int iAt = i0 + i * iRow;
            FloatVector s0a = FloatVector.fromArray(S, init, iAt);
            FloatVector s0b = FloatVector.fromArray(S, init, iAt + L);
            FloatVector s0c = FloatVector.fromArray(S, init, iAt + 2 * L);
            for (int l = 0; l < k; l++) {
                FloatVector u = FloatVector.fromArray(S, b, bAt);
                FloatVector v = FloatVector.fromArray(S, b, bAt + L);
                FloatVector w = FloatVector.fromArray(S, b, bAt + 2 * L);
                FloatVector x = FloatVector.broadcast(S, a[aAt]);
                s0a = x.fma(u, s0a);
                s0b = x.fma(v, s0b);
                s0c = x.fma(w, s0c);
                aAt += aCol;
                bAt += bRow;
            }
            s0a.intoArray(c, cAt);
            s0b.intoArray(c, cAt + L);
            s0c.intoArray(c, cAt + 2 * L);
        }
    }
}
