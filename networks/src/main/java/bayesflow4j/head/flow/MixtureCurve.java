package bayesflow4j.head.flow;

import bayesflow4j.numeric.LogNormalCdf;

/**
 * z = Φ⁻¹(F(x)) and its slope for one mixture F = Σ wₖ Φ((x − μₖ)/σₖ), computed in log probabilities to avoid under-
 * and overflow far from all components. One object is reused for many mixtures and many x.
 */
final class MixtureCurve {
    /** σ stays within e^±BOUND of the scale of the data. */
    private static final double BOUND = 5;

    private final int components;
    private final double[] logWeight;
    private final double[] mean;
    private final double[] logSd;
    private final double[] raw;
    private final double[] standard;
    private double logDensity;
    private double z;

    MixtureCurve(int components) {
        this.components = components;
        logWeight = new double[components];
        mean = new double[components];
        logSd = new double[components];
        raw = new double[components];
        standard = new double[components];
    }

    /** Sets the mixture from a network's outputs: weight logits, means, log standard deviations. */
    void shape(float[] outputs, int at) {
        double top = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < components; k++) top = Math.max(top, outputs[at + k]);
        double sum = 0;
        for (int k = 0; k < components; k++) sum += StrictMath.exp(outputs[at + k] - top);
        double logSum = top + StrictMath.log(sum);
        for (int k = 0; k < components; k++) {
            logWeight[k] = outputs[at + k] - logSum;
            // Outputs of zero spread the components over the data, so that each starts out learning something
            // different.
            mean[k] = outputs[at + components + k] + 3.0 * (k + 0.5) / components - 1.5;
            raw[k] = outputs[at + 2 * components + k];
            logSd[k] = BOUND * StrictMath.tanh(raw[k] / BOUND);
        }
    }

    /** Computes z and the slope at x. */
    void at(double x) {
        double below = Double.NEGATIVE_INFINITY;
        double above = Double.NEGATIVE_INFINITY;
        logDensity = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < components; k++) {
            standard[k] = (x - mean[k]) * StrictMath.exp(-logSd[k]);
            below = logSum(below, logWeight[k] + LogNormalCdf.of(standard[k]));
            above = logSum(above, logWeight[k] + LogNormalCdf.of(-standard[k]));
            logDensity = logSum(logDensity, logComponent(k));
        }
        z = below <= above ? LogNormalCdf.inverse(below) : -LogNormalCdf.inverse(above);
    }

    /** log of component k's term of the density. */
    private double logComponent(int k) {
        return logWeight[k] + LogNormalCdf.logDensity(standard[k]) - logSd[k];
    }

    double z() {
        return z;
    }

    /** log dz/dx. */
    double logSlope() {
        return logDensity - LogNormalCdf.logDensity(z);
    }

    /** The x with this z; the curve is then evaluated at x. */
    double inverse(double wanted) {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < components; k++) {
            double at = mean[k] + wanted * StrictMath.exp(logSd[k]);
            low = Math.min(low, at);
            high = Math.max(high, at);
        }
        // A mixture's quantile lies between those of its components: Newton steps inside that bracket, else bisection.
        double x = (low + high) / 2;
        for (int i = 0; i < 200 && high > low; i++) {
            at(x);
            if (z < wanted) low = x;
            else high = x;
            double step = (wanted - z) * StrictMath.exp(-logSlope());
            double next = x + step;
            if (Math.abs(step) <= 1e-12 * Math.max(1, Math.abs(x))) break;
            x = next > low && next < high ? next : (low + high) / 2;
        }
        at(x);
        return x;
    }

    /** From ∂loss/∂z and ∂loss/∂logSlope, adds the gradient of the network's outputs; returns ∂loss/∂x. */
    double backward(double dz, double dLogSlope, float[] d, int at) {
        double logPhi = LogNormalCdf.logDensity(z);
        // log slope = log f − log φ(z), and d(−log φ(z))/dz = z.
        double toZ = dz + dLogSlope * z;
        double dx = 0;
        double weightMean = 0;
        for (int k = 0; k < components; k++) {
            double a = standard[k];
            double slopePart = StrictMath.exp(logComponent(k) - logPhi);
            double densityPart = StrictMath.exp(logComponent(k) - logDensity);
            double sd = StrictMath.exp(logSd[k]);
            double toX = toZ * slopePart - dLogSlope * densityPart * a / sd;
            dx += toX;
            d[at + components + k] -= (float) toX;
            double toLogSd = -toZ * slopePart * a * sd + dLogSlope * densityPart * (a * a - 1);
            double bounded = logSd[k] / BOUND;
            d[at + 2 * components + k] += (float) (toLogSd * (1 - bounded * bounded));
            weightMean += weightGradient(k, toZ, dLogSlope, logPhi);
        }
        for (int k = 0; k < components; k++)
            d[at + k] +=
                    (float) (weightGradient(k, toZ, dLogSlope, logPhi) - StrictMath.exp(logWeight[k]) * weightMean);
        return dx;
    }

    /**
     * wₖ times ∂loss/∂wₖ. Φₖ is computed from the nearer tail; because the weights sum to one, both tails are
     * equivalent.
     */
    private double weightGradient(int k, double toZ, double dLogSlope, double logPhi) {
        double tail = z <= 0
                ? StrictMath.exp(logWeight[k] + LogNormalCdf.of(standard[k]) - logPhi)
                : -StrictMath.exp(logWeight[k] + LogNormalCdf.of(-standard[k]) - logPhi);
        return toZ * tail + dLogSlope * StrictMath.exp(logComponent(k) - logDensity);
    }

    private static double logSum(double a, double b) {
        if (a == Double.NEGATIVE_INFINITY) return b;
        if (b == Double.NEGATIVE_INFINITY) return a;
        double high = Math.max(a, b);
        return high + StrictMath.log1p(StrictMath.exp(Math.min(a, b) - high));
    }
}
