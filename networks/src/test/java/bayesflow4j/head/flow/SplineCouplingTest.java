package bayesflow4j.head.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Laws;
import bayesflow4j.engine.layer.Numbers;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Weights;
import bayesflow4j.head.HeadDesign;
import bayesflow4j.head.HiddenLayers;
import java.util.Arrays;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class SplineCouplingTest {
    private static final int CONDITION = 3;
    private static final SplineHead LINE = new SplineHead(1, 4, HiddenLayers.of(3), false);
    private static final SplineHead CUBE = LINE.withQuantiles(true);

    abstract static class Spline extends BijectionLaws {
        private final int width;
        private final SplineHead design;

        Spline(int width, SplineHead design) {
            this.width = width;
            this.design = design;
        }

        @Override
        ConditionalBijection bijection(Layout layout) {
            return new SplineCoupling(layout, "a", width, CONDITION, design);
        }

        @Override
        double[] formula(Numbers w, double[] x, double[] c) {
            return coupling(w, x, c, design);
        }

        @Test
        void itBeginsAsTheIdentity() {
            Layout layout = new Layout();
            ConditionalBijection coupling = bijection(layout);
            Weights weights = Weights.initial(layout, Laws.random(1));
            float[] x = Laws.normal(width, 1, Laws.random(2));
            float[] logDet = new float[1];
            Block z = coupling.pass(Memory.forEvaluation(Kernels.best(), weights))
                    .given(Block.of(new float[] {1, -2, 3}, 1, 1, CONDITION))
                    .forward(Block.of(x, 1, 1, width), logDet);
            for (int j = 0; j < width; j++) assertEquals(x[j], z.data()[z.at(0, 0) + j], 1e-6);
            assertEquals(0, logDet[0], 1e-6);
        }

        /** The edges stay where they are, and nothing inside leaves. */
        @Test
        void itMapsTheBoxOntoItself() {
            Layout layout = new Layout();
            ConditionalBijection coupling = bijection(layout);
            Memory memory = Memory.forEvaluation(Kernels.best(), Laws.randomWeights(layout, 3));
            float bound = design.quantiles() ? HeadDesign.QUANTILE_BOUND : 5;
            float[] x = new float[41 * width];
            for (int i = 0; i < x.length; i++) x[i] = bound * ((i / width - 20) / 20f);
            Block z = coupling.pass(memory)
                    .given(Block.of(new float[] {1, -2, 3}, 1, 1, CONDITION))
                    .forward(Block.of(x, 1, 41, width), new float[41]);
            for (int j = 0; j < width; j++) {
                assertEquals(-bound, z.data()[z.at(0, 0) + j], 1e-6 * bound);
                assertEquals(bound, z.data()[z.at(0, 40) + j], 1e-6 * bound);
                for (int n = 0; n < 41; n++) assertTrue(Math.abs(z.data()[z.at(0, n) + j]) <= bound * (1 + 1e-6f));
            }
        }
    }

    @Nested
    class OneParameter extends Spline {
        OneParameter() {
            super(1, LINE);
        }
    }

    @Nested
    class TwoParameters extends Spline {
        TwoParameters() {
            super(2, LINE);
        }
    }

    @Nested
    class AnOddNumberOfParameters extends Spline {
        AnOddNumberOfParameters() {
            super(5, LINE);
        }
    }

    @Nested
    class OneQuantile extends Spline {
        OneQuantile() {
            super(1, CUBE);
        }
    }

    @Nested
    class ThreeQuantiles extends Spline {
        ThreeQuantiles() {
            super(3, CUBE);
        }
    }

    @Nested
    class MoreThanAVector extends Spline {
        MoreThanAVector() {
            super(18, CUBE);
        }
    }

    /** z and after it the log-determinant. */
    private static double[] coupling(Numbers w, double[] x, double[] c, SplineHead design) {
        int split = x.length / 2;
        double[] z = x.clone();
        double logDet = 0;
        if (split > 0) logDet += half(w, "a.c1", Arrays.copyOfRange(x, split, x.length), c, z, 0, split, design);
        double[] seen = split > 0 ? Arrays.copyOf(z, split) : new double[1];
        logDet += half(w, "a.c2", seen, c, z, split, x.length, design);
        double[] all = Arrays.copyOf(z, x.length + 1);
        all[x.length] = logDet;
        return all;
    }

    private static double half(
            Numbers w, String name, double[] seen, double[] c, double[] z, int from, int to, SplineHead design) {
        double[] given = w.affine(name + ".condition.kernel", name + ".0.bias", c);
        double[] out = w.mlp(name, 2, Activation.ELU, Activation.LINEAR, seen, given);
        int elements = to - from;
        double sum = 0;
        for (int j = 0; j < elements; j++) {
            double[] own = new double[out.length / elements];
            for (int k = 0; k < own.length; k++) own[k] = Math.exp(6 / Math.PI * Math.atan(out[k * elements + j] / 3));
            double[] image = spline(own, z[from + j], design);
            z[from + j] = image[0];
            sum += image[1];
        }
        return sum;
    }

    /** y and log dy/dx by equations 4 and 5 of Durkan et al. (2019), from knots that are all computed first. */
    private static double[] spline(double[] e, double x, SplineHead design) {
        int bins = design.bins();
        double bound = design.quantiles() ? HeadDesign.QUANTILE_BOUND : 5;
        if (Math.abs(x) > bound) return new double[] {x, 0};
        double[] xs = knots(Arrays.copyOf(e, bins), bound);
        double[] ys = knots(Arrays.copyOfRange(e, bins, 2 * bins), bound);
        double[] slopes = new double[bins + 1];
        for (int k = 0; k <= bins; k++) {
            if (design.quantiles()) slopes[k] = e[2 * bins + k];
            else slopes[k] = k == 0 || k == bins ? 1 : e[2 * bins + k - 1];
        }
        int k = 0;
        while (k < bins - 1 && x > xs[k + 1]) k++;
        double s = (ys[k + 1] - ys[k]) / (xs[k + 1] - xs[k]);
        double xi = (x - xs[k]) / (xs[k + 1] - xs[k]);
        double both = xi * (1 - xi);
        double bottom = s + (slopes[k + 1] + slopes[k] - 2 * s) * both;
        double y = ys[k] + (ys[k + 1] - ys[k]) * (s * xi * xi + slopes[k] * both) / bottom;
        double slope = s * s * (slopes[k + 1] * xi * xi + 2 * s * both + slopes[k] * (1 - xi) * (1 - xi));
        return new double[] {y, Math.log(slope / (bottom * bottom))};
    }

    private static double[] knots(double[] e, double bound) {
        double sum = Arrays.stream(e).sum();
        double[] knots = new double[e.length + 1];
        knots[0] = -bound;
        for (int k = 0; k < e.length; k++)
            knots[k + 1] = knots[k] + 2 * bound * (0.001 + (1 - 0.001 * e.length) * e[k] / sum);
        return knots;
    }
}
