package bayesflow4j.engine.kernel;

/**
 * Constants of the elementary functions, shared by both sets of kernels. The coefficients are minimax fits on the reduced
 * range: for (eʳ − 1 − r)/r² on |r| ≤ ln2/2 to 3e-9 relative to eʳ, for atan(u)/u in u² on [0, 1] to 1.4e-8.
 */
final class Polynomials {
    static final float LOG2_E = 1.4426950408889634f;
    static final float LN2_HIGH = 0.693145751953125f;
    static final float LN2_LOW = 1.428606765330187e-6f;

    /** x·log₂e + ROUND has n + 127 in its lowest bits, n the nearest integer: shifted by 23 they are the float 2ⁿ. */
    static final float ROUND = 12582912f + 127f;

    static final float E2 = 0.49999994f;
    static final float E3 = 0.16666521f;
    static final float E4 = 0.04166839f;
    static final float E5 = 0.00836871f;
    static final float E6 = 0.0013814613f;

    /** Beyond it eˣ or its reciprocal is no longer a normal float. */
    static final float EXP_LIMIT = 87f;

    /** tanh is 1 to the last bit of a float from about 9 on. */
    static final float TANH_LIMIT = 20f;

    static final float HALF_PI = 1.5707963267948966f;
    static final float A0 = 1f;
    static final float A1 = -0.33333093f;
    static final float A2 = 0.19993053f;
    static final float A3 = -0.14207134f;
    static final float A4 = 0.106546775f;
    static final float A5 = -0.07533676f;
    static final float A6 = 0.043039367f;
    static final float A7 = -0.016283007f;
    static final float A8 = 0.0029035525f;

    private Polynomials() {}
}
