package bayesflow4j.training;

import bayesflow4j.data.DataFileException;
import bayesflow4j.data.WholeFile;
import bayesflow4j.method.Fitting.Checkpointing;
import bayesflow4j.posterior.Provenance.Trial;
import bayesflow4j.storage.Fields;
import bayesflow4j.storage.Json;
import bayesflow4j.storage.ProvenanceJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where a {@link Race} stands between two laps.
 *
 * @param laps that are finished
 * @param left indices of the designs that go on, the best first
 * @param trials of all designs that were compared, as they last stood
 * @param simulations used by designs that dropped out
 * @param failures among their simulations
 * @param seconds of their training
 */
record RaceState(int laps, List<Integer> left, List<Trial> trials, long simulations, long failures, double seconds) {
    private static final long MOST = Long.MAX_VALUE / 4;

    /** Writes the state to the part {@code race} of a checkpoint; {@code settings} say which race it is. */
    void write(Checkpointing where, Object settings) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("settings", settings);
        json.put("laps", laps);
        json.put("left", left);
        json.put("trials", ProvenanceJson.trials(trials));
        json.put("simulations", simulations);
        json.put("failures", failures);
        json.put("seconds", seconds);
        byte[] bytes = Json.write(json).getBytes(StandardCharsets.UTF_8);
        WholeFile.write(file(where), out -> out.write(bytes));
    }

    /** The state that was written, if training is to resume from it; refused if it is that of another race. */
    static Optional<RaceState> read(Checkpointing where, Object settings) {
        Path file = file(where);
        if (!where.resume() || !Files.exists(file)) return Optional.empty();
        try {
            Map<Object, Object> read = new LinkedHashMap<>((Map<?, ?>) Json.parse(Files.readString(file)));
            if (!Json.parse(Json.write(settings)).equals(read.remove("settings")))
                throw new DataFileException(
                        file,
                        "belongs to a race of other designs or settings. Use the same settings, or start without resuming.");
            return Optional.of(of(Fields.of("race", read)));
        } catch (IllegalArgumentException | ClassCastException e) {
            throw new DataFileException(file, e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException("checkpoint " + file + ": " + e.getMessage(), e);
        }
    }

    private static RaceState of(Fields json) {
        RaceState state = new RaceState(
                json.integer("laps", 0, 1000),
                json.integers("left", 0, 1000, 1000),
                ProvenanceJson.trials(json, "trials"),
                json.integer("simulations", 0L, MOST),
                json.integer("failures", 0L, MOST),
                json.number("seconds"));
        json.end();
        return state;
    }

    private static Path file(Checkpointing where) {
        return where.part("race").path();
    }
}
