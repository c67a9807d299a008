package bayesflow4j.storage;

import bayesflow4j.posterior.Provenance;
import bayesflow4j.posterior.Provenance.LossPoint;
import bayesflow4j.posterior.Provenance.Trial;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** A {@link Provenance} as JSON, and back. */
public final class ProvenanceJson {
    private static final int MOST_POINTS = 1 << 20;
    private static final int MOST_TRIALS = 1000;
    private static final long MOST = Long.MAX_VALUE / 4;

    private ProvenanceJson() {}

    /** The provenance, values as {@link Json} has them. */
    public static Map<String, Object> write(Provenance p) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("method", p.method());
        json.put("model", p.model());
        json.put("ready", p.ready());
        json.put("version", p.version());
        json.put("seed", p.seed());
        json.put("simulations", p.simulations());
        json.put("failedSimulations", p.failedSimulations());
        json.put("seconds", p.seconds());
        json.put("made", p.made().toString());
        p.training().ifPresent(training -> json.put("training", write(training)));
        return json;
    }

    private static Map<String, Object> write(Provenance.Training t) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("plan", t.plan());
        json.put("steps", t.steps());
        json.put("trainingLoss", t.trainingLoss());
        json.put("validationLoss", t.validationLoss());
        t.seenLoss().ifPresent(loss -> json.put("seenLoss", loss));
        json.put("history", history(t.history()));
        if (!t.trials().isEmpty()) json.put("trials", trials(t.trials()));
        return json;
    }

    /** What became of designs that were compared. */
    public static List<Object> trials(List<Trial> trials) {
        return trials.stream()
                .<Object>map(trial -> {
                    Map<String, Object> json = new LinkedHashMap<>();
                    json.put("design", trial.design());
                    json.put("steps", trial.steps());
                    json.put("loss", trial.loss());
                    json.put("behind", trial.behind());
                    json.put("error", trial.error());
                    json.put("chosen", trial.chosen());
                    return json;
                })
                .toList();
    }

    /** The trials that {@link #trials(List)} wrote into a field. */
    public static List<Trial> trials(Fields json, String name) {
        return json.objects(name, MOST_TRIALS).stream()
                .map(trial -> {
                    Trial read = new Trial(
                            trial.text("design"),
                            trial.integer("steps", 0L, MOST),
                            trial.number("loss"),
                            trial.number("behind"),
                            trial.number("error"),
                            trial.flag("chosen"));
                    trial.end();
                    return read;
                })
                .toList();
    }

    /** Losses over the steps. */
    public static List<Object> history(List<LossPoint> history) {
        return history.stream()
                .<Object>map(point -> {
                    Map<String, Object> json = new LinkedHashMap<>();
                    json.put("step", point.step());
                    json.put("training", point.training());
                    json.put("validation", point.validation());
                    return json;
                })
                .toList();
    }

    /** The provenance that {@link #write} wrote. */
    public static Provenance read(Fields json) {
        Provenance provenance = new Provenance(
                json.text("method"),
                json.text("model"),
                json.flag("ready"),
                json.text("version"),
                json.integer("seed", Long.MIN_VALUE, Long.MAX_VALUE),
                json.integer("simulations", 0L, MOST),
                json.integer("failedSimulations", 0L, MOST),
                json.number("seconds"),
                instant(json, "made"),
                json.has("training") ? Optional.of(training(json.object("training"))) : Optional.empty());
        json.end();
        return provenance;
    }

    private static Instant instant(Fields json, String name) {
        try {
            return Instant.parse(json.text(name));
        } catch (DateTimeException e) {
            throw json.wrong(name, "expected a time such as 2026-01-31T12:00:00Z, got " + json.text(name));
        }
    }

    private static Provenance.Training training(Fields json) {
        Provenance.Training training = new Provenance.Training(
                json.text("plan"),
                json.integer("steps", 0L, MOST),
                json.number("trainingLoss"),
                json.number("validationLoss"),
                json.has("seenLoss") ? OptionalDouble.of(json.number("seenLoss")) : OptionalDouble.empty(),
                history(json, "history"),
                json.has("trials") ? trials(json, "trials") : List.of());
        json.end();
        return training;
    }

    /** The losses that {@link #history(List)} wrote into a field. */
    public static List<LossPoint> history(Fields json, String name) {
        return json.objects(name, MOST_POINTS).stream()
                .map(point -> {
                    LossPoint loss = new LossPoint(
                            point.integer("step", 0L, MOST), point.number("training"), point.number("validation"));
                    point.end();
                    return loss;
                })
                .toList();
    }
}
