package bayesflow4j.numeric;

/** eˣ at the speed of the hardware's own, but with the same bits on every machine. */
public final class Exp {
    private static final double LOG2_E = 1.4426950408889634;

    /** ln 2 in two parts, the first with 21 zero bits at its end: its product with an exponent is exact. */
    private static final double LN2_HIGH = 0x1.62e42feep-1;

    private static final double LN2_LOW = 1.9082149292705877e-10;

    /** 1.5 · 2⁵²: adding it rounds a small number to an integer, found in the low bits. */
    private static final double ROUNDER = 0x1.8p52;

    /** eʳ on |r| ≤ ½ ln 2: Chebyshev fit, relative error 4e-18 before rounding. */
    private static final double C2 = 0.5000000000000019;

    private static final double C3 = 0.1666666666666668;
    private static final double C4 = 0.0416666666664881;
    private static final double C5 = 0.008333333333319601;
    private static final double C6 = 0.0013888888952314775;
    private static final double C7 = 0.00019841269890047113;
    private static final double C8 = 2.4801485482328494e-05;
    private static final double C9 = 2.755724091857897e-06;
    private static final double C10 = 2.763263963904103e-07;
    private static final double C11 = 2.5110037605963777e-08;

    private Exp() {}

    /** eˣ with an error below one unit in the last place. */
    public static double of(double x) {
        // Also false for NaN; beyond these bounds the result is subnormal or infinite.
        if (!(Math.abs(x) < 708)) return StrictMath.exp(x);
        double shifted = Math.fma(x, LOG2_E, ROUNDER);
        double n = shifted - ROUNDER;
        double r = Math.fma(-n, LN2_LOW, Math.fma(-n, LN2_HIGH, x));
        // Estrin's scheme: short chains of dependent operations.
        double r2 = r * r;
        double r4 = r2 * r2;
        double p23 = Math.fma(C3, r, C2);
        double p45 = Math.fma(C5, r, C4);
        double p67 = Math.fma(C7, r, C6);
        double p89 = Math.fma(C9, r, C8);
        double p1011 = Math.fma(C11, r, C10);
        double low = Math.fma(p45, r2, p23);
        double high = Math.fma(p1011, r4, Math.fma(p89, r2, p67));
        double p = Math.fma(Math.fma(high, r4, low), r2, r);
        double scale = Double.longBitsToDouble((Double.doubleToRawLongBits(shifted) + 1023) << 52);
        return Math.fma(p, scale, scale);
    }
}
