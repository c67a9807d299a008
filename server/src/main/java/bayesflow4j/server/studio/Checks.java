package bayesflow4j.server.studio;

import bayesflow4j.check.CheckRecord;
import bayesflow4j.check.ModelCheck;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.random.Seed;
import bayesflow4j.report.CheckReport;
import bayesflow4j.report.Report;
import bayesflow4j.server.Problem;
import bayesflow4j.server.serving.ServedNetwork;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Tests of networks on simulated data, one after the other in the background; the last few results are kept. */
final class Checks implements AutoCloseable {
    private static final int KEPT = 8;

    private final ExecutorService worker = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("studio-checks").factory());
    private final Map<String, State> states = new LinkedHashMap<>();

    /**
     * Where a check is.
     *
     * @param check the result, once it is there
     * @param failure why there will be none
     */
    private record State(Optional<Result> check, Optional<String> failure) {}

    /** A finished check, and what the page shows of it. */
    private record Result(ModelCheck check, ServedNetwork network, Map<String, Object> fields) {}

    /** Begins a check of a network; an earlier one of the same network is replaced. */
    synchronized void start(
            String id, Path file, ServedNetwork network, GenerativeModel model, int sets, int draws, Seed seed) {
        State waiting = new State(Optional.empty(), Optional.empty());
        states.remove(id);
        states.put(id, waiting);
        while (states.size() > KEPT) states.remove(states.keySet().iterator().next());
        worker.submit(() -> {
            try {
                var count = network.estimator().schema().count();
                GenerativeModel fitting = count.includes(model.count()) ? model : model.withCount(count);
                ModelCheck check = ModelCheck.of(fitting, network.estimator(), sets, draws, seed);
                Optional<String> note = keep(CheckRecord.of(check.verdict(), check.seed(), Instant.now()), file);
                Map<String, Object> fields =
                        CheckFields.of(check, network.estimator().provenance());
                note.ifPresent(text -> fields.put("note", text));
                end(id, waiting, new State(Optional.of(new Result(check, network, fields)), Optional.empty()));
            } catch (RuntimeException | OutOfMemoryError e) {
                end(id, waiting, new State(Optional.empty(), Optional.of(Fault.message(e))));
            }
        });
    }

    /** In the network's file, where inference finds it; a verdict that cannot be kept is still a verdict. */
    private static Optional<String> keep(CheckRecord record, Path file) {
        try {
            record.store(file);
            return Optional.empty();
        } catch (IOException | UncheckedIOException e) {
            return Optional.of("The verdict could not be kept in " + file.getFileName() + ": " + e.getMessage());
        }
    }

    private synchronized void end(String id, State waiting, State ended) {
        if (states.get(id) == waiting) states.put(id, ended);
    }

    /** What the page shows: nothing yet, a failure, or the result. */
    synchronized Map<String, Object> fields(String id) {
        State state = states.get(id);
        if (state == null) return Map.of("state", "none");
        if (state.failure().isPresent())
            return Map.of("state", "failed", "failure", state.failure().get());
        return state.check()
                .map(result -> Map.<String, Object>of("state", "done", "check", result.fields()))
                .orElse(Map.of("state", "running"));
    }

    private synchronized Result result(String id) {
        State state = states.get(id);
        if (state == null || state.check().isEmpty()) throw Problem.missing("check: expected a finished one of " + id);
        return state.check().get();
    }

    /** Data set k of a check, its truth, its posterior and what that predicts. */
    Map<String, Object> dataSet(String id, int k) {
        ModelCheck check = result(id).check();
        if (k < 0 || k >= check.observed().size())
            throw Problem.missing("data set: expected 0 to " + (check.observed().size() - 1) + ", got " + k);
        Map<String, Object> fields = LiveInference.posterior(check.recovery().draws(k));
        fields.put("rows", Description.rows(check.observed().get(k)));
        fields.put("truth", CheckFields.truth(check.recovery(), k));
        fields.put(
                "predictive",
                LiveInference.prediction(
                        check.model(),
                        check.observed().get(k),
                        check.recovery().draws(k),
                        check.seed().child(k)));
        return fields;
    }

    /** The report that {@code check} would write. */
    Report report(String id) {
        Result result = result(id);
        return CheckReport.of(
                "Check of " + result.network().name() + " on data of "
                        + result.check().model().name(),
                result.check(),
                result.network().estimator());
    }

    @Override
    public void close() {
        worker.shutdownNow();
    }
}
