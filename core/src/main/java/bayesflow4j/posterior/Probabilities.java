package bayesflow4j.posterior;

import bayesflow4j.model.Parameter;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * P(θⱼ = v | x) for each value v of a discrete parameter.
 *
 * @param parameter the parameter
 * @param byValue probabilities that sum to one, by value in ascending order; values without one are left out
 */
public record Probabilities(Parameter parameter, Map<Double, Double> byValue) {
    /** Copies the map. */
    public Probabilities {
        if (byValue.isEmpty()) throw new IllegalArgumentException("probabilities: expected at least one, got none");
        byValue = Collections.unmodifiableMap(new LinkedHashMap<>(new TreeMap<>(byValue)));
    }

    /** Shares of draws. */
    public static Probabilities of(Parameter parameter, Draws draws) {
        Map<Double, Double> shares = new TreeMap<>();
        for (double value : draws.column(draws.parameters().indexOf(parameter.name())))
            shares.merge(value, 1.0 / draws.count(), Double::sum);
        return new Probabilities(parameter, shares);
    }

    /** Those of every discrete parameter: known ones, or else shares of draws. */
    public static List<Probabilities> of(Posterior posterior, List<Parameter> parameters, Draws draws) {
        if (parameters.stream().noneMatch(p -> p.support().isDiscrete())) return List.of();
        List<Probabilities> known = posterior.knownProbabilities();
        return known.isEmpty()
                ? parameters.stream()
                        .filter(p -> p.support().isDiscrete())
                        .map(p -> of(p, draws))
                        .toList()
                : known;
    }

    /** The mean of several of one parameter. */
    static Probabilities mean(List<Probabilities> several) {
        Map<Double, Double> mean = new TreeMap<>();
        for (Probabilities one : several)
            one.byValue.forEach((value, p) -> mean.merge(value, p / several.size(), Double::sum));
        return new Probabilities(several.getFirst().parameter, mean);
    }

    /** The most probable value. */
    public double mode() {
        return Collections.max(byValue.entrySet(), Map.Entry.comparingByValue()).getKey();
    }

    /** The probability of a value. */
    public double of(double value) {
        return byValue.getOrDefault(value, 0.0);
    }

    /** How a value is called. */
    public String label(double value) {
        return parameter.support().label(value);
    }
}
