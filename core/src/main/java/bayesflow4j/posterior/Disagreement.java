package bayesflow4j.posterior;

import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The share of each parameter's posterior variance that lies between the members of an ensemble, and not within them: 0
 * if their means agree, near 1 if they exclude each other. More simulations reduce it.
 *
 * @param shares by parameter
 */
public record Disagreement(Map<String, Double> shares) {
    /** Above this, the mean of one member alone would be off by more than a third of the standard deviation. */
    private static final double NOTABLE = 0.1;

    /** From each member. */
    private static final int DRAWS = 250;

    /** Copies the map, in its order. */
    public Disagreement {
        shares = Collections.unmodifiableMap(new LinkedHashMap<>(shares));
    }

    /** The mean over the data sets of an ensemble's posteriors; none if there are no mixtures among them. */
    public static Optional<Disagreement> of(List<Posterior> posteriors, Seed seed) {
        List<Disagreement> each = each(posteriors, seed);
        return each.isEmpty() ? Optional.empty() : Optional.of(mean(each));
    }

    /** For each of an ensemble's posteriors; posteriors of other estimators are left out. */
    public static List<Disagreement> each(List<Posterior> posteriors, Seed seed) {
        return IntStream.range(0, posteriors.size())
                .parallel()
                .mapToObj(k -> of(posteriors.get(k), seed.nth(k)))
                .flatMap(Optional::stream)
                .toList();
    }

    /** For one of an ensemble's posteriors; none for one of another estimator. */
    public static Optional<Disagreement> of(Posterior posterior, Seed seed) {
        return posterior instanceof Mixture mixture ? Optional.of(mixture.disagreement(DRAWS, seed)) : Optional.empty();
    }

    /** Of as many draws from each member. The variance that the means owe to the number of draws is subtracted. */
    static Disagreement of(List<Draws> each) {
        Map<String, Double> shares = new LinkedHashMap<>();
        List<String> names = each.getFirst().parameters();
        for (int j = 0; j < names.size(); j++) {
            double mean = 0;
            for (Draws draws : each) mean += draws.mean()[j] / each.size();
            double between = 0;
            double within = 0;
            for (Draws draws : each) {
                between += Math.pow(draws.mean()[j] - mean, 2) / Math.max(1, each.size() - 1);
                within += Math.pow(draws.sd()[j], 2) / each.size();
            }
            between = Math.max(0, between - within / each.getFirst().count());
            shares.put(names.get(j), between == 0 ? 0 : between / (between + within));
        }
        return new Disagreement(shares);
    }

    /** The mean over data sets. */
    public static Disagreement mean(List<Disagreement> each) {
        Map<String, Double> shares = new LinkedHashMap<>();
        for (Disagreement one : each)
            one.shares.forEach((name, share) -> shares.merge(name, share / each.size(), Double::sum));
        return new Disagreement(shares);
    }

    /** Whether some parameter depends notably on which member is asked. */
    public boolean notable() {
        return shares.values().stream().anyMatch(share -> share > NOTABLE);
    }

    /** The result in a sentence. */
    public String sentence() {
        List<String> words = new ArrayList<>();
        shares.forEach((name, share) -> {
            if (share > NOTABLE)
                words.add(String.format(Locale.ROOT, "%.0f %% of the variance of %s", 100 * share, name));
        });
        if (words.isEmpty())
            return String.format(
                    Locale.ROOT,
                    "The members of the ensemble agree: at most %.0f %% of a parameter's posterior variance lies between them.",
                    100
                            * shares.values().stream()
                                    .mapToDouble(Double::doubleValue)
                                    .max()
                                    .orElse(0));
        return "The members of the ensemble disagree: " + String.join(", ", words)
                + " lies between them. More simulations would help.";
    }
}
