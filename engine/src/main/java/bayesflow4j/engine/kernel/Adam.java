package bayesflow4j.engine.kernel;

/** The constants of the Adam optimizer with decoupled weight decay (Loshchilov and Hutter's form). */
public record Adam(float beta1, float beta2, float epsilon, float weightDecay) {
    /** The usual constants, without weight decay. */
    public static final Adam DEFAULT = new Adam(0.9f, 0.999f, 1e-7f, 0f);

    public Adam {
        requireFraction("beta1", beta1);
        requireFraction("beta2", beta2);
        if (!(epsilon > 0)) throw new IllegalArgumentException("epsilon: expected above 0, got " + epsilon);
        if (!(weightDecay >= 0 && weightDecay < 1))
            throw new IllegalArgumentException("weightDecay: expected in [0, 1), got " + weightDecay);
    }

    /** The same with this weight decay. */
    public Adam withWeightDecay(float weightDecay) {
        return new Adam(beta1, beta2, epsilon, weightDecay);
    }

    private static void requireFraction(String name, float value) {
        if (!(value >= 0 && value < 1)) throw new IllegalArgumentException(name + ": expected in [0, 1), got " + value);
    }
}
