package bayesflow4j.check;

import bayesflow4j.model.Prior;
import bayesflow4j.random.Seed;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Whether two priors p(θ) of the same parameters are equal, by their densities at draws of both. */
public final class PriorComparison {
    private static final int DRAWS = 200;
    private static final double ROUNDING = 1e-9;

    private PriorComparison() {}

    /**
     * What differs, if anything does.
     *
     * @param trained the prior that an estimator was trained with
     * @param other the prior of a model
     */
    public static Optional<String> difference(Prior trained, Prior other) {
        if (!trained.names().equals(other.names()))
            return Optional.of("parameters " + other.names() + ", not " + trained.names());
        if (agree(trained, other, trained) && agree(trained, other, other)) return Optional.empty();
        List<String> before = trained.notation();
        List<String> now = other.notation();
        List<String> different = IntStream.range(0, before.size())
                .filter(i -> i >= now.size() || !before.get(i).equals(now.get(i)))
                .mapToObj(i ->
                        trained.names().get(i) + " ~ " + (i < now.size() ? now.get(i) : "?") + ", not " + before.get(i))
                .toList();
        return Optional.of(different.isEmpty() ? "another density" : String.join("; ", different));
    }

    private static boolean agree(Prior a, Prior b, Prior source) {
        RandomGenerator rng = new Seed(1).child("comparison of priors").stream(0);
        for (int i = 0; i < DRAWS; i++) {
            double[] theta = source.sample(rng);
            double first = a.logDensity(theta);
            double second = b.logDensity(theta);
            if (first != second && !(Math.abs(first - second) <= ROUNDING * (1 + Math.abs(first)))) return false;
        }
        return true;
    }
}
