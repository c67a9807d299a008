package bayesflow4j.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.random.Seed;
import java.util.HashSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** What every prior promises. A subclass says which prior; the laws are checked on its own draws. */
public abstract class PriorLaws {
    private static final Seed SEED = new Seed(11);

    protected abstract Prior prior();

    @Test
    void namesDifferAndEveryParameterIsWritten() {
        Prior prior = prior();
        HashSet<String> names = new HashSet<>();
        prior.parameters().forEach(p -> names.add(p.name()));
        assertEquals(prior.dimension(), names.size());
        assertEquals(prior.dimension(), prior.notation().size());
    }

    @Test
    void theSameStreamGivesTheSameDraw() {
        double[] once = prior().sample(SEED.stream(0));
        double[] twice = prior().sample(SEED.stream(0));
        for (int i = 0; i < once.length; i++) assertEquals(once[i], twice[i]);
    }

    @Test
    void drawsLieInTheSupport() {
        Prior prior = prior();
        RandomGenerator rng = SEED.stream(1);
        for (int l = 0; l < 2000; l++) {
            double[] theta = prior.sample(rng);
            assertTrue(prior.contains(theta));
            assertTrue(Double.isFinite(prior.logDensity(theta)));
            for (int i = 0; i < theta.length; i++)
                assertTrue(prior.parameters().get(i).support().contains(theta[i]), "wider than declared");
        }
    }

    @Test
    void toRealAndBackIsTheIdentity() {
        Prior prior = prior();
        RandomGenerator rng = SEED.stream(2);
        for (int l = 0; l < 500; l++) {
            double[] theta = prior.sample(rng);
            double[] back = prior.fromReal(prior.toReal(theta));
            for (int i = 0; i < theta.length; i++)
                assertEquals(theta[i], back[i], 1e-9 * Math.max(1, Math.abs(theta[i])));
        }
    }

    /** Also far outside of what a trained network would produce. */
    @Test
    void everyRealPointStandsForAParameterInTheSupport() {
        Prior prior = prior();
        RandomGenerator rng = SEED.stream(3);
        for (double spread : new double[] {1, 30, 1000})
            for (int l = 0; l < 500; l++) {
                double[] real = new double[prior.dimension()];
                for (int i = 0; i < real.length; i++) real[i] = spread * rng.nextGaussian();
                assertTrue(prior.contains(prior.fromReal(real)));
            }
    }

    @Test
    void logSlopeIsTheLogDeterminant() {
        Prior prior = prior();
        RandomGenerator rng = SEED.stream(4);
        for (int l = 0; l < 20; l++) {
            double[] theta = prior.sample(rng);
            assertEquals(-logDetOfFromReal(prior, prior.toReal(theta)), prior.logSlope(theta), 1e-4);
        }
    }

    /**
     * Stein's identity: under the density q of the real point r, E[rᵢ ∂ᵢ log q(r)] = −1 for every i. It ties the sampler to the
     * density. Five standard errors: a false alarm once in two million per parameter.
     */
    @Test
    void theDensityBelongsToTheDraws() {
        Prior prior = prior();
        int draws = 10_000;
        int dimension = Math.min(prior.dimension(), 8);
        double[] sum = new double[dimension];
        double[] squares = new double[dimension];
        RandomGenerator rng = SEED.stream(5);
        for (int l = 0; l < draws; l++) {
            double[] real = prior.toReal(prior.sample(rng));
            for (int i = 0; i < dimension; i++) {
                double value = real[i] * slope(prior, real, i);
                sum[i] += value;
                squares[i] += value * value;
            }
        }
        for (int i = 0; i < dimension; i++) {
            double mean = sum[i] / draws;
            double error = Math.sqrt((squares[i] / draws - mean * mean) / draws);
            assertTrue(Math.abs(mean + 1) < 5 * error + 1e-4, "parameter " + i + ": " + mean + " ± " + error);
        }
    }

    private static double slope(Prior prior, double[] real, int i) {
        double h = 1e-4;
        double center = real[i];
        real[i] = center + h;
        double above = logDensityOfReal(prior, real);
        real[i] = center - h;
        double below = logDensityOfReal(prior, real);
        real[i] = center;
        return (above - below) / (2 * h);
    }

    private static double logDensityOfReal(Prior prior, double[] real) {
        double[] theta = prior.fromReal(real);
        return prior.logDensity(theta) - prior.logSlope(theta);
    }

    private static double logDetOfFromReal(Prior prior, double[] real) {
        int dimension = real.length;
        double[][] jacobian = new double[dimension][dimension];
        double h = 1e-5;
        for (int j = 0; j < dimension; j++) {
            double center = real[j];
            real[j] = center + h;
            double[] above = prior.fromReal(real);
            real[j] = center - h;
            double[] below = prior.fromReal(real);
            real[j] = center;
            for (int i = 0; i < dimension; i++) jacobian[i][j] = (above[i] - below[i]) / (2 * h);
        }
        return logAbsDet(jacobian);
    }

    private static double logAbsDet(double[][] a) {
        double log = 0;
        for (int k = 0; k < a.length; k++) {
            int pivot = k;
            for (int i = k; i < a.length; i++) if (Math.abs(a[i][k]) > Math.abs(a[pivot][k])) pivot = i;
            double[] row = a[pivot];
            a[pivot] = a[k];
            a[k] = row;
            log += Math.log(Math.abs(row[k]));
            for (int i = k + 1; i < a.length; i++) {
                double factor = a[i][k] / row[k];
                for (int j = k; j < a.length; j++) a[i][j] -= factor * row[j];
            }
        }
        return log;
    }
}
