package bayesflow4j.sequential;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bayesflow4j.head.Normals;
import bayesflow4j.numeric.Cholesky;
import org.junit.jupiter.api.Test;

class CorrectionTest {
    private static final Normals PRIOR = Normals.of(new double[] {0.3, -0.2}, new double[][] {{4, 0.5}, {0.5, 3}});
    private static final Normals PROPOSAL = Normals.of(new double[] {1, 0.4}, new double[][] {{2, 0.3}, {0.3, 1.5}});

    /** q · prior / proposal at several points: the ratio to the result is the same constant. */
    @Test
    void theResultIsTheProductUpToAConstant() {
        Normals q = new Normals(new double[] {0.3, 0.7}, new double[][] {{0.5, 0.1}, {1.5, 0.6}}, new double[][][] {
            {{3, 0.4}, {0.4, 2}}, {{2, -0.3}, {-0.3, 4}}
        });
        Correction corrected = Correction.of(q, PROPOSAL, PRIOR);
        assertEquals(0, corrected.narrowed());
        double[] constants = new double[4];
        double[][] points = {{0, 0}, {1, 1}, {-2, 0.5}, {3, -1}};
        for (int i = 0; i < points.length; i++)
            constants[i] = q.logDensity(points[i])
                    + PRIOR.logDensity(points[i])
                    - PROPOSAL.logDensity(points[i])
                    - corrected.mixture().logDensity(points[i]);
        for (double constant : constants) assertEquals(constants[0], constant, 1e-9);
    }

    /** A component that is wider than the proposal in one direction and much narrower in the other. */
    @Test
    void aDirectionWiderThanTheProposalIsBoundedAndTheOtherIsNot() {
        Normals proposal = Normals.of(new double[] {1, 0.4}, new double[][] {{2, 0}, {0, 1.5}});
        Normals flat = Normals.of(new double[] {0, 0}, new double[][] {{1e9, 0}, {0, 1e9}});
        Normals q = Normals.of(new double[] {0.9, 0}, new double[][] {{8, 0}, {0, 0.1}});
        Correction corrected = Correction.of(q, proposal, flat);
        assertEquals(1, corrected.narrowed());
        double[][] covariance = Cholesky.of(corrected.mixture().precisions()[0]).inverse();
        assertEquals(4 * 2, covariance[0][0], 1e-6);
        assertEquals(1 / (1 / 0.1 - 1 / 1.5), covariance[1][1], 1e-6);
        assertEquals(0, covariance[0][1], 1e-9);
        assertEquals(0.9 - 0.1 / 0.25, corrected.mixture().means()[0][0], 1e-6);
    }
}
