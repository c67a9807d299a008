package bayesflow4j.posterior;

import bayesflow4j.random.RandomOrder;
import bayesflow4j.random.Seed;
import java.util.List;
import java.util.stream.IntStream;

/** p(θ | x) = (1/m) Σₖ pₖ(θ | x), the mixture of what the members of an {@link Ensemble} say about one data set. */
public sealed interface Mixture extends Summarized {
    /** Their posteriors, in order; the first one's summary is that of the mixture. */
    List<Summarized> members();

    /** The mixture of these posteriors; it knows its density if all of them do. */
    static Mixture of(List<Summarized> members) {
        return members.stream().allMatch(DensityPosterior.class::isInstance)
                ? new WithDensity(members)
                : new Plain(members);
    }

    @Override
    default double[] summary() {
        return members().getFirst().summary();
    }

    /** Draws from all members in turn, in a random order of the members; member k uses {@code seed.child(k)}. */
    @Override
    default Draws sample(int count, Seed seed) {
        if (count < 1) throw new IllegalArgumentException("count: expected at least 1, got " + count);
        int size = members().size();
        int[] order = RandomOrder.of(size, seed.stream(0));
        List<Draws> parts = IntStream.range(0, Math.min(size, count))
                .mapToObj(turn ->
                        members().get(order[turn]).sample((count - turn + size - 1) / size, seed.child(order[turn])))
                .toList();
        List<String> names = parts.getFirst().parameters();
        double[] values = new double[count * names.size()];
        for (int i = 0; i < count; i++)
            System.arraycopy(parts.get(i % size).row(i / size), 0, values, i * names.size(), names.size());
        return Draws.of(names, values);
    }

    @Override
    default List<Probabilities> knownProbabilities() {
        List<List<Probabilities>> each =
                members().stream().map(Posterior::knownProbabilities).toList();
        return IntStream.range(0, each.stream().mapToInt(List::size).min().orElse(0))
                .mapToObj(j -> Probabilities.mean(
                        each.stream().map(member -> member.get(j)).toList()))
                .toList();
    }

    /** How much the members disagree, by so many draws from each. */
    default Disagreement disagreement(int draws, Seed seed) {
        return Disagreement.of(IntStream.range(0, members().size())
                .mapToObj(k -> members().get(k).sample(draws, seed.child(k)))
                .toList());
    }

    /** A mixture to draw from. */
    record Plain(List<Summarized> members) implements Mixture {
        /** Copies the list. */
        public Plain {
            members = List.copyOf(members);
        }
    }

    /** A mixture to draw from and to evaluate. */
    record WithDensity(List<Summarized> members) implements Mixture, DensityPosterior {
        /** Copies the list. */
        public WithDensity {
            members = List.copyOf(members);
        }

        @Override
        public double logDensity(double[] theta) {
            double[] each = members.stream()
                    .mapToDouble(member -> ((DensityPosterior) member).logDensity(theta))
                    .toArray();
            double highest = Double.NEGATIVE_INFINITY;
            for (double one : each) highest = Math.max(highest, one);
            if (highest == Double.NEGATIVE_INFINITY) return highest;
            double sum = 0;
            for (double one : each) sum += StrictMath.exp(one - highest);
            return highest + StrictMath.log(sum / each.length);
        }
    }
}
