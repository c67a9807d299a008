package bayesflow4j.model.distribution;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.StringJoiner;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * A few named values with their probabilities.
 *
 * @param support the values and their names
 * @param probabilities of the values, in their order
 */
record Categorical(Support.Listed support, List<Double> probabilities) implements Discrete {
    /** Probabilities that are written with few digits need not sum to one exactly. */
    private static final double ROUNDING = 1e-6;

    Categorical {
        probabilities = List.copyOf(probabilities);
        probabilities.forEach(p -> Notation.probability("categorical", p));
        double sum = probabilities.stream().mapToDouble(p -> p).sum();
        if (!(Math.abs(sum - 1) <= ROUNDING))
            throw new IllegalArgumentException("categorical: expected probabilities that sum to 1, got " + sum);
    }

    static Categorical of(List<String> names, double[] probabilities) {
        Support.Listed support = values(names);
        return new Categorical(
                support,
                support.labels().stream()
                        .map(label -> probabilities[names.indexOf(label)])
                        .toList());
    }

    /** The values of these names: the numbers that they are, in ascending order, or their positions. */
    static Support.Listed values(List<String> names) {
        if (new HashSet<>(names).size() != names.size())
            throw new IllegalArgumentException("categorical: expected different names, got " + names);
        List<Double> numbers = new ArrayList<>();
        for (String name : names)
            try {
                numbers.add(Double.parseDouble(name));
            } catch (NumberFormatException e) {
                return Support.Listed.named(names);
            }
        List<Integer> order = IntStream.range(0, names.size())
                .boxed()
                .sorted(Comparator.comparing(numbers::get))
                .toList();
        return new Support.Listed(
                order.stream().map(numbers::get).toList(),
                order.stream().map(names::get).toList());
    }

    @Override
    public double logDensity(double value) {
        int at = support.values().indexOf(value);
        return at < 0 ? Double.NEGATIVE_INFINITY : StrictMath.log(probabilities.get(at));
    }

    @Override
    public double sample(RandomGenerator rng) {
        double left = rng.nextDouble();
        int at = 0;
        while (at < probabilities.size() - 1 && (left -= probabilities.get(at)) >= 0) at++;
        // What rounding leaves at the end must not go to a value without probability.
        while (probabilities.get(at) == 0) at--;
        return support.values().get(at);
    }

    @Override
    public double cumulative(double value) {
        double sum = 0;
        for (int i = 0; i < probabilities.size() && support.values().get(i) <= value; i++) sum += probabilities.get(i);
        return Math.min(1, sum);
    }

    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ", "categorical(", ")");
        for (int i = 0; i < probabilities.size(); i++)
            text.add(support.labels().get(i) + " = " + Notation.number(probabilities.get(i)));
        return text.toString();
    }
}
