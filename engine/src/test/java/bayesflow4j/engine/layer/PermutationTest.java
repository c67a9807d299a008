package bayesflow4j.engine.layer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bayesflow4j.engine.memory.Layout;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PermutationTest extends LayerLaws {
    private final Permutation permutation = new Permutation(2, 0, 4, 1, 3);

    @Override
    protected Layer layer(Layout layout) {
        return permutation;
    }

    @Override
    protected double[] formula(Numbers w, double[] x, int sets, int length) {
        return MlpTest.rowByRow(x, 5, row -> new double[] {row[2], row[0], row[4], row[1], row[3]});
    }

    @Test
    void theInverseUndoesIt() {
        for (int j = 0; j < 5; j++)
            assertEquals(j, permutation.source(permutation.inverse().source(j)));
    }

    @Test
    void aColumnTwiceIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> new Permutation(0, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new Permutation(0, 3, 1));
    }

    /** 6000 draws of six equally likely orders: χ² with 5 degrees of freedom exceeds 30 once in 80 000 seeds. */
    @Test
    void allOrdersAreEquallyLikely() {
        Map<String, Integer> counts = new HashMap<>();
        for (int i = 0; i < 6000; i++) {
            Permutation p = Permutation.random(3, Laws.random(i));
            counts.merge("" + p.source(0) + p.source(1) + p.source(2), 1, Integer::sum);
        }
        assertEquals(6, counts.size());
        double chi = counts.values().stream()
                .mapToDouble(n -> (n - 1000.0) * (n - 1000.0) / 1000)
                .sum();
        assertEquals(0, chi, 30);
    }
}
