package bayesflow4j.numeric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bayesflow4j.random.Seed;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EigenTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 6, 40})
    void valuesAndVectorsMakeTheMatrix(int n) {
        RandomGenerator rng = new Seed(1).stream(n);
        double[][] a = new double[n][n];
        for (int i = 0; i < n; i++) for (int j = 0; j <= i; j++) a[i][j] = a[j][i] = rng.nextGaussian();
        Eigen eigen = Eigen.of(a);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                double product = 0;
                double unit = 0;
                for (int e = 0; e < n; e++) {
                    product += eigen.values()[e] * eigen.vectors()[e][i] * eigen.vectors()[e][j];
                    unit += eigen.vectors()[i][e] * eigen.vectors()[j][e];
                }
                assertEquals(a[i][j], product, 1e-12 * n);
                assertEquals(i == j ? 1 : 0, unit, 1e-13 * n);
            }
    }

    @Test
    void aDiagonalIsItsOwnValues() {
        Eigen eigen = Eigen.of(new double[][] {{3, 0}, {0, -2}});
        assertEquals(3, eigen.values()[0]);
        assertEquals(-2, eigen.values()[1]);
    }
}
