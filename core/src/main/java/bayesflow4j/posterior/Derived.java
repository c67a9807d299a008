package bayesflow4j.posterior;

import bayesflow4j.model.Prior;
import bayesflow4j.model.notation.Formula;
import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * g(θ) [E], quantities that are computed from the parameters, such as R₀ = β/γ. Each may use the parameters and the quantities
 * before it.
 */
public final class Derived {
    /** Draws from the prior that tell how far a quantity spreads. */
    private static final int PRIOR_DRAWS = 1000;

    /** The ratio of the ends of a wide range, just above that of an exponential distribution. */
    private static final double WIDE = 60;

    private final List<String> parameters;
    private final Map<String, Formula> formulas;
    private final Set<String> hidden;

    private Derived(List<String> parameters, Map<String, Formula> formulas, Set<String> hidden) {
        this.parameters = parameters;
        this.formulas = formulas;
        this.hidden = hidden;
    }

    /** No quantities. */
    public static Derived none() {
        return new Derived(List.of(), Map.of(), Set.of());
    }

    /**
     * Quantities of these parameters.
     *
     * @param definitions formulas by name, in order
     * @throws bayesflow4j.model.notation.NotationException where a formula cannot be read
     */
    public static Derived of(List<String> parameters, Map<String, String> definitions) {
        List<String> known = new ArrayList<>(parameters);
        Map<String, Formula> formulas = new LinkedHashMap<>();
        definitions.forEach((name, text) -> {
            if (known.contains(name))
                throw new IllegalArgumentException("derived: expected a name that is not in use, got \"" + name + '"');
            formulas.put(name, Formula.read(name, text, known));
            known.add(name);
        });
        return new Derived(List.copyOf(parameters), formulas, Set.of());
    }

    /** The names of quantities that do not depend on the parameters. */
    public List<String> constants() {
        Map<String, Formula> constants = new LinkedHashMap<>(formulas);
        constants.values().removeIf(formula -> !formula.isConstant());
        return List.copyOf(constants.keySet());
    }

    /** The same, where some quantities are used by others but are not among the results. */
    public Derived without(Collection<String> hidden) {
        return new Derived(parameters, formulas, Set.copyOf(hidden));
    }

    /** The names of the quantities, in order. */
    public List<String> names() {
        return formulas.keySet().stream().filter(name -> !hidden.contains(name)).toList();
    }

    /** Whether there are none. */
    public boolean isEmpty() {
        return names().isEmpty();
    }

    /** The formulas by name, as {@link #of(List, Map)} takes them. */
    public Map<String, String> definitions() {
        Map<String, String> definitions = new LinkedHashMap<>();
        formulas.forEach((name, formula) -> definitions.put(name, formula.text()));
        return definitions;
    }

    /** θ and g(θ) by name. */
    public Map<String, Double> values(double[] theta) {
        Map<String, Double> values = new LinkedHashMap<>();
        for (int j = 0; j < parameters.size(); j++) values.put(parameters.get(j), theta[j]);
        formulas.forEach((name, formula) -> values.put(name, formula.value(values::get)));
        return values;
    }

    /** θ and g(θ), one after the other [D + E]. */
    public double[] appended(double[] theta) {
        if (isEmpty()) return theta;
        Map<String, Double> values = values(theta);
        values.keySet().removeAll(hidden);
        return values.values().stream().mapToDouble(v -> v).toArray();
    }

    /** The draws with the quantities as further parameters [L, D + E]. */
    public Draws appended(Draws draws) {
        if (isEmpty()) return draws;
        List<String> names = new ArrayList<>(draws.parameters());
        names.addAll(names());
        double[][] rows = new double[draws.count()][];
        for (int l = 0; l < rows.length; l++) rows[l] = appended(draws.row(l));
        return Draws.of(names, rows);
    }

    /**
     * Which of θ and g(θ) are best seen on a logarithmic axis [D + E]: a parameter whose prior is {@link Prior#isLogarithmic
     * logarithmic}, and a quantity that is positive and whose central 90 % under the prior span a wide range.
     */
    public boolean[] logarithmic(Prior prior) {
        boolean[] logarithmic = new boolean[prior.dimension() + names().size()];
        for (int j = 0; j < prior.dimension(); j++) logarithmic[j] = prior.isLogarithmic(j);
        if (isEmpty()) return logarithmic;
        Seed seed = new Seed(1).child("axes");
        double[][] draws = IntStream.range(0, PRIOR_DRAWS)
                .mapToObj(i -> appended(prior.sample(seed.stream(i))))
                .toArray(double[][]::new);
        for (int j = prior.dimension(); j < logarithmic.length; j++) {
            int column = j;
            double[] sorted =
                    Arrays.stream(draws).mapToDouble(d -> d[column]).sorted().toArray();
            double low = sorted[PRIOR_DRAWS / 20];
            double high = sorted[PRIOR_DRAWS - 1 - PRIOR_DRAWS / 20];
            logarithmic[j] = sorted[0] > 0 && high > WIDE * low;
        }
        return logarithmic;
    }
}
