package bayesflow4j.engine.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Gradients back through the activations of {@link VectorKernels}, by derivatives in terms of an activation's value. */
final class VectorDerivatives {
    private static final VectorSpecies<Float> S = VectorKernels.S;
    private static final int L = S.length();

    private VectorDerivatives() {}

    static void elu(int m, int n, float[] dy, int dy0, int dyRow, float[] y, int y0, float[] dx, int dx0) {
        IntVector zero = FloatVector.zero(S).reinterpretAsInts();
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j += L) {
                FloatVector v = FloatVector.fromArray(S, y, y0 + i * n + j);
                FloatVector d = FloatVector.fromArray(S, dy, dy0 + i * dyRow + j);
                // The smaller bit pattern: v where it is negative, else 0.
                FloatVector negative = v.reinterpretAsInts()
                        .lanewise(VectorOperators.MIN, zero)
                        .reinterpretAsFloats();
                d.fma(negative, d).intoArray(dx, dx0 + i * n + j);
            }
        }
    }

    static void relu(int m, int n, float[] dy, int dy0, int dyRow, float[] y, int y0, float[] dx, int dx0) {
        FloatVector zero = FloatVector.zero(S);
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j += L) {
                FloatVector v = FloatVector.fromArray(S, y, y0 + i * n + j);
                FloatVector d = FloatVector.fromArray(S, dy, dy0 + i * dyRow + j);
                zero.blend(d, v.compare(VectorOperators.GT, zero)).intoArray(dx, dx0 + i * n + j);
            }
        }
    }

    static void tanh(int m, int n, float[] dy, int dy0, int dyRow, float[] y, int y0, float[] dx, int dx0) {
        FloatVector one = FloatVector.broadcast(S, 1f);
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j += L) {
                FloatVector v = FloatVector.fromArray(S, y, y0 + i * n + j);
                FloatVector d = FloatVector.fromArray(S, dy, dy0 + i * dyRow + j);
                d.mul(v.neg().fma(v, one)).intoArray(dx, dx0 + i * n + j);
            }
        }
    }
}
