package bayesflow4j.classical.abc;

import java.util.Arrays;

/**
 * Some points that lie near each other, and the box that they lie in.
 *
 * @param rows of the table [m]
 * @param values column after column [p, m], so that a loop over points is a loop over neighbors in memory
 * @param low the least of each column [p]
 * @param high the greatest [p]
 */
record PointBlock(int[] rows, float[] values, float[] low, float[] high) {
    static PointBlock of(int width, float[] points, int[] rows) {
        int[] ascending = rows.clone();
        Arrays.sort(ascending);
        float[] values = new float[width * rows.length];
        float[] low = new float[width];
        float[] high = new float[width];
        for (int j = 0; j < width; j++) {
            low[j] = Float.POSITIVE_INFINITY;
            high[j] = Float.NEGATIVE_INFINITY;
            for (int i = 0; i < rows.length; i++) {
                float value = points[ascending[i] * width + j];
                values[j * rows.length + i] = value;
                low[j] = Math.min(low[j], value);
                high[j] = Math.max(high[j], value);
            }
        }
        return new PointBlock(ascending, values, low, high);
    }

    /**
     * The squared distance of the box. Differences, squares and sums round as they do for the points, and rounding keeps
     * order, so no point of the block is computed to be nearer.
     */
    float bound(float[] point) {
        float square = 0;
        for (int j = 0; j < point.length; j++) {
            float gap = Math.max(0, Math.max(low[j] - point[j], point[j] - high[j]));
            square += gap * gap;
        }
        return square;
    }

    /** Offers all points of the block, by their squared distances. */
    void offer(float[] point, float[] squares, Selection selection) {
        int count = rows.length;
        Arrays.fill(squares, 0, count, 0f);
        for (int j = 0; j < point.length; j++) addSquares(point[j], j * count, squares, count);
        selection.offer(squares, rows);
    }

    /** Small and without branches, so that the compiler makes vectors of it. */
    private void addSquares(float center, int begin, float[] squares, int count) {
        for (int i = 0; i < count; i++) {
            float difference = values[begin + i] - center;
            squares[i] += difference * difference;
        }
    }
}
