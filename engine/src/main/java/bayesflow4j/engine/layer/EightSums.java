package bayesflow4j.engine.layer;

/**
 * Sums along a row in one fixed order: eight running sums over every eighth element, then added in pairs. One running sum would wait
 * for each addition to end; sums over the lanes of a vector would depend on its length.
 */
final class EightSums {
    private EightSums() {}

    /** Σ x(j) over a multiple of eight elements. */
    static float of(float[] x, int x0, int length) {
        float s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0, s6 = 0, s7 = 0;
        for (int j = x0; j < x0 + length; j += 8) {
            s0 += x[j];
            s1 += x[j + 1];
            s2 += x[j + 2];
            s3 += x[j + 3];
            s4 += x[j + 4];
            s5 += x[j + 5];
            s6 += x[j + 6];
            s7 += x[j + 7];
        }
        return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
    }

    /** Σ x(j)·y(j) over a multiple of eight elements, by fused multiply-add. */
    static float ofProducts(float[] x, int x0, float[] y, int y0, int length) {
        float s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0, s6 = 0, s7 = 0;
        for (int j = x0, i = y0; j < x0 + length; j += 8, i += 8) {
            s0 = Math.fma(x[j], y[i], s0);
            s1 = Math.fma(x[j + 1], y[i + 1], s1);
            s2 = Math.fma(x[j + 2], y[i + 2], s2);
            s3 = Math.fma(x[j + 3], y[i + 3], s3);
            s4 = Math.fma(x[j + 4], y[i + 4], s4);
            s5 = Math.fma(x[j + 5], y[i + 5], s5);
            s6 = Math.fma(x[j + 6], y[i + 6], s6);
            s7 = Math.fma(x[j + 7], y[i + 7], s7);
        }
        return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
    }
}
