package bayesflow4j.diagnostics;

/**
 * k(x, y) = Σ exp(−‖x − y‖² / 2σᵢ) as a function of the squared distance. A table of cubic Hermite pieces, 256 per power of
 * two, is within 1e-10 of the sum and about twenty times faster.
 */
public final class KernelSum {
    private static final double[] PAPER = {
        1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1, 5, 10, 15, 20, 25, 30, 35, 100, 1e3, 1e4, 1e5, 1e6
    };
    /** Pieces per power of two are 2⁸; a piece is found by the exponent and the first 8 bits of the fraction. */
    private static final int PIECE_BITS = 8;

    private static final int SHIFT = 52 - PIECE_BITS;
    private static final int LOWEST_EXPONENT = -64;
    private static final int HIGHEST_EXPONENT = 32;
    private static final long FIRST = Double.doubleToRawLongBits(Math.scalb(1.0, LOWEST_EXPONENT)) >>> SHIFT;

    private final double[] sigmas;
    private final double[] coefficients;

    private KernelSum(double[] sigmas, double[] coefficients) {
        this.sigmas = sigmas;
        this.coefficients = coefficients;
    }

    /** The 19 kernels of the paper's re-simulation error. */
    public static KernelSum paper() {
        return Paper.KERNEL;
    }

    /** Holds the table, which is built on first use. */
    private static final class Paper {
        static final KernelSum KERNEL = of(PAPER);
    }

    /** The sum of the kernels with these σᵢ &gt; 0. */
    public static KernelSum of(double... sigmas) {
        for (double sigma : sigmas)
            if (!(sigma > 0)) throw new IllegalArgumentException("sigma: expected a positive number, got " + sigma);
        double[] own = sigmas.clone();
        int pieces = (HIGHEST_EXPONENT - LOWEST_EXPONENT) << PIECE_BITS;
        double[] coefficients = new double[4 * pieces];
        for (int i = 0; i < pieces; i++) {
            double left = leftEnd(i);
            double width = leftEnd(i + 1) - left;
            double value = sum(own, left);
            double slope = slope(own, left) * width;
            double nextSlope = slope(own, left + width) * width;
            double rise = sum(own, left + width) - value;
            coefficients[4 * i] = value;
            coefficients[4 * i + 1] = slope;
            coefficients[4 * i + 2] = 3 * rise - 2 * slope - nextSlope;
            coefficients[4 * i + 3] = slope + nextSlope - 2 * rise;
        }
        return new KernelSum(own, coefficients);
    }

    private static double leftEnd(long piece) {
        return Double.longBitsToDouble((FIRST + piece) << SHIFT);
    }

    /** k at this squared distance. */
    public double value(double squaredDistance) {
        long bits = Double.doubleToRawLongBits(squaredDistance);
        long piece = (bits >>> SHIFT) - FIRST;
        if (piece < 0 || 4 * piece >= coefficients.length) return sum(sigmas, squaredDistance);
        // The rest of the fraction is the position inside the piece, from 0 to 1.
        double t = (bits & ((1L << SHIFT) - 1)) * 0x1p-44;
        int i = (int) piece * 4;
        return coefficients[i] + t * (coefficients[i + 1] + t * (coefficients[i + 2] + t * coefficients[i + 3]));
    }

    private static double sum(double[] sigmas, double squaredDistance) {
        double sum = 0;
        for (double sigma : sigmas) sum += Math.exp(-squaredDistance / (2 * sigma));
        return sum;
    }

    private static double slope(double[] sigmas, double squaredDistance) {
        double sum = 0;
        for (double sigma : sigmas) sum -= Math.exp(-squaredDistance / (2 * sigma)) / (2 * sigma);
        return sum;
    }
}
