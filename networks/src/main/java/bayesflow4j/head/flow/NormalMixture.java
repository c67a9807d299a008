package bayesflow4j.head.flow;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Mlp;
import bayesflow4j.engine.layer.MlpPass;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import java.util.Arrays;

/**
 * The bijection for a single parameter, which has no second half to couple with: z = Φ⁻¹(F(x)), where F is the
 * distribution function of a mixture of normals whose weights, means and standard deviations a network computes from
 * the condition. The density of x is exactly that mixture, which may be skewed or have several modes.
 */
public final class NormalMixture implements ConditionalBijection {
    /** Number of components: more than a one-parameter posterior has features. */
    static final int COMPONENTS = 8;

    private final int condition;
    private final Mlp network;

    /** The bijection for a condition of C numbers, its weights placed in the layout under this name. */
    public NormalMixture(Layout layout, String name, int condition, CouplingDesign design) {
        this.condition = condition;
        this.network = new Mlp(
                layout, name, condition, 0, design.widths(3 * COMPONENTS), design.activation(), Activation.LINEAR);
    }

    @Override
    public int width() {
        return 1;
    }

    @Override
    public int condition() {
        return condition;
    }

    @Override
    public Pass pass(Memory memory) {
        return new MixturePass(memory, network.pass(memory));
    }

    private static final class MixturePass implements Pass, Bijection {
        private static final int OUTPUTS = 3 * COMPONENTS;
        private static final int STRIDE = Kernels.padded(OUTPUTS);

        private final Kernels kernels;
        private final MlpPass network;
        private final MixtureCurve curve = new MixtureCurve(COMPONENTS);
        private final Buffer images = new Buffer();
        private final Buffer gradients = new Buffer();
        private final Buffer dOutputs = new Buffer();
        private final Block image = new Block();
        private final Block dx = new Block();
        private final Block dNetwork = new Block();
        private Block outputs = new Block();
        private Block x = new Block();

        private MixturePass(Memory memory, MlpPass network) {
            this.kernels = memory.kernels();
            this.network = network;
        }

        @Override
        public Bijection given(Block condition) {
            outputs = network.forward(condition);
            return this;
        }

        @Override
        public Block forward(Block x, float[] logDet) {
            this.x = x.requireWidth("x", 1);
            float[] to = images.atLeast(x.rows() * 8);
            for (int m = 0; m < x.sets(); m++) {
                curve.shape(outputs.data(), outputs.at(m, 0));
                for (int n = 0; n < x.length(); n++) {
                    int row = m * x.length() + n;
                    curve.at(x.data()[x.at(m, n)]);
                    to[8 * row] = (float) curve.z();
                    logDet[row] += (float) curve.logSlope();
                }
            }
            return image.show(to, 0, x.sets(), x.length(), 1, 8);
        }

        @Override
        public Block inverse(Block z, float[] logDet) {
            z.requireWidth("z", 1);
            float[] to = images.atLeast(z.rows() * 8);
            for (int m = 0; m < z.sets(); m++) {
                curve.shape(outputs.data(), outputs.at(m, 0));
                for (int n = 0; n < z.length(); n++) {
                    int row = m * z.length() + n;
                    to[8 * row] = (float) curve.inverse(z.data()[z.at(m, n)]);
                    logDet[row] -= (float) curve.logSlope();
                }
            }
            return image.show(to, 0, z.sets(), z.length(), 1, 8);
        }

        @Override
        public Block backward(Block dz, float[] dLogDet) {
            float[] to = gradients.atLeast(x.rows() * 8);
            float[] d = dOutputs.atLeast(x.sets() * STRIDE);
            Arrays.fill(d, 0, x.sets() * STRIDE, 0f);
            for (int m = 0; m < x.sets(); m++) {
                curve.shape(outputs.data(), outputs.at(m, 0));
                for (int n = 0; n < x.length(); n++) {
                    int row = m * x.length() + n;
                    curve.at(x.data()[x.at(m, n)]);
                    to[8 * row] = (float) curve.backward(dz.data()[dz.at(m, n)], dLogDet[row], d, m * STRIDE);
                }
            }
            dNetwork.show(d, 0, x.sets(), 1, OUTPUTS, STRIDE);
            return dx.show(to, 0, x.sets(), x.length(), 1, 8);
        }

        @Override
        public void addConditionGradient(Block dCondition) {
            Block more = network.backward(dNetwork);
            for (int m = 0; m < more.sets(); m++)
                kernels.add(more.data(), more.at(m, 0), dCondition.data(), dCondition.at(m, 0), dCondition.rowStride());
        }
    }
}
