package bayesflow4j.experiments;

import bayesflow4j.engine.layer.Mlp;
import bayesflow4j.engine.layer.MlpPass;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;

/**
 * A step of what the authors took for an inverse autoregressive flow: z ← g z + (1 − g) m with g = sigmoid(s), where a network
 * with one hidden layer of ELUs computes m and s from z [L], a context [L] and the summary [S]. It is dense, so each output sees
 * all of z, and all its weights start at one: with large positive inputs every gate is open and the step changes nothing. The
 * weights are ones plus linear maps that start at zero.
 */
record DenseStep(Mlp hidden, Mlp outputs) {
    /** What the authors added to a gate before its logarithm. */
    private static final double TINY = 1e-8;

    /** A step whose weights are placed in the layout under this name. */
    static DenseStep of(Layout layout, String name, int latents, int condition, int width) {
        return new DenseStep(
                Mlp.linear(layout, name + ".hidden", 2 * latents, condition, width),
                Mlp.linear(layout, name + ".outputs", width, 0, 2 * latents));
    }

    /** The step and its gradient on one worker's memory. */
    Pass pass(Memory memory) {
        return new Pass(this, memory);
    }

    /** One evaluation on rows of doubles, then its gradient. */
    static final class Pass {
        private final int latents;
        private final int width;
        private final MlpPass hidden;
        private final MlpPass outputs;
        private final Rows inputRows;
        private final Rows hiddenRows;
        private final Rows outputRows;
        private double[] from = new double[0];
        private double[] activated = new double[0];
        private double[] shifts = new double[0];
        private double[] gates = new double[0];

        private Pass(DenseStep step, Memory memory) {
            latents = step.hidden.in() / 2;
            width = step.hidden.out();
            hidden = step.hidden.pass(memory);
            outputs = step.outputs.pass(memory);
            inputRows = new Rows(2 * latents);
            hiddenRows = new Rows(width);
            outputRows = new Rows(2 * latents);
        }

        /** The next z [M, L] from z [M, L], the context [M, L] and the summary [M, 1, S]. */
        double[] forward(double[] z, double[] context, Block summary) {
            from = z;
            activated = Rows.read(hidden.given(summary).forward(inputRows.sets(beside(z, context))));
            double[] ones = sums(beside(z, context), 2 * latents);
            double[] ofSummary = sums(Rows.read(summary), summary.width());
            for (int i = 0; i < activated.length; i++)
                activated[i] = elu(activated[i] + ones[i / width] + ofSummary[i / width]);
            double[] result = Rows.read(outputs.forward(hiddenRows.sets(activated)));
            ones = sums(activated, width);
            shifts = new double[z.length];
            gates = new double[z.length];
            double[] next = new double[z.length];
            for (int i = 0; i < z.length; i++) {
                int at = i / latents * 2 * latents + i % latents;
                shifts[i] = result[at] + ones[i / latents];
                gates[i] = 1 / (1 + StrictMath.exp(-result[at + latents] - ones[i / latents]));
                next[i] = gates[i] * z[i] + (1 - gates[i]) * shifts[i];
            }
            return next;
        }

        /** Σ log g over all rows, which would be the log-determinant if the network were autoregressive. */
        double logGates() {
            double sum = 0;
            for (double gate : gates) sum += StrictMath.log(gate + TINY);
            return sum;
        }

        /**
         * The gradient of a loss less {@code share} times {@link #logGates}.
         *
         * @param dz ∂loss/∂z of the step's result [M, L]; becomes that of its argument
         * @param dContext is added to
         */
        void backward(double share, double[] dz, double[] dContext, Block dSummary) {
            double[] dOutputs = new double[2 * dz.length];
            for (int i = 0; i < dz.length; i++) {
                int at = i / latents * 2 * latents + i % latents;
                double g = gates[i];
                dOutputs[at] = dz[i] * (1 - g);
                dOutputs[at + latents] = (dz[i] * (from[i] - shifts[i]) - share / (g + TINY)) * g * (1 - g);
                dz[i] *= g;
            }
            double[] dInputs = toInputs(dOutputs, dSummary);
            for (int i = 0; i < dz.length; i++) {
                int at = i / latents * 2 * latents + i % latents;
                dz[i] += dInputs[at];
                dContext[i] += dInputs[at + latents];
            }
        }

        private double[] toInputs(double[] dOutputs, Block dSummary) {
            double[] dHidden = Rows.read(outputs.backward(outputRows.sets(dOutputs)));
            double[] ones = sums(dOutputs, 2 * latents);
            for (int i = 0; i < dHidden.length; i++)
                dHidden[i] = (dHidden[i] + ones[i / width]) * (activated[i] > 0 ? 1 : activated[i] + 1);
            double[] dInputs = Rows.read(hidden.backward(hiddenRows.sets(dHidden)));
            hidden.addConditionGradient(dSummary);
            ones = sums(dHidden, width);
            for (int i = 0; i < dInputs.length; i++) dInputs[i] += ones[i / (2 * latents)];
            for (int m = 0; m < dSummary.sets(); m++)
                for (int k = 0; k < dSummary.width(); k++) dSummary.data()[dSummary.at(m, 0) + k] += (float) ones[m];
            return dInputs;
        }

        private double[] beside(double[] z, double[] context) {
            double[] both = new double[2 * z.length];
            for (int i = 0; i < z.length; i++) {
                int at = i / latents * 2 * latents + i % latents;
                both[at] = z[i];
                both[at + latents] = context[i];
            }
            return both;
        }

        private static double elu(double x) {
            return x > 0 ? x : StrictMath.expm1(x);
        }

        private static double[] sums(double[] values, int width) {
            double[] sums = new double[values.length / width];
            for (int i = 0; i < values.length; i++) sums[i / width] += values[i];
            return sums;
        }
    }
}
