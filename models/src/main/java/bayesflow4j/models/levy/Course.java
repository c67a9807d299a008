package bayesflow4j.models.levy;

/**
 * The process that all flights of one data set share: x ← x + v·dt + ξ from {@code start} until x leaves (0,
 * {@code width}).
 *
 * @param start x₀, strictly inside
 * @param width a
 * @param alpha index of stability of the noise ξ, 1 to 2
 * @param scale factor of the noise, dt^(1/α) included; at α = 2 the variance of ξ is 2·scale²
 * @param mostSteps the number of steps after which a flight ends wherever it is
 */
public record Course(double start, double width, double alpha, double scale, int mostSteps) {
    public Course {
        if (!((float) start > 0 && (float) start < (float) width))
            throw new IllegalArgumentException("start: expected a number between 0 and " + width + ", got " + start);
        if (!(scale > 0 && scale < Double.POSITIVE_INFINITY))
            throw new IllegalArgumentException("scale: expected a positive number, got " + scale);
        if (mostSteps < 1) throw new IllegalArgumentException("mostSteps: expected at least 1, got " + mostSteps);
    }
}
