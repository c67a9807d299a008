package bayesflow4j.head.categorical;

import bayesflow4j.numeric.Cholesky;
import bayesflow4j.random.RandomOrder;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Changes βₖ·φₖ(x) of the logits of one trained classifier that lower its loss on held-out data sets, solved to the end by Newton's
 * method. Training moves log-odds away from zero until its budget is used; a refit is free to go as far as other simulations allow.
 * How far it goes, and how far refits on random halves of the data sets are apart, is what training left open.
 *
 * <p>Features φ are standardized, and a weak normal prior of β keeps changes finite where no data set contradicts.
 */
public final class Refit {
    /** 1/25: the prior's standard deviation of each coefficient is 5. */
    private static final double PRECISION = 0.04;

    private static final int MOST_STEPS = 30;
    private static final double TOLERANCE = 1e-8;

    /** A feature that varies by less than this share of its mean is constant. */
    private static final double ROUNDING = 1e-6;

    private final double[][] logits;
    private final double[][][] features;
    private final int[] labels;
    private final int classes;
    private final int width;
    private final double[] mean;
    private final double[] deviation;

    /**
     * For K held-out data sets.
     *
     * @param logits of the trained classifier [K][D]
     * @param features of each class [K][D][P], see {@link CategoricalHead.Evaluation#features}; the last is 1
     * @param labels the class of each data set [K]
     */
    public Refit(double[][] logits, double[][][] features, int[] labels) {
        if (labels.length == 0 || logits.length != labels.length || features.length != labels.length)
            throw new IllegalArgumentException(
                    "labels: expected one for each of " + logits.length + " data sets, got " + labels.length);
        this.logits = logits;
        this.labels = labels;
        classes = features[0].length;
        width = features[0][0].length;
        mean = new double[width];
        deviation = new double[width];
        standardize(features);
        this.features = Arrays.stream(features)
                .map(set -> Arrays.stream(set).map(this::standardized).toArray(double[][]::new))
                .toArray(double[][][]::new);
    }

    private void standardize(double[][][] raw) {
        double count = (double) raw.length * classes;
        for (double[][] set : raw) for (double[] row : set) for (int p = 0; p < width; p++) mean[p] += row[p] / count;
        for (double[][] set : raw)
            for (double[] row : set)
                for (int p = 0; p < width; p++) deviation[p] += (row[p] - mean[p]) * (row[p] - mean[p]) / count;
        for (int p = 0; p < width; p++) {
            double root = Math.sqrt(deviation[p]);
            deviation[p] = root > ROUNDING * Math.abs(mean[p]) ? root : 1;
        }
        mean[width - 1] = 0;
    }

    private double[] standardized(double[] row) {
        double[] z = new double[width];
        for (int p = 0; p < width; p++) z[p] = (row[p] - mean[p]) / deviation[p];
        return z;
    }

    /**
     * Coefficients [D][P] of features as they are given, fitted to a random half of the data sets of each class, each counted
     * twice. A half of all would have other shares of the classes, which is no error of the classifier.
     *
     * @param goOn called before each step of Newton's method; what it throws ends the fit
     */
    public double[][] draw(Seed seed, Runnable goOn) {
        double[] beta = solve(half(seed.stream(0)), goOn);
        double[][] coefficients = new double[classes][width];
        for (int k = 0; k < classes; k++)
            for (int p = 0; p < width; p++) {
                double slope = beta[k * width + p] / deviation[p];
                coefficients[k][p] += slope;
                coefficients[k][width - 1] -= slope * mean[p];
            }
        // In a file they are floats, and must not be other ones here.
        for (double[] row : coefficients) for (int p = 0; p < width; p++) row[p] = (float) row[p];
        return coefficients;
    }

    /** Of an odd number of data sets of a class, the odd one is in as often as out. */
    private int[] half(RandomGenerator rng) {
        return IntStream.range(0, classes)
                .flatMap(k -> {
                    int[] own = IntStream.range(0, labels.length)
                            .filter(m -> labels[m] == k)
                            .toArray();
                    int[] order = RandomOrder.of(own.length, rng);
                    int taken = (own.length + (rng.nextBoolean() ? 1 : 0)) / 2;
                    return IntStream.range(0, taken).map(i -> own[order[i]]);
                })
                .sorted()
                .toArray();
    }

    private double[] solve(int[] sets, Runnable goOn) {
        double[] beta = new double[classes * width];
        double value = value(sets, beta);
        for (int step = 0; step < MOST_STEPS; step++) {
            goOn.run();
            double[] gradient = new double[beta.length];
            double[][] curvature = new double[beta.length][beta.length];
            for (int i = 0; i < beta.length; i++) {
                gradient[i] = PRECISION * beta[i];
                curvature[i][i] = PRECISION;
            }
            for (int m : sets) differentiate(m, beta, gradient, curvature);
            double[] direction = Cholesky.of(curvature).solve(gradient);
            double before = value;
            for (double share = 1; share > 1e-6 && value >= before; share /= 2) {
                double[] next = beta.clone();
                for (int i = 0; i < next.length; i++) next[i] -= share * direction[i];
                double lower = value(sets, next);
                if (lower < value) {
                    value = lower;
                    beta = next;
                }
            }
            if (before - value <= TOLERANCE * before) break;
        }
        return beta;
    }

    /** Half the log-odds of class k against the true class of data set m. */
    private double half(int m, int k, double[] beta) {
        int y = labels[m];
        return (logits[m][k] - logits[m][y] + change(m, k, beta) - change(m, y, beta)) / 2;
    }

    private double change(int m, int k, double[] beta) {
        double sum = 0;
        for (int p = 0; p < width; p++) sum += beta[k * width + p] * features[m][k][p];
        return sum;
    }

    private double value(int[] sets, double[] beta) {
        double sum = 0;
        for (double b : beta) sum += PRECISION * b * b / 2;
        for (int m : sets)
            for (int k = 0; k < classes; k++) if (k != labels[m]) sum += 2 * PairLoss.value(half(m, k, beta));
        return sum;
    }

    /** Adds the gradient of a data set, and its curvature on and below the diagonal. */
    private void differentiate(int m, double[] beta, double[] gradient, double[][] curvature) {
        int y = labels[m];
        for (int k = 0; k < classes; k++) {
            if (k == y) continue;
            double half = half(m, k, beta);
            double slope = PairLoss.slope(half);
            double bend = PairLoss.curvature(half) / 2;
            for (int i = 0; i < width; i++) {
                gradient[k * width + i] += slope * features[m][k][i];
                gradient[y * width + i] -= slope * features[m][y][i];
            }
            addProducts(m, k, k, bend, curvature);
            addProducts(m, y, y, bend, curvature);
            addProducts(m, Math.max(k, y), Math.min(k, y), -bend, curvature);
        }
    }

    private void addProducts(int m, int a, int b, double factor, double[][] curvature) {
        for (int i = 0; i < width; i++) {
            double left = factor * features[m][a][i];
            double[] row = curvature[a * width + i];
            for (int j = 0; j < width; j++) row[b * width + j] += left * features[m][b][j];
        }
    }
}
