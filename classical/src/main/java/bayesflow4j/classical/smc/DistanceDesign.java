package bayesflow4j.classical.smc;

import bayesflow4j.classical.Statistics;
import bayesflow4j.diagnostics.KernelSum;
import bayesflow4j.diagnostics.MmdTo;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.model.Observations;
import java.util.ArrayList;
import java.util.List;

/** How the distance from an observed data set is made. */
@FunctionalInterface
public interface DistanceDesign {
    /** MMD² between the rows of two data sets, with the paper's kernels: for independent rows. */
    DistanceDesign MMD = (x, pilot) -> {
        MmdTo mmd = new MmdTo(KernelSum.paper(), x.values(), x.width());
        return y -> mmd.of(y.values());
    };

    /** The sum of the MMD² of each column, where columns are independent of each other. */
    DistanceDesign MMD_OF_COLUMNS = (x, pilot) -> {
        List<MmdTo> each = new ArrayList<>();
        for (int c = 0; c < x.width(); c++) each.add(new MmdTo(KernelSum.paper(), column(x, c), 1));
        return y -> {
            double sum = 0;
            for (int c = 0; c < each.size(); c++) sum += each.get(c).of(column(y, c));
            return sum;
        };
    };

    /**
     * The distance from x.
     *
     * @param pilot simulations from the prior, which scales may be estimated from
     */
    Distance from(Observations x, SimulationTable pilot);

    /** ‖s(x) − s(y)‖, each number divided by its standard deviation in the pilot. */
    static DistanceDesign euclidean(Statistics statistics) {
        return (x, pilot) -> {
            double[] center = statistics.of(x);
            double[] sd = deviations(pilot.x().stream().map(statistics::of).toList());
            return y -> {
                double[] s = statistics.of(y);
                double sum = 0;
                // A number that is constant in the pilot cannot tell simulations apart.
                for (int j = 0; j < s.length; j++) if (sd[j] > 0) sum += Math.pow((s[j] - center[j]) / sd[j], 2);
                return Math.sqrt(sum);
            };
        };
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
