package bayesflow4j.models;

import bayesflow4j.model.Column;
import bayesflow4j.model.HandMadeStatistics;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Scaling;
import java.util.ArrayList;
import java.util.List;

/**
 * The 28 statistics of response times in two conditions, as the paper's authors computed them for SNPE: of each of the four
 * distributions (condition 0 upper and lower, condition 1 upper and lower, lower times made positive) the mean and the central
 * moments 2 to 6, and its share of the trials.
 */
final class ResponseTimeStatistics {
    private static final List<String> PARTS = List.of("c0_upper", "c0_lower", "c1_upper", "c1_lower");
    private static final int MOMENTS = 6;

    /** The mean of a distribution without trials. */
    private static final double EMPTY_MEAN = -1;

    static final HandMadeStatistics ALL = new HandMadeStatistics(columns(), ResponseTimeStatistics::of);

    private ResponseTimeStatistics() {}

    /** Moments span orders of magnitude, and more so the higher they are. */
    private static List<Column> columns() {
        List<Column> columns = new ArrayList<>();
        for (String part : PARTS) columns.add(new Column(part + "_mean"));
        for (String part : PARTS)
            for (int k = 2; k <= MOMENTS; k++)
                columns.add(new Column(part + "_moment_" + k, Scaling.asinh(Math.pow(0.1, k))));
        for (String part : PARTS) columns.add(new Column(part + "_share"));
        return columns;
    }

    private static double[] of(Observations x) {
        double[] statistics = new double[PARTS.size() * (MOMENTS + 1)];
        for (int part = 0; part < PARTS.size(); part++) {
            double[] moments = moments(x, part / 2, part % 2 == 0);
            statistics[part] = moments[1];
            for (int k = 2; k <= MOMENTS; k++) statistics[PARTS.size() + part * (MOMENTS - 1) + k - 2] = moments[k];
            statistics[PARTS.size() * MOMENTS + part] = moments[0];
        }
        return statistics;
    }

    /** The share of trials, their mean, and central moments from the second on [7]. */
    private static double[] moments(Observations x, int column, boolean upper) {
        double[] moments = new double[MOMENTS + 1];
        int count = 0;
        double sum = 0;
        for (int n = 0; n < x.count(); n++) {
            if (x.at(n, column) > 0 != upper) continue;
            count++;
            sum += Math.abs(x.at(n, column));
        }
        moments[0] = (double) count / x.count();
        moments[1] = count == 0 ? EMPTY_MEAN : sum / count;
        for (int n = 0; n < x.count() && count > 0; n++) {
            if (x.at(n, column) > 0 != upper) continue;
            double off = Math.abs(x.at(n, column)) - moments[1];
            double power = off;
            for (int k = 2; k <= MOMENTS; k++) {
                power *= off;
                moments[k] += power / count;
            }
        }
        return moments;
    }
}
