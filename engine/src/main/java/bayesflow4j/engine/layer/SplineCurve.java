package bayesflow4j.engine.layer;

/**
 * An increasing rational-quadratic spline of [−B, B] onto itself (Durkan et al. 2019): K bins of given widths and
 * heights, with given slopes at the knots. Outside of [−B, B] it is the identity. One object is reused for many splines.
 *
 * <p>A spline is read from positive numbers e that lie {@code step} apart: K shares of the widths, K of the heights, and
 * the slopes, all relative to their start, a spline of e = 1 being the identity. Slopes at ±B are 1 where the spline has
 * tails, so that it is smooth there, and numbers of their own otherwise.
 */
final class SplineCurve {
    /** The narrowest bin, as a share of [−B, B]: narrower ones lose precision. */
    private static final double LEAST_SHARE = 1e-3;

    private final int bins;
    private final double bound;
    private final boolean tails;
    private final double room;
    private final double[] dWidths;
    private final double[] dHeights;
    private double widthSum;
    private double heightSum;
    private int bin;
    private double x0;
    private double y0;
    private double width;
    private double height;
    private double slope0;
    private double slope1;
    private double xi;

    SplineCurve(int bins, double bound, boolean tails) {
        this.bins = bins;
        this.bound = bound;
        this.tails = tails;
        this.room = 1 - LEAST_SHARE * bins;
        this.dWidths = new double[bins];
        this.dHeights = new double[bins];
    }

    /** How many numbers one spline is read from. */
    static int numbers(int bins, boolean tails) {
        return 3 * bins + (tails ? -1 : 1);
    }

    boolean contains(double value) {
        return value >= -bound && value <= bound;
    }

    /** Goes to the point with this x. */
    void atX(float[] e, int at, int step, double x) {
        locate(e, at, step, x, true);
        xi = Math.clamp((x - x0) / width, 0, 1);
    }

    /** Goes to the point with this y. */
    void atY(float[] e, int at, int step, double y) {
        locate(e, at, step, y, false);
        double s = height / width;
        double rise = Math.clamp(y - y0, 0, height);
        double bend = rise * (slope0 + slope1 - 2 * s);
        double a = height * (s - slope0) + bend;
        double b = height * slope0 - bend;
        double c = -s * rise;
        // The root that does not cancel; rounding may leave a discriminant just below zero.
        xi = Math.clamp(2 * c / (-b - Math.sqrt(Math.max(0, b * b - 4 * a * c))), 0, 1);
    }

    private void locate(float[] e, int at, int step, double value, boolean isX) {
        int heights = at + bins * step;
        widthSum = 0;
        heightSum = 0;
        for (int k = 0; k < bins; k++) {
            widthSum += e[at + k * step];
            heightSum += e[heights + k * step];
        }
        double x = -bound;
        double y = -bound;
        for (bin = 0; ; bin++) {
            width = size(e[at + bin * step], widthSum);
            height = size(e[heights + bin * step], heightSum);
            if (bin == bins - 1 || (isX ? value < x + width : value < y + height)) break;
            x += width;
            y += height;
        }
        x0 = x;
        y0 = y;
        slope0 = slope(e, at, step, bin);
        slope1 = slope(e, at, step, bin + 1);
    }

    private double size(double share, double sum) {
        return 2 * bound * (LEAST_SHARE + room * share / sum);
    }

    private double slope(float[] e, int at, int step, int knot) {
        if (tails) return knot == 0 || knot == bins ? 1 : e[at + (2 * bins + knot - 1) * step];
        return e[at + (2 * bins + knot) * step];
    }

    double x() {
        return x0 + xi * width;
    }

    double y() {
        double s = height / width;
        double q = xi * (1 - xi);
        return y0 + height * (s * xi * xi + slope0 * q) / (s + (slope0 + slope1 - 2 * s) * q);
    }

    /** log dy/dx. */
    double logSlope() {
        double s = height / width;
        double q = xi * (1 - xi);
        double root = s / (s + (slope0 + slope1 - 2 * s) * q);
        return StrictMath.log(root * root * (slope1 * xi * xi + 2 * s * q + slope0 * (1 - xi) * (1 - xi)));
    }

    /**
     * From ∂loss/∂y and ∂loss/∂logSlope at the current point, writes ∂loss/∂log e to {@code d}, which is as far apart as
     * e is; returns ∂loss/∂x.
     */
    double backward(float[] e, int at, int step, double dy, double dLogSlope, float[] d) {
        double s = height / width;
        double q = xi * (1 - xi);
        double turn = 1 - 2 * xi;
        double bottom = s + (slope0 + slope1 - 2 * s) * q;
        double ratio = (s * xi * xi + slope0 * q) / bottom;
        double top = slope1 * xi * xi + 2 * s * q + slope0 * (1 - xi) * (1 - xi);
        double toTop = dLogSlope / top;
        double toRatio = dy * height / bottom;
        double toBottom = -toRatio * ratio - 2 * dLogSlope / bottom;
        double toXi = toRatio * (2 * s * xi + slope0 * turn)
                + toBottom * (slope0 + slope1 - 2 * s) * turn
                + toTop * 2 * (slope1 * xi + s * turn - slope0 * (1 - xi));
        double toS = toRatio * xi * xi + toBottom * (1 - 2 * q) + toTop * 2 * q + 2 * dLogSlope / s;
        double dx = toXi / width;
        for (int k = 0; k < bins; k++) {
            dWidths[k] = k < bin ? -dx : 0;
            dHeights[k] = k < bin ? dy : 0;
        }
        dWidths[bin] = -(toS * s + toXi * xi) / width;
        dHeights[bin] = dy * ratio + toS / width;
        share(e, at, step, dWidths, widthSum, d);
        share(e, at + bins * step, step, dHeights, heightSum, d);
        int slopes = at + 2 * bins * step;
        for (int k = 0; k < numbers(bins, tails) - 2 * bins; k++) d[slopes + k * step] = 0;
        toSlope(e, slopes, step, bin, toRatio * q + toBottom * q + toTop * (1 - xi) * (1 - xi), d);
        toSlope(e, slopes, step, bin + 1, toBottom * q + toTop * xi * xi, d);
        return dx;
    }

    private void share(float[] e, int at, int step, double[] dSizes, double sum, float[] d) {
        double mean = 0;
        for (int k = 0; k < bins; k++) mean += dSizes[k] * e[at + k * step];
        mean /= sum;
        double factor = 2 * bound * room / sum;
        for (int k = 0; k < bins; k++) d[at + k * step] = (float) (factor * e[at + k * step] * (dSizes[k] - mean));
    }

    private void toSlope(float[] e, int at, int step, int knot, double dSlope, float[] d) {
        int index = tails ? knot - 1 : knot;
        if (tails && (knot == 0 || knot == bins)) return;
        d[at + index * step] = (float) (dSlope * e[at + index * step]);
    }
}
