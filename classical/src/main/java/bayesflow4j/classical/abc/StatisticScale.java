package bayesflow4j.classical.abc;

import bayesflow4j.classical.ReferenceTable;

/**
 * s ↦ (s − mean) / sd, column by column, with the moments of a table; a column that is constant there becomes zero everywhere,
 * as it cannot tell one row from another.
 */
record StatisticScale(double[] mean, double[] sd) {
    static StatisticScale of(ReferenceTable table) {
        double[] mean = new double[table.width()];
        double[] sd = new double[table.width()];
        for (int j = 0; j < mean.length; j++) {
            double sum = 0;
            for (int i = 0; i < table.rows(); i++) sum += table.statistic(i, j);
            mean[j] = sum / table.rows();
            double squares = 0;
            for (int i = 0; i < table.rows(); i++) squares += Math.pow(table.statistic(i, j) - mean[j], 2);
            sd[j] = Math.sqrt(squares / Math.max(1, table.rows() - 1));
        }
        return new StatisticScale(mean, sd);
    }

    float apply(float value, int column) {
        return sd[column] > 0 ? (float) ((value - mean[column]) / sd[column]) : 0;
    }

    float[] apply(float[] row) {
        float[] scaled = new float[row.length];
        for (int j = 0; j < row.length; j++) scaled[j] = apply(row[j], j);
        return scaled;
    }
}
