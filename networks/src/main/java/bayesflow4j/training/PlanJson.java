package bayesflow4j.training;

import bayesflow4j.storage.Fields;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;

/** A {@link TrainingPlan} as JSON, and back: what files and model descriptions hold. */
public final class PlanJson {
    private static final JsonMapper JSON = new JsonMapper();

    private PlanJson() {}

    public static ObjectNode write(TrainingPlan plan) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ObjectNode budget = json.putObject("budget");
        switch (plan.budget()) {
            case Budget.Steps(long count) -> budget.put("steps", count);
            case Budget.Minutes(double count) -> budget.put("minutes", count);
            case Budget.Simulations(long count) -> budget.put("simulations", count);
        }
        json.put("batch", plan.batch());
        ObjectNode rate = json.putObject("rate");
        switch (plan.rate()) {
            case RateDesign.Cosine(float peak, long warmUp) ->
                rate.put("kind", "cosine").put("peak", peak).put("warmUp", warmUp);
            case RateDesign.Decay(float start, float factor, int every) ->
                rate.put("kind", "decay")
                        .put("start", start)
                        .put("factor", factor)
                        .put("every", every);
            case RateDesign.Constant(float value) ->
                rate.put("kind", "constant").put("rate", value);
        }
        json.put("optimizer", plan.optimizer().method().name().toLowerCase(Locale.ROOT));
        json.put("clipNorm", plan.optimizer().clipNorm());
        json.put("weightDecay", plan.optimizer().weightDecay());
        json.putObject("reuse")
                .put("pool", plan.reuse().pool())
                .put("times", plan.reuse().times());
        json.put("validateEvery", plan.validateEvery());
        json.put("validationSets", plan.validationSets());
        json.put("patience", plan.patience());
        json.put("restarts", plan.restarts());
        return json;
    }

    /** The plan that {@link #write} made this text of. */
    public static TrainingPlan parse(String text) {
        try {
            return read(Fields.of("plan", JSON.readTree(text)));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("plan: expected JSON, got " + text, e);
        }
    }

    public static TrainingPlan read(Fields json) {
        Fields reuse = json.object("reuse");
        TrainingPlan plan = new TrainingPlan(
                budget(json.object("budget")),
                json.integer("batch", 1, 1 << 20),
                rate(json.object("rate")),
                new Optimizer(method(json), (float) json.number("clipNorm"), (float) json.number("weightDecay")),
                new Reuse(reuse.integer("pool", 1, 1 << 20), reuse.integer("times", 1, 1 << 20)),
                json.integer("validateEvery", 1, Integer.MAX_VALUE),
                json.integer("validationSets", 1, 1 << 20),
                json.integer("patience", 0, Integer.MAX_VALUE),
                json.integer("restarts", 0, 1000));
        reuse.end();
        json.end();
        return plan;
    }

    /** Files from before there was a choice do not mention it. */
    private static Optimizer.Method method(Fields json) {
        if (!json.has("optimizer")) return Optimizer.Method.ADAM;
        String name = json.text("optimizer");
        return switch (name) {
            case "adam" -> Optimizer.Method.ADAM;
            case "soap" -> Optimizer.Method.SOAP;
            default -> throw new IllegalArgumentException("optimizer: expected adam or soap, got " + name);
        };
    }

    private static Budget budget(Fields json) {
        Budget budget = json.has("steps")
                ? new Budget.Steps(json.integer("steps", 1L, Long.MAX_VALUE / 4))
                : json.has("minutes")
                        ? new Budget.Minutes(json.number("minutes"))
                        : new Budget.Simulations(json.integer("simulations", 1L, Long.MAX_VALUE / 4));
        json.end();
        return budget;
    }

    private static RateDesign rate(Fields json) {
        String kind = json.text("kind");
        RateDesign rate = switch (kind) {
            case "cosine" ->
                new RateDesign.Cosine((float) json.number("peak"), json.integer("warmUp", 0L, Long.MAX_VALUE / 4));
            case "decay" ->
                new RateDesign.Decay(
                        (float) json.number("start"),
                        (float) json.number("factor"),
                        json.integer("every", 1, Integer.MAX_VALUE));
            case "constant" -> new RateDesign.Constant((float) json.number("rate"));
            default -> throw new IllegalArgumentException("rate.kind: expected cosine, decay or constant, got " + kind);
        };
        json.end();
        return rate;
    }
}
