package bayesflow4j.training;

import bayesflow4j.amortized.DesignJson;
import bayesflow4j.data.DataFileException;
import bayesflow4j.engine.memory.Tensor;
import bayesflow4j.engine.memory.Weights;
import bayesflow4j.method.Fitting.Checkpointing;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.storage.Fields;
import bayesflow4j.storage.Json;
import bayesflow4j.storage.ProvenanceJson;
import bayesflow4j.storage.Safetensors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A {@link State} in a file, together with the model, design, plan and seed it belongs to. Reading refuses a file whose
 * model, design, plan or seed differ.
 */
final class Checkpoint {
    private static final String BASES = "bases";

    private final Trainer trainer;
    private final Weights weights;
    private final int basesSize;
    private final Checkpointing where;
    private long lastWritten = System.nanoTime();

    Checkpoint(Trainer trainer, Weights weights, int basesSize, Checkpointing where) {
        this.trainer = trainer;
        this.weights = weights;
        this.basesSize = basesSize;
        this.where = where;
    }

    Path path() {
        return where.path();
    }

    boolean isDue() {
        return System.nanoTime() - lastWritten >= where.interval().toNanos();
    }

    void write(State state) {
        Map<String, String> metadata = new LinkedHashMap<>();
        metadata.put("training", Json.write(training()));
        metadata.put("state", Json.write(json(state)));
        Map<String, Safetensors.Array> tensors = new LinkedHashMap<>();
        put(tensors, "weights/", state.weights);
        put(tensors, "mean/", state.mean);
        put(tensors, "square/", state.square);
        if (basesSize > 0) tensors.put(BASES, new Safetensors.Array(new int[] {basesSize}, state.bases));
        if (state.best.length > 0) put(tensors, "best/", state.best);
        new Safetensors(metadata, tensors).write(where.path());
        lastWritten = System.nanoTime();
    }

    /** The saved state, if the file exists and training is to resume from it. */
    Optional<State> read() {
        if (!where.resume() || !Files.exists(where.path())) return Optional.empty();
        try {
            Safetensors file = Safetensors.read(where.path());
            requireSame(file.metadata().getOrDefault("training", ""));
            State state = state(Fields.parse("state", file.metadata().getOrDefault("state", "")));
            take(file, "weights/", state.weights);
            take(file, "mean/", state.mean);
            take(file, "square/", state.square);
            if (basesSize > 0) state.bases = bases(file);
            if (file.tensors().keySet().stream().anyMatch(name -> name.startsWith("best/"))) {
                state.best = new float[state.weights.length];
                take(file, "best/", state.best);
            }
            return Optional.of(state);
        } catch (IllegalArgumentException e) {
            throw new DataFileException(where.path(), e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException("checkpoint " + where.path() + ": " + e.getMessage(), e);
        }
    }

    /** The settings that the state belongs to. */
    private Map<String, Object> training() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("method", trainer.method());
        json.put("model", trainer.model().name());
        json.put("parameters", trainer.model().prior().names());
        json.put("observations", trainer.model().count().toString());
        json.put("seed", trainer.seed().value());
        json.put("design", DesignJson.write(trainer.design()));
        json.put("plan", PlanJson.write(trainer.plan()));
        json.put("stored", trainer.table().map(SimulationTable::size).orElse(0));
        return json;
    }

    private void requireSame(String saved) {
        Object now = Json.parse(Json.write(training()));
        Object then = saved.isEmpty() ? Map.of() : Json.parse(saved);
        if (then.equals(now)) return;
        List<String> differences = new ArrayList<>();
        addDifferences("", then, now, differences);
        throw new DataFileException(
                where.path(),
                "belongs to a training run with other settings: " + String.join("; ", differences)
                        + ". Use the same settings, or start without resuming.");
    }

    /** Collects differences such as {@code seed: 1, not 2}. */
    private static void addDifferences(String path, Object then, Object now, List<String> to) {
        if (then instanceof Map<?, ?> old && now instanceof Map<?, ?> young) {
            Set<Object> keys = new LinkedHashSet<>(young.keySet());
            keys.addAll(old.keySet());
            for (Object key : keys)
                addDifferences(path.isEmpty() ? key.toString() : path + "." + key, old.get(key), young.get(key), to);
        } else if (!Objects.equals(then, now)) {
            to.add(path + ": " + (then == null ? "none" : then) + ", not " + (now == null ? "none" : now));
        }
    }

    private void put(Map<String, Safetensors.Array> tensors, String prefix, float[] values) {
        for (Tensor tensor : weights.layout().tensors())
            tensors.put(
                    prefix + tensor.name(),
                    new Safetensors.Array(
                            new int[] {tensor.rows(), tensor.groups() * tensor.columns()},
                            weights.unpack(tensor, values)));
    }

    private void take(Safetensors file, String prefix, float[] to) {
        for (Tensor tensor : weights.layout().tensors()) {
            Safetensors.Array array = file.tensors().get(prefix + tensor.name());
            if (array == null) throw new IllegalArgumentException("tensor " + prefix + tensor.name() + " is missing");
            weights.pack(tensor, array.values(), to);
        }
    }

    private float[] bases(Safetensors file) {
        Safetensors.Array array = file.tensors().get(BASES);
        if (array == null || array.values().length != basesSize)
            throw new IllegalArgumentException("tensor " + BASES + ": expected " + basesSize + " floats, got "
                    + (array == null ? "none" : array.values().length));
        return array.values();
    }

    private static Map<String, Object> json(State state) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("step", state.step);
        json.put("totalSteps", state.totalSteps);
        json.put("rateFactor", state.rateFactor);
        json.put("restarts", state.restarts);
        json.put("loss", state.loss);
        json.put("bestLoss", state.bestLoss);
        json.put("bestStep", state.bestStep);
        json.put("validationsSinceBest", state.validationsSinceBest);
        json.put("reductions", state.reductions);
        json.put("seconds", state.seconds);
        json.put("failedSimulations", state.failedSimulations);
        json.put("attemptedSimulations", state.attemptedSimulations);
        json.put("history", ProvenanceJson.history(state.history));
        return json;
    }

    private State state(Fields json) {
        long most = Long.MAX_VALUE / 4;
        State state = new State(weights.values().length, basesSize);
        state.step = json.integer("step", 0L, most);
        state.totalSteps = json.integer("totalSteps", 0L, most);
        state.rateFactor = (float) json.number("rateFactor");
        state.restarts = json.integer("restarts", 0, Integer.MAX_VALUE);
        state.loss = json.number("loss");
        state.bestLoss = json.number("bestLoss");
        state.bestStep = json.integer("bestStep", 0L, most);
        state.validationsSinceBest = json.integer("validationsSinceBest", 0, Integer.MAX_VALUE);
        state.reductions = json.integer("reductions", 0, Integer.MAX_VALUE);
        state.seconds = json.number("seconds");
        state.failedSimulations = json.integer("failedSimulations", 0L, most);
        state.attemptedSimulations = json.integer("attemptedSimulations", 0L, most);
        state.history.addAll(ProvenanceJson.history(json, "history"));
        json.end();
        return state;
    }
}
