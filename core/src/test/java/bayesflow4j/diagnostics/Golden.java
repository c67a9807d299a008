package bayesflow4j.diagnostics;

import bayesflow4j.posterior.Draws;
import java.util.ArrayList;
import java.util.List;

/**
 * Numbers that any language can make again, for values computed elsewhere: h(a, b, c) is the fraction of 43758.5453
 * sin(12.9898 a + 78.233 b + 37.719 c); the truths are 4 h(k, −1, 0) − 2 and h(k, −1, 1), the draws 0.8 truth + h(k, l, j) −
 * 0.4, for 40 data sets and 50 draws.
 */
final class Golden {
    static final List<String> PARAMETERS = List.of("a", "b");

    private Golden() {}

    static double h(double a, double b, double c) {
        double v = Math.sin(12.9898 * a + 78.233 * b + 37.719 * c) * 43758.5453;
        return v - Math.floor(v);
    }

    static Recovery recovery() {
        double[][] truth = new double[40][];
        List<Draws> draws = new ArrayList<>();
        for (int k = 0; k < truth.length; k++) {
            truth[k] = new double[] {4 * h(k, -1, 0) - 2, h(k, -1, 1)};
            double[][] rows = new double[50][2];
            for (int l = 0; l < rows.length; l++)
                for (int j = 0; j < 2; j++) rows[l][j] = 0.8 * truth[k][j] + h(k, l, j) - 0.4;
            draws.add(Draws.of(PARAMETERS, rows));
        }
        return Recovery.of(PARAMETERS, truth, draws);
    }
}
