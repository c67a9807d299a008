package bayesflow4j.sequential;

import bayesflow4j.method.Budget;
import bayesflow4j.method.Fitting;
import bayesflow4j.storage.FieldException;
import bayesflow4j.storage.Fields;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How simulations are spent on one data set.
 *
 * @param simulations in all rounds together
 * @param rounds of equal size
 * @param atoms that the atomic loss compares
 * @param truncation the fraction of the estimate that a truncated proposal may cut off
 */
record SequentialPlan(int simulations, int rounds, int atoms, double truncation) {
    static final String SECTION = "case";
    static final Map<String, String> MEANINGS = Map.of(
            "case.simulations", "simulations in all rounds together",
            "case.rounds", "rounds, each from where the one before it found the posterior",
            "case.atoms", "parameters that the atomic loss of snpe-c compares",
            "case.truncation", "fraction of the estimate outside the region that tsnpe simulates in");

    private static final int FEWEST = 50;

    SequentialPlan {
        if (simulations / rounds < FEWEST)
            throw new FieldException(
                    SECTION + ".simulations",
                    "expected at least " + FEWEST + " for each of " + rounds + " rounds, got " + simulations);
        if (!(truncation > 0 && truncation < 0.5))
            throw new FieldException(
                    SECTION + ".truncation", "expected a number above 0 and below 0.5, got " + truncation);
    }

    /** The plan of a fitting, whose changes replace defaults. */
    static SequentialPlan of(Fitting fitting, int rounds) {
        Map<String, Object> settings =
                new LinkedHashMap<>(Map.of("simulations", 5000, "rounds", rounds, "atoms", 10, "truncation", 1e-4));
        Object changes = fitting.settings().getOrDefault(SECTION, Map.of());
        if (!(changes instanceof Map<?, ?> entries))
            throw new FieldException(SECTION, "expected settings by name, got " + changes);
        entries.forEach((key, value) -> {
            if (!settings.containsKey(key.toString()))
                throw FieldException.unknown(SECTION + "." + key, settings.keySet());
            settings.put(key.toString(), value);
        });
        fitting.budget().ifPresent(budget -> settings.put("simulations", simulations(budget)));
        Fields fields = Fields.of(SECTION, settings);
        return new SequentialPlan(
                fields.integer("simulations", FEWEST, 100_000_000),
                fields.integer("rounds", 1, 1000),
                fields.integer("atoms", 2, 10_000),
                fields.number("truncation"));
    }

    private static long simulations(Budget budget) {
        if (budget instanceof Budget.Simulations(long count)) return count;
        throw new IllegalArgumentException("budget: expected a number of simulations, got " + budget);
    }

    /** The simulations of round {@code r}, from 1; the first rounds take what does not divide. */
    int size(int r) {
        return simulations / rounds + (r <= simulations % rounds ? 1 : 0);
    }

    Map<String, Object> written() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("simulations", simulations);
        json.put("rounds", rounds);
        json.put("atoms", atoms);
        json.put("truncation", truncation);
        return json;
    }
}
