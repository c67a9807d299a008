package bayesflow4j.training;

import bayesflow4j.method.Budget;
import bayesflow4j.storage.Fields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Converts a {@link TrainingPlan} to and from its form in files and model descriptions. */
public final class PlanJson {
    private static final List<String> BUDGETS = List.of("steps", "minutes", "simulations");
    private static final int MOST_SYNTHETIC = 100_000_000;
    private static final long MOST = Long.MAX_VALUE / 4;

    private PlanJson() {}

    /** The plan as values of {@link bayesflow4j.storage.Json}. */
    public static Map<String, Object> write(TrainingPlan plan) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("budget", write(plan.budget()));
        json.put("batch", plan.batch());
        json.put("rate", plan.rate().written());
        json.put("optimizer", plan.optimizer().method().name().toLowerCase(Locale.ROOT));
        json.put("clipNorm", plan.optimizer().clipNorm());
        json.put("weightDecay", plan.optimizer().weightDecay());
        Map<String, Object> reuse = new LinkedHashMap<>();
        reuse.put("pool", plan.reuse().pool());
        reuse.put("times", plan.reuse().times());
        json.put("reuse", reuse);
        json.put("validateEvery", plan.validateEvery());
        json.put("validationSets", plan.validationSets());
        json.put("patience", plan.patience());
        json.put("reductions", plan.reductions());
        json.put("restarts", plan.restarts());
        json.put("members", plan.members());
        json.put("surrogate", plan.surrogate());
        return json;
    }

    private static Map<String, Object> write(Budget budget) {
        return switch (budget) {
            case Budget.Steps(long count) -> Map.of("steps", count);
            case Budget.Minutes(double count) -> Map.of("minutes", count);
            case Budget.Simulations(long count) -> Map.of("simulations", count);
        };
    }

    /** The plan that {@link #write} wrote. */
    public static TrainingPlan read(Fields json) {
        Fields reuse = json.object("reuse");
        TrainingPlan plan = new TrainingPlan(
                budget(json.object("budget")),
                json.integer("batch", 1, 1 << 20),
                RateDesign.KINDS.read(json.object("rate")),
                new Optimizer(method(json), (float) json.number("clipNorm"), (float) json.number("weightDecay")),
                new Reuse(reuse.integer("pool", 1, 1 << 20), reuse.integer("times", 1, 1 << 20)),
                json.integer("validateEvery", 1, Integer.MAX_VALUE),
                json.integer("validationSets", 1, 1 << 20),
                json.integer("patience", 0, Integer.MAX_VALUE),
                json.has("reductions") ? json.integer("reductions", 0, 100) : 0,
                json.integer("restarts", 0, 1000),
                json.has("members") ? json.integer("members", 1, 1000) : 1,
                json.has("surrogate") ? json.integer("surrogate", 0, MOST_SYNTHETIC) : 0);
        reuse.end();
        json.end();
        return plan;
    }

    /** Files that predate the choice of optimizer used Adam. */
    private static Optimizer.Method method(Fields json) {
        return json.has("optimizer") ? json.choice("optimizer", Optimizer.Method.class) : Optimizer.Method.ADAM;
    }

    private static Budget budget(Fields json) {
        if (BUDGETS.stream().filter(json::has).count() != 1)
            throw json.wrong("expected one of " + String.join(", ", BUDGETS));
        Budget budget = json.has("steps")
                ? new Budget.Steps(json.integer("steps", 1L, MOST))
                : json.has("minutes")
                        ? new Budget.Minutes(json.number("minutes"))
                        : new Budget.Simulations(json.integer("simulations", 1L, MOST));
        json.end();
        return budget;
    }
}
