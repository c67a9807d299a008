package bayesflow4j.head.autoregressive;

import static bayesflow4j.engine.kernel.Kernels.padded;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.ConditionalLanes;
import bayesflow4j.engine.layer.ConditionalPass;
import bayesflow4j.engine.layer.Lanes;
import bayesflow4j.engine.layer.Made;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Columns;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.head.HiddenLayers;
import bayesflow4j.head.flow.Bijection;
import bayesflow4j.head.flow.ConditionalBijection;
import java.util.Arrays;
import java.util.function.Function;

/**
 * An autoregressive bijection zᵢ = f(xᵢ; aᵢ, bᵢ), whose coefficients (aᵢ, bᵢ) a {@linkplain Made masked network} computes
 * from x₀ … xᵢ₋₁ and the condition. z and the log-determinant take one pass of the network; x takes D, one element each.
 */
public final class MaskedAutoregression implements ConditionalBijection {
    private final int width;
    private final Made network;
    private final Function<Memory, ElementMap> elements;

    private MaskedAutoregression(Made network, Function<Memory, ElementMap> elements) {
        this.width = network.in();
        this.network = network;
        this.elements = elements;
    }

    /**
     * zᵢ = (xᵢ − μᵢ) · exp(−αᵢ) (Papamakarios et al. 2017, equation 4), which begins as the identity.
     *
     * @param clamp the bound of the soft clamp of α
     */
    public static MaskedAutoregression affine(
            Layout layout, String name, int width, int condition, HiddenLayers layers, float clamp) {
        return new MaskedAutoregression(
                layers.masked(layout, name, width, condition, 2), memory -> new ShiftAndScale(memory, width, clamp));
    }

    /**
     * zᵢ = gᵢ xᵢ + (1 − gᵢ) mᵢ, gᵢ = sigmoid(sᵢ), a step of an inverse autoregressive flow (Kingma et al. 2016), which begins
     * with all gates at 0.82 and m = 0.
     */
    public static MaskedAutoregression gated(
            Layout layout, String name, int width, int condition, HiddenLayers layers) {
        return new MaskedAutoregression(layers.masked(layout, name, width, condition, 2), memory -> new Gate(width));
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public int condition() {
        return network.condition();
    }

    @Override
    public Pass pass(Memory memory) {
        return new AutoregressivePass(memory);
    }

    @Override
    public ConditionalLanes inverse(Memory memory) {
        return new AutoregressiveInverse(memory);
    }

    private final class AutoregressiveInverse implements ConditionalLanes, Lanes {
        private final ConditionalLanes lanes;
        private final ElementMap map;
        private final float[] coefficients = new float[padded(2 * width) * ROWS];
        private Lanes given;

        private AutoregressiveInverse(Memory memory) {
            lanes = network.lanes(memory);
            map = elements.apply(memory);
        }

        @Override
        public Lanes given(Block condition) {
            given = lanes.given(condition);
            return this;
        }

        @Override
        public void map(float[] z, int z0, float[] x, int x0) {
            Lanes.require("z", z, z0, width);
            Lanes.require("x", x, x0, width);
            // The network reads elements that are not known yet: their weights are zero, so they need only be finite.
            Arrays.fill(x, x0, x0 + width * ROWS, 0f);
            for (int i = 0; i < width; i++) {
                given.map(x, x0, coefficients, 0);
                int a = i * ROWS;
                int b = (width + i) * ROWS;
                map.inverse(z, z0 + a, coefficients, a, coefficients, b, x, x0 + a, ROWS);
            }
        }
    }

    private final class AutoregressivePass implements Pass, Bijection {
        private final Kernels kernels;
        private final ConditionalPass pass;
        private final ElementMap map;
        private final Columns columns = new Columns();
        private final Buffer images = new Buffer();
        private final Buffer column = new Buffer();
        private final Block image = new Block();
        private bayesflow4j.engine.layer.Pass given;

        private AutoregressivePass(Memory memory) {
            kernels = memory.kernels();
            pass = network.pass(memory);
            map = elements.apply(memory);
        }

        @Override
        public Bijection given(Block condition) {
            given = pass.given(condition);
            return this;
        }

        @Override
        public Block forward(Block x, float[] logDet) {
            Block coefficients = given.forward(x.requireWidth("x", width));
            return map.forward(x, columns.first(coefficients, width), columns.rest(coefficients, width), logDet);
        }

        @Override
        public Block backward(Block dz, float[] dLogDet) {
            Block dx = map.backward(dz, dLogDet);
            Block more = given.backward(columns.join(map.gradientOfA(), map.gradientOfB()));
            kernels.add(more.data(), 0, dx.data(), 0, dx.rows() * dx.rowStride());
            return dx;
        }

        @Override
        public Block inverse(Block z, float[] logDet) {
            z.requireWidth("z", width);
            int stride = padded(width);
            float[] to = images.atLeast(z.rows() * stride);
            Arrays.fill(to, 0, z.rows() * stride, 0f);
            image.show(to, 0, z.sets(), z.length(), width, stride);
            for (int i = 0; i < width; i++) solve(i, z, given.forward(image), to, logDet);
            return image;
        }

        /** Column i of x, from its coefficients. */
        private void solve(int i, Block z, Block coefficients, float[] to, float[] logDet) {
            int rows = z.rows();
            int room = (rows + Lanes.ROWS - 1) / Lanes.ROWS * Lanes.ROWS;
            float[] values = column.atLeast(4 * room);
            for (int row = 0; row < rows; row++) {
                int m = row / z.length();
                int n = row % z.length();
                int at = coefficients.at(m, n);
                values[row] = z.data()[z.at(m, n) + i];
                values[room + row] = coefficients.data()[at + i];
                values[2 * room + row] = coefficients.data()[at + width + i];
            }
            map.inverse(values, 0, values, room, values, 2 * room, values, 3 * room, room);
            for (int row = 0; row < rows; row++) {
                to[row * padded(width) + i] = values[3 * room + row];
                logDet[row] -= values[2 * room + row];
            }
        }

        @Override
        public void addConditionGradient(Block dCondition) {
            pass.addConditionGradient(dCondition);
        }
    }
}
