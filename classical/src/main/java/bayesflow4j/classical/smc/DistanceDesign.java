package bayesflow4j.classical.smc;

import bayesflow4j.classical.Statistics;
import bayesflow4j.diagnostics.KernelSum;
import bayesflow4j.diagnostics.MmdTo;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.model.Observations;
import java.util.ArrayList;
import java.util.List;

/** How distances between data sets are measured. */
@FunctionalInterface
public interface DistanceDesign {
    /** MMD² between the rows of two data sets, with the paper's kernels: for independent rows. */
    DistanceDesign MMD = pilot -> x -> {
        MmdTo mmd = new MmdTo(KernelSum.paper(), x.values(), x.width());
        return y -> mmd.of(y.values());
    };

    /** The sum of the MMD² of each column, where columns are independent of each other. */
    DistanceDesign MMD_OF_COLUMNS = pilot -> x -> {
        List<MmdTo> each = new ArrayList<>();
        for (int c = 0; c < x.width(); c++) each.add(new MmdTo(KernelSum.paper(), column(x, c), 1));
        return y -> {
            double sum = 0;
            for (int c = 0; c < each.size(); c++) sum += each.get(c).of(column(y, c));
            return sum;
        };
    };

    /** Distances whose scales and statistics are settled. */
    @FunctionalInterface
    interface Measure {
        /** The distance from x. */
        Distance from(Observations x);
    }

    /**
     * The measure.
     *
     * @param pilot simulations from the prior, which scales may be estimated from
     */
    Measure of(SimulationTable pilot);

    /** ‖s(x) − s(y)‖, each number divided by its standard deviation in the pilot. */
    static DistanceDesign euclidean(Statistics statistics) {
        return pilot -> {
            double[] sd = deviations(pilot.x().stream().map(statistics::of).toList());
            return x -> {
                double[] center = statistics.of(x);
                return y -> distance(center, statistics.of(y), sd);
            };
        };
    }

    private static double distance(double[] a, double[] b, double[] sd) {
        double sum = 0;
        // A number that is constant in the pilot cannot tell simulations apart.
        for (int j = 0; j < a.length; j++) if (sd[j] > 0) sum += Math.pow((b[j] - a[j]) / sd[j], 2);
        return Math.sqrt(sum);
    }

    private static double[] deviations(List<double[]> rows) {
        double[] sd = new double[rows.getFirst().length];
        for (int j = 0; j < sd.length; j++) {
            int column = j;
            double mean =
                    rows.stream().mapToDouble(row -> row[column]).average().orElseThrow();
            sd[j] = Math.sqrt(rows.stream()
                    .mapToDouble(row -> Math.pow(row[column] - mean, 2))
                    .average()
                    .orElseThrow());
        }
        return sd;
    }

    private static float[] column(Observations x, int c) {
        float[] column = new float[x.count()];
        for (int n = 0; n < column.length; n++) column[n] = x.at(n, c);
        return column;
    }
}
