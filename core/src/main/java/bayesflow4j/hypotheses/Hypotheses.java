package bayesflow4j.hypotheses;

import bayesflow4j.method.SimulationTable;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * M₁ … M_J with p(M₁) … p(M_J): models of the same data, each with parameters and priors of its own, or none. The number of rows
 * of a data set is in the range that all models share.
 *
 * @param models the models, at least two, with different names
 * @param prior their probabilities [J], which sum to 1
 */
public record Hypotheses(List<GenerativeModel> models, List<Double> prior) {
    /** Gives all models the common N; refuses models of different data and weights that are not positive. */
    public Hypotheses {
        if (models.size() < 2)
            throw new IllegalArgumentException("models: expected at least two to compare, got " + models.size());
        List<String> names = models.stream().map(GenerativeModel::name).toList();
        if (new HashSet<>(names).size() != names.size())
            throw new IllegalArgumentException("models: expected different names, got " + String.join(", ", names));
        for (GenerativeModel model : models) SameData.require(models.getFirst(), model);
        ObservationCount common = commonCount(models);
        models = models.stream().map(model -> model.withCount(common)).toList();
        prior = normalized(prior, models.size());
    }

    /** Models that are equally probable a priori. */
    public static Hypotheses of(GenerativeModel... models) {
        return of(List.of(models));
    }

    /** Models that are equally probable a priori. */
    public static Hypotheses of(List<GenerativeModel> models) {
        return new Hypotheses(models, models.stream().map(model -> 1.0).toList());
    }

    /** The same with prior probabilities in these proportions [J]. */
    public Hypotheses withPrior(double... weights) {
        return new Hypotheses(
                models,
                IntStream.range(0, weights.length).mapToObj(j -> weights[j]).toList());
    }

    /** Probabilities in these proportions, for this many models. */
    static List<Double> normalized(List<Double> weights, int models) {
        if (weights.size() != models)
            throw new IllegalArgumentException(
                    "prior: expected " + models + " numbers, one for each model, got " + weights.size());
        double sum = 0;
        for (double weight : weights) {
            if (!(weight > 0 && weight < Double.POSITIVE_INFINITY))
                throw new IllegalArgumentException("prior: expected positive numbers, got " + weight);
            sum += weight;
        }
        double total = sum;
        return weights.stream().map(weight -> weight / total).toList();
    }

    private static ObservationCount commonCount(List<GenerativeModel> models) {
        int least = models.stream().mapToInt(m -> m.count().least()).max().orElseThrow();
        int most = models.stream().mapToInt(m -> m.count().most()).min().orElseThrow();
        if (least > most)
            throw new IllegalArgumentException("models: expected a number of rows that all can have, got "
                    + String.join(
                            ", ",
                            models.stream()
                                    .map(m -> m.count() + " of " + m.name())
                                    .toList()));
        return ObservationCount.between(least, most);
    }

    /** J. */
    public int size() {
        return models.size();
    }

    /** The names of the models [J]. */
    public List<String> names() {
        return models.stream().map(GenerativeModel::name).toList();
    }

    /** The model that an indicator [J] points at. */
    public static int index(double[] indicator) {
        return IndicatorPrior.index(indicator);
    }

    /** The N that all models share. */
    public ObservationCount count() {
        return models.getFirst().count();
    }

    /** The same models for other N. */
    public Hypotheses withCount(ObservationCount count) {
        return new Hypotheses(
                models.stream().map(model -> model.withCount(count)).toList(), prior);
    }

    /**
     * Σⱼ p(Mⱼ) p(x | Mⱼ) as a model whose only parameter is the model itself: θ [J] is 1 for the model that made x, otherwise 0.
     */
    public GenerativeModel mixture() {
        return mixture(prior);
    }

    /** The mixture in which all models have the same probability, which a comparison is trained on. */
    public GenerativeModel balanced() {
        return mixture(models.stream().map(model -> 1.0 / models.size()).toList());
    }

    private GenerativeModel mixture(List<Double> shares) {
        GenerativeModel first = models.getFirst();
        return new GenerativeModel(
                String.join(" | ", names()),
                new IndicatorPrior(names(), shares),
                (indicator, count, rng) -> {
                    GenerativeModel model = models.get(IndicatorPrior.index(indicator));
                    return model.simulator().simulate(model.prior().sample(rng), count, rng);
                },
                count(),
                first.kind(),
                first.columns(),
                "",
                models.stream().allMatch(GenerativeModel::ready));
    }

    /**
     * Stored simulations of all models as simulations of the mixture.
     *
     * @param tables one for each model
     */
    public PooledSimulations pooled(List<SimulationTable> tables) {
        return PooledSimulations.of(this, tables);
    }
}
