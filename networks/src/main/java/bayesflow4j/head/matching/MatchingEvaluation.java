package bayesflow4j.head.matching;

import static bayesflow4j.engine.kernel.Kernels.padded;

import bayesflow4j.engine.layer.ConditionalLanes;
import bayesflow4j.engine.layer.Lanes;
import bayesflow4j.engine.layer.MlpTangents;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.head.Head;
import java.util.random.RandomGenerator;

/**
 * Draws, normal draws carried along the {@link Velocity} from t = 0 to 1, and log q(θ | s) = log N(z; 0, I) − ∫ div v dt, where
 * z is θ carried back. The divergence is the exact trace of the Jacobian, by one derivative for each parameter.
 */
final class MatchingEvaluation implements Head.DensityEvaluation {
    private final int width;
    private final ConditionalLanes network;
    private final DormandPrince paths;
    private final float[] x;
    private final float[] f;
    private final MlpTangents tangents;
    private final DormandPrince path;
    private final float[] row;
    private final Block point;
    private final Block directions;

    MatchingEvaluation(Velocity velocity, double tolerance, Memory memory) {
        width = velocity.width();
        int in = width + Velocity.FEATURES;
        network = velocity.network().lanes(memory);
        paths = new DormandPrince(width, Lanes.ROWS, tolerance);
        x = new float[padded(in) * Lanes.ROWS];
        f = new float[padded(width) * Lanes.ROWS];
        tangents = velocity.network().tangents(memory);
        path = new DormandPrince(width + 1, 1, tolerance);
        row = new float[padded(in)];
        point = new Block().show(row, 0, 1, 1, in, padded(in));
        float[] units = new float[width * padded(in)];
        for (int j = 0; j < width; j++) units[j * padded(in) + j] = 1;
        directions = new Block().show(units, 0, width, 1, in, padded(in));
    }

    @Override
    public void sample(Block summary, RandomGenerator rng, float[] to) {
        double[] rows = new double[to.length];
        for (int i = 0; i < rows.length; i++) rows[i] = rng.nextGaussian();
        Lanes given = network.given(summary);
        paths.integrate((time, y, rates) -> velocities(given, time, y, rates), 0, 1, rows);
        for (int i = 0; i < rows.length; i++) to[i] = (float) rows[i];
    }

    private void velocities(Lanes given, double[] time, double[] y, double[] rates) {
        for (int i = 0; i < y.length; i++) x[i] = (float) y[i];
        for (int lane = 0; lane < Lanes.ROWS; lane++) Velocity.features(time[lane], x, y.length + lane, Lanes.ROWS);
        given.map(x, 0, f, 0);
        for (int i = 0; i < y.length; i++) rates[i] = Velocity.slope(time[i % Lanes.ROWS]) * y[i] + f[i];
    }

    @Override
    public double logDensity(Block theta, Block summary) {
        double[] y = new double[width + 1];
        for (int j = 0; j < width; j++) y[j] = theta.data()[theta.at(0, 0) + j];
        tangents.given(summary);
        path.integrate(this::velocityAndDivergence, 1, 0, y);
        double squares = 0;
        for (int j = 0; j < width; j++) squares += y[j] * y[j];
        return y[width] - squares / 2 - width * Math.log(2 * Math.PI) / 2;
    }

    private void velocityAndDivergence(double[] time, double[] y, double[] rates) {
        double slope = Velocity.slope(time[0]);
        for (int j = 0; j < width; j++) row[j] = (float) y[j];
        Velocity.features(time[0], row, width, 1);
        Block value = tangents.forward(point);
        for (int j = 0; j < width; j++) rates[j] = slope * y[j] + value.data()[value.at(0, 0) + j];
        Block slopes = tangents.derivative(directions);
        double trace = width * slope;
        for (int j = 0; j < width; j++) trace += slopes.data()[slopes.at(j, 0) + j];
        rates[width] = trace;
    }
}
