package bayesflow4j.report;

import bayesflow4j.diagnostics.Contraction;
import bayesflow4j.diagnostics.Metrics;
import bayesflow4j.diagnostics.Recovery;
import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Inputs for every figure: exact Gaussian posteriors of six parameters, of which one is too narrow and one shifted. */
final class Examples {
    static final List<String> PARAMETERS = List.of("beta1", "sigma", "mu12", "v0", "rho", "u");
    static final Seed SEED = new Seed(7);

    private Examples() {}

    static Recovery recovery(int dataSets, int draws, double noise) {
        double[][] truth = new double[dataSets][PARAMETERS.size()];
        List<Draws> all = new ArrayList<>();
        for (int k = 0; k < dataSets; k++) {
            RandomGenerator rng = SEED.stream(k);
            double[][] rows = new double[draws][truth[k].length];
            for (int j = 0; j < truth[k].length; j++) {
                truth[k][j] = rng.nextGaussian();
                double sd = (j == 5 ? 40 : noise) * (1 + 0.2 * j);
                double x = truth[k][j] + sd * rng.nextGaussian();
                double keep = 1 / (1 + sd * sd);
                double width = Math.sqrt(1 - keep) * (j == 1 ? 0.6 : 1);
                double shift = j == 3 ? 0.6 * width : 0;
                for (double[] row : rows) row[j] = keep * x + shift + width * rng.nextGaussian();
            }
            all.add(Draws.of(PARAMETERS, rows));
        }
        return Recovery.of(PARAMETERS, truth, all);
    }

    static Draws correlated(int width, double spread, int index) {
        RandomGenerator rng = SEED.child("correlated").stream(index);
        double[][] rows = new double[500][width];
        for (double[] row : rows) {
            double shared = rng.nextGaussian();
            for (int j = 0; j < width; j++)
                row[j] = j + spread * (0.8 * (j % 2 == 0 ? shared : -shared) + 0.6 * rng.nextGaussian());
        }
        return Draws.of(PARAMETERS.subList(0, width), rows);
    }

    static List<Figure> figures() {
        Recovery recovery = recovery(300, 200, 0.3);
        List<Figure> figures = new ArrayList<>(CalibrationFigures.all(recovery, SEED));
        figures.add(RecoveryFigures.recovery(recovery));
        figures.add(RecoveryFigures.sensitivity(recovery, Contraction.empirical()));
        Map<String, Draws> both = new LinkedHashMap<>();
        both.put("BayesFlow", correlated(3, 1, 0));
        both.put("exact", correlated(3, 1.3, 1));
        double[] truth = {0.5, 1, 1.5};
        figures.add(PosteriorFigures.marginals(both, Optional.of(correlated(3, 3, 2)), Optional.of(truth)));
        figures.add(PosteriorFigures.pairs(both, Optional.of(truth)));
        figures.add(predictive());
        figures.add(examples());
        figures.add(losses());
        SortedMap<Integer, Metrics> byCount = new TreeMap<>();
        for (int n : new int[] {100, 200, 300, 400, 500})
            byCount.put(n, Metrics.of(recovery(100, 100, 8 / Math.sqrt(n)), SEED));
        figures.add(TrendFigures.metrics(
                "trend",
                "Accuracy against T",
                "T",
                byCount,
                List.of("nrmse", "r2", "calibrationError", "contraction")));
        figures.add(gmm());
        return figures;
    }

    private static Figure predictive() {
        double[] at = IntStream.range(0, 14).mapToDouble(t -> t + 1).toArray();
        double[] boys = {3, 8, 26, 76, 225, 298, 258, 233, 189, 128, 68, 29, 14, 4};
        double[][] simulated = new double[200][14];
        for (int l = 0; l < 200; l++) {
            RandomGenerator rng = SEED.child("predictive").stream(l);
            double scale = Math.exp(0.15 * rng.nextGaussian());
            for (int t = 0; t < 14; t++) simulated[l][t] = scale * boys[t] + 12 * rng.nextGaussian();
        }
        return DataFigures.predictive(
                List.of(new DataFigures.Predicted(new DataFigures.Series("Boys in bed", at, boys), simulated)), "day");
    }

    private static Figure examples() {
        List<List<DataFigures.Series>> sets = new ArrayList<>();
        List<String> titles = new ArrayList<>();
        for (int k = 0; k < 3; k++) {
            RandomGenerator rng = SEED.child("examples").stream(k);
            double rate = 0.5 + rng.nextDouble();
            double[] at = IntStream.range(0, 200).mapToDouble(t -> t).toArray();
            List<DataFigures.Series> series = new ArrayList<>();
            for (String label : List.of("S", "I", "R")) {
                double phase = series.size();
                double[] values = IntStream.range(0, 200)
                        .mapToDouble(t -> Math.sin(rate * t / 15 + phase) + 0.05 * rng.nextGaussian())
                        .toArray();
                series.add(new DataFigures.Series(label, at, values));
            }
            sets.add(series);
            titles.add(String.format(Locale.ROOT, "β = %.2f", rate));
        }
        return DataFigures.examples(sets, titles, "t");
    }

    private static Figure losses() {
        RandomGenerator rng = SEED.child("losses").stream(0);
        double[] steps = IntStream.range(0, 5000).mapToDouble(i -> i).toArray();
        double[] values = IntStream.range(0, 5000)
                .mapToDouble(i -> 3 * Math.exp(-i / 500.0) - 2 + 0.3 * rng.nextGaussian())
                .toArray();
        double[] late = IntStream.range(0, 50).mapToDouble(i -> 100 * i).toArray();
        double[] validation = IntStream.range(0, 50)
                .mapToDouble(i -> 3 * Math.exp(-i / 5.0) - 1.9)
                .toArray();
        return TrainingFigures.losses(List.of(
                new TrainingFigures.Losses("training", steps, values),
                new TrainingFigures.Losses("validation", late, validation)));
    }

    private static Figure gmm() {
        List<DataFigures.Scatter> panels = new ArrayList<>();
        for (int depth = 1; depth <= 3; depth++) {
            List<DataFigures.Cloud> clouds = new ArrayList<>();
            for (int label = 0; label < 4; label++) {
                RandomGenerator rng = SEED.child("gmm").child(depth).stream(label);
                double[] x = new double[80];
                double[] y = new double[80];
                for (int i = 0; i < 80; i++) {
                    double angle = Math.PI / 4 * (label < 3 ? label : 3 + rng.nextInt(5));
                    x[i] = 7.5 * Math.cos(angle) + rng.nextGaussian() * 3.0 / depth;
                    y[i] = 7.5 * Math.sin(angle) + rng.nextGaussian() * 3.0 / depth;
                }
                clouds.add(new DataFigures.Cloud("label " + label, x, y));
            }
            panels.add(new DataFigures.Scatter(depth < 3 ? depth + " ACBs" : "exact", clouds));
        }
        return DataFigures.scatter(
                "gmm", "Posteriors of the Gaussian mixture", "Colors are the observed labels.", panels);
    }
}
