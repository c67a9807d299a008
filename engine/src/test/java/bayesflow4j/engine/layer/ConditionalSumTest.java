package bayesflow4j.engine.layer;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.memory.Layout;
import org.junit.jupiter.api.Test;

class ConditionalSumTest extends ConditionalLaws {
    private static Mlp network(Layout layout, String name, int... widths) {
        return new Mlp(layout, name, 3, 2, widths, Activation.ELU, Activation.LINEAR);
    }

    @Override
    ConditionalLayer layer(Layout layout) {
        return new ConditionalSum(network(layout, "f", 9, 5), network(layout, "g", 5));
    }

    @Override
    double[] formula(Numbers w, double[] row, double[] condition) {
        double[] f = w.mlp(
                "f", 2, Activation.ELU, Activation.LINEAR, row, w.affine("f.condition.kernel", "f.0.bias", condition));
        double[] g = w.mlp(
                "g", 1, Activation.ELU, Activation.LINEAR, row, w.affine("g.condition.kernel", "g.0.bias", condition));
        for (int j = 0; j < f.length; j++) f[j] += g[j];
        return f;
    }

    @Test
    void otherWidthsAreRefused() {
        Layout layout = new Layout();
        IllegalArgumentException refusal = assertThrows(
                IllegalArgumentException.class,
                () -> new ConditionalSum(network(layout, "f", 5), network(layout, "g", 4)));
        assertTrue(refusal.getMessage().contains("3 and 2 → 4"), refusal.getMessage());
    }
}
