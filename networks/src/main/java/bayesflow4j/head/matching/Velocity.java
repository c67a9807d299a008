package bayesflow4j.head.matching;

import bayesflow4j.engine.layer.Mlp;

/**
 * v(θ, t | s) = (2t − 1) / (t² + (1 − t)²) · θ + f(θ, t, s), the velocity of a flow from N(0, I) at t = 0 to q(θ | s) at
 * t = 1. The first term keeps N(0, I) where it is, so the network f learns only how q differs from it.
 *
 * @param width D
 * @param network f, of θ and the features of t [D + {@link #FEATURES}] and of s as its condition
 */
record Velocity(int width, Mlp network) {
    private static final int WAVES = 4;

    /** 2t − 1, and cos kπt and sin kπt for four k. */
    static final int FEATURES = 1 + 2 * WAVES;

    /** The factor of θ in the first term. */
    static double slope(double t) {
        return (2 * t - 1) / (t * t + (1 - t) * (1 - t));
    }

    /** Writes the features of t, each {@code stride} after the last. */
    static void features(double t, float[] to, int at, int stride) {
        to[at] = (float) (2 * t - 1);
        double cosine = StrictMath.cos(Math.PI * t);
        double sine = StrictMath.sin(Math.PI * t);
        double c = 1;
        double s = 0;
        for (int k = 0, place = at + stride; k < WAVES; k++, place += 2 * stride) {
            double next = c * cosine - s * sine;
            s = s * cosine + c * sine;
            c = next;
            to[place] = (float) c;
            to[place + stride] = (float) s;
        }
    }
}
