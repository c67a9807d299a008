package bayesflow4j.head.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.layer.Numbers;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.numeric.LogNormalCdf;
import org.junit.jupiter.api.Test;

class NormalMixtureTest extends BijectionLaws {
    private static final int CONDITION = 2;
    private static final CouplingDesign DESIGN = CouplingDesign.DEFAULT.withHidden(7);

    @Override
    ConditionalBijection bijection(Layout layout) {
        return new NormalMixture(layout, "m", CONDITION, DESIGN);
    }

    /** By numerical integration of the mixture's density and of the normal's: no function is shared with what is tested. */
    @Override
    double[] formula(Numbers w, double[] x, double[] c) {
        int k = NormalMixture.COMPONENTS;
        double[] out = w.mlp("m", 2, Activation.ELU, Activation.LINEAR, c, new double[0]);
        double[] weight = new double[k];
        double sum = 0;
        for (int i = 0; i < k; i++) sum += weight[i] = Math.exp(out[i]);
        double probability = 0;
        double density = 0;
        for (int i = 0; i < k; i++) {
            double mean = out[k + i] + 3.0 * (i + 0.5) / k - 1.5;
            double sd = Math.exp(5 * Math.tanh(out[2 * k + i] / 5));
            double a = (x[0] - mean) / sd;
            probability += weight[i] / sum * integral(a);
            density += weight[i] / sum * normal(a) / sd;
        }
        double z = 0;
        for (double step = 16; step > 1e-15; step /= 2)
            if (integral(z + step) < probability) z += step;
            else if (integral(z - step) > probability) z -= step;
        for (int i = 0; i < 5; i++) z += (probability - integral(z)) / normal(z);
        return new double[] {z, Math.log(density) - Math.log(normal(z))};
    }

    private static double normal(double a) {
        return Math.exp(-a * a / 2) / Math.sqrt(2 * Math.PI);
    }

    /** Φ by its power series, which is exact to rounding for |a| up to 6. */
    private static double integral(double a) {
        if (a < -6 || a > 6) return a < 0 ? 0 : 1;
        double term = a;
        double sum = a;
        for (int n = 1; n < 200; n++) {
            term *= -a * a / (2 * n);
            sum += term / (2 * n + 1);
        }
        return 0.5 + sum / Math.sqrt(2 * Math.PI);
    }

    /** Golden values: from the complementary error function, and the two tails from Laplace's continued fraction with 60 digits. */
    @Test
    void logarithmsOfTailsAreExact() {
        assertEquals(-0.6931471805599453, LogNormalCdf.of(0), 1e-15);
        assertEquals(-1.8410216450092636, LogNormalCdf.of(-1), 1e-14);
        assertEquals(-0.17275377902344988, LogNormalCdf.of(1), 1e-15);
        assertEquals(-53.23128515051247, LogNormalCdf.of(-10), 1e-12);
        assertEquals(-804.6084420137538, LogNormalCdf.of(-40), 1e-10);
        for (double a = -30; a <= 0; a += 0.37) assertEquals(a, LogNormalCdf.inverse(LogNormalCdf.of(a)), 1e-11);
    }
}
