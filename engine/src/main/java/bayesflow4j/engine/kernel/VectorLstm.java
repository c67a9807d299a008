package bayesflow4j.engine.kernel;

import static bayesflow4j.engine.kernel.VectorKernels.INDEX;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** The state update of an LSTM and its reverse, on vectors. */
final class VectorLstm {
    private static final VectorSpecies<Float> S = VectorKernels.S;
    private static final int L = S.length();

    private VectorLstm() {}

    static void forward(
            int rows,
            int h,
            float[] gates,
            int gates0,
            int gatesRow,
            float[] cPrevious,
            int cPrevious0,
            float[] c,
            float[] tanhC,
            float[] hidden,
            int state0) {
        for (int row = 0; row < rows; row++) {
            int at = gates0 + row * gatesRow;
            VectorFunctions.logistic(gates, at, 2 * h);
            VectorFunctions.tanh(gates, at + 2 * h, h);
            VectorFunctions.logistic(gates, at + 3 * h, h);
            for (int j = 0; j < h; j += L) {
                FloatVector ig =
                        FloatVector.fromArray(S, gates, at + j).mul(FloatVector.fromArray(S, gates, at + 2 * h + j));
                FloatVector cell = FloatVector.fromArray(S, gates, at + h + j)
                        .fma(FloatVector.fromArray(S, cPrevious, cPrevious0 + row * h + j), ig);
                cell.intoArray(c, state0 + row * h + j);
                cell.intoArray(tanhC, state0 + row * h + j);
            }
        }
        VectorFunctions.tanh(tanhC, state0, rows * h);
        for (int row = 0; row < rows; row++) {
            for (int j = 0; j < h; j += L) {
                FloatVector.fromArray(S, gates, gates0 + row * gatesRow + 3 * h + j)
                        .mul(FloatVector.fromArray(S, tanhC, state0 + row * h + j))
                        .intoArray(hidden, state0 + row * h + j);
            }
        }
    }

    static void backward(
            int rows,
            int h,
            float[] gates,
            int gates0,
            int gatesRow,
            float[] cPrevious,
            int cPrevious0,
            float[] tanhC,
            int state0,
            float[] dh,
            float[] dc) {
        FloatVector one = FloatVector.broadcast(S, 1f);
        for (int row = 0; row < rows; row++) {
            for (int j = 0; j < h; j += L) {
                int atI = gates0 + row * gatesRow + j & INDEX;
                int atF = atI + h & INDEX;
                int atG = atI + 2 * h & INDEX;
                int atO = atI + 3 * h & INDEX;
                int state = row * h + j & INDEX;
                int now = state0 + state & INDEX;
                int before = cPrevious0 + state & INDEX;
                FloatVector i = FloatVector.fromArray(S, gates, atI);
                FloatVector f = FloatVector.fromArray(S, gates, atF);
                FloatVector g = FloatVector.fromArray(S, gates, atG);
                FloatVector o = FloatVector.fromArray(S, gates, atO);
                FloatVector bounded = FloatVector.fromArray(S, tanhC, now);
                FloatVector d = FloatVector.fromArray(S, dh, state);
                FloatVector dCell = d.mul(o).fma(bounded.neg().fma(bounded, one), FloatVector.fromArray(S, dc, state));
                dCell.mul(g).mul(i.neg().fma(i, i)).intoArray(gates, atI);
                dCell.mul(FloatVector.fromArray(S, cPrevious, before))
                        .mul(f.neg().fma(f, f))
                        .intoArray(gates, atF);
                dCell.mul(i).mul(g.neg().fma(g, one)).intoArray(gates, atG);
                d.mul(bounded).mul(o.neg().fma(o, o)).intoArray(gates, atO);
                dCell.mul(f).intoArray(dc, state);
            }
        }
    }
}
