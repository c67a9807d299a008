package bayesflow4j.head.mixture;

import bayesflow4j.head.Normals;
import java.util.random.RandomGenerator;

/**
 * K normal distributions of D numbers with their weights, as a network's outputs describe them: scores of the weights, then for
 * each component its mean, the logarithms of the diagonal of U and, with correlations, the rest of the upper triangle. U is a
 * factor of the precision, so z = U(θ − m) is standard normal. One object is pointed at one mixture and one θ after the other.
 */
final class NormalComponents {
    /** The diagonal of U stays within e^±BOUND. */
    private static final double BOUND = 7;

    private final int components;
    private final int width;
    private final boolean correlated;
    private final double[] offsets;
    private final double[] logWeight;
    private final double[][] mean;
    private final double[][] logDiagonal;
    private final double[][] upper;
    private final double[][] z;
    private final double[][] off;
    private final double[] logPart;
    private double logDensity;

    /** @param rng places the components apart at the start, so that they learn different things */
    NormalComponents(int components, int width, boolean correlated, RandomGenerator rng) {
        this(components, width, correlated, offsets(components, width, rng));
    }

    private NormalComponents(int components, int width, boolean correlated, double[] offsets) {
        this.components = components;
        this.width = width;
        this.correlated = correlated;
        this.offsets = offsets;
        logWeight = new double[components];
        mean = new double[components][width];
        logDiagonal = new double[components][width];
        upper = new double[components][correlated ? width * (width - 1) / 2 : 0];
        z = new double[components][width];
        off = new double[components][width];
        logPart = new double[components];
    }

    private static double[] offsets(int components, int width, RandomGenerator rng) {
        double[] offsets = new double[components * width];
        if (components > 1) for (int i = 0; i < offsets.length; i++) offsets[i] = rng.nextGaussian();
        return offsets;
    }

    /** The same distribution with a memory of its own. */
    NormalComponents another() {
        return new NormalComponents(components, width, correlated, offsets);
    }

    int width() {
        return width;
    }

    /** How many numbers describe the mixture. */
    int outputs() {
        return components * (1 + perComponent());
    }

    private int perComponent() {
        return 2 * width + (correlated ? width * (width - 1) / 2 : 0);
    }

    /** Takes the mixture from a network's outputs. */
    void shape(float[] outputs, int at) {
        double top = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < components; k++) top = Math.max(top, outputs[at + k]);
        double sum = 0;
        for (int k = 0; k < components; k++) sum += StrictMath.exp(outputs[at + k] - top);
        double logSum = top + StrictMath.log(sum);
        for (int k = 0; k < components; k++) {
            logWeight[k] = outputs[at + k] - logSum;
            int from = at + components + k * perComponent();
            for (int j = 0; j < width; j++) {
                mean[k][j] = outputs[from + j] + offsets[k * width + j];
                logDiagonal[k][j] = BOUND * StrictMath.tanh(outputs[from + width + j] / BOUND);
            }
            for (int i = 0; i < upper[k].length; i++) upper[k][i] = outputs[from + 2 * width + i];
        }
    }

    /** log q(θ) without the normal's constant; what {@link #gradient} needs is kept. */
    double logDensity(float[] theta, int at) {
        double top = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < components; k++) {
            logPart[k] = logWeight[k] + logComponent(k, theta, at);
            top = Math.max(top, logPart[k]);
        }
        double sum = 0;
        for (int k = 0; k < components; k++) sum += StrictMath.exp(logPart[k] - top);
        logDensity = top + StrictMath.log(sum);
        return logDensity;
    }

    private double logComponent(int k, float[] theta, int at) {
        double log = 0;
        for (int j = 0; j < width; j++) off[k][j] = theta[at + j] - mean[k][j];
        int next = 0;
        for (int i = 0; i < width; i++) {
            double sum = StrictMath.exp(logDiagonal[k][i]) * off[k][i];
            if (correlated) for (int j = i + 1; j < width; j++) sum += upper[k][next++] * off[k][j];
            z[k][i] = sum;
            log += logDiagonal[k][i] - sum * sum / 2;
        }
        return log;
    }

    /** After {@link #logDensity}: adds the gradient of −share · log q by the outputs. */
    void gradient(float share, float[] to, int at) {
        for (int k = 0; k < components; k++) {
            double part = StrictMath.exp(logPart[k] - logDensity);
            to[at + k] += (float) (share * (StrictMath.exp(logWeight[k]) - part));
            double scale = share * part;
            int from = at + components + k * perComponent();
            int next = 0;
            for (int i = 0; i < width; i++) {
                double diagonal = StrictMath.exp(logDiagonal[k][i]);
                to[from + i] -= (float) (scale * diagonal * z[k][i]);
                double bounded = logDiagonal[k][i] / BOUND;
                to[from + width + i] -=
                        (float) (scale * (1 - z[k][i] * diagonal * off[k][i]) * (1 - bounded * bounded));
                if (!correlated) continue;
                for (int j = i + 1; j < width; j++, next++) {
                    to[from + j] -= (float) (scale * upper[k][next] * z[k][i]);
                    to[from + 2 * width + next] += (float) (scale * z[k][i] * off[k][j]);
                }
            }
        }
    }

    /** Σ wₖ mₖ. */
    void mean(float[] to) {
        for (int j = 0; j < width; j++) {
            double sum = 0;
            for (int k = 0; k < components; k++) sum += StrictMath.exp(logWeight[k]) * mean[k][j];
            to[j] = (float) sum;
        }
    }

    /** All components, with precisions UᵀU. */
    Normals normals() {
        double[] weights = new double[components];
        double[][] means = new double[components][];
        double[][][] precisions = new double[components][width][width];
        for (int k = 0; k < components; k++) {
            weights[k] = StrictMath.exp(logWeight[k]);
            means[k] = mean[k].clone();
            double[][] u = new double[width][width];
            int next = 0;
            for (int i = 0; i < width; i++) {
                u[i][i] = StrictMath.exp(logDiagonal[k][i]);
                if (correlated) for (int j = i + 1; j < width; j++) u[i][j] = upper[k][next++];
            }
            for (int i = 0; i < width; i++)
                for (int j = 0; j < width; j++)
                    for (int l = 0; l < width; l++) precisions[k][i][j] += u[l][i] * u[l][j];
        }
        return new Normals(weights, means, precisions);
    }

    /** Draws θ: a component by its weight, then U⁻¹z + m from the last coordinate to the first. */
    void sample(RandomGenerator rng, float[] to, int at) {
        double left = rng.nextDouble();
        int k = 0;
        while (k < components - 1 && left >= StrictMath.exp(logWeight[k])) left -= StrictMath.exp(logWeight[k++]);
        double[] draw = off[k];
        for (int i = 0; i < width; i++) draw[i] = rng.nextGaussian();
        int row = upper[k].length;
        for (int i = width - 1; i >= 0; i--) {
            double sum = draw[i];
            if (correlated) {
                row -= width - 1 - i;
                for (int j = i + 1; j < width; j++) sum -= upper[k][row + j - i - 1] * draw[j];
            }
            draw[i] = sum * StrictMath.exp(-logDiagonal[k][i]);
        }
        for (int i = 0; i < width; i++) to[at + i] = (float) (draw[i] + mean[k][i]);
    }
}
