package bayesflow4j.experiments;

import bayesflow4j.classical.Labor;
import bayesflow4j.method.Fitting;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.method.TrainingEvent;
import bayesflow4j.method.TrainingListener;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Fits of single data sets in the folder of an experiment; those that an earlier run finished are read.
 *
 * @param draws from each posterior
 */
record CaseFits(GenerativeModel model, Testing testing, int draws) {
    /** The fit of the data set that is shown, on all cores. */
    CaseResult shown(CaseContender one, Observations x, Seed seed) {
        Fitting fitting = Fitting.DEFAULT.withSeed(seed).withListener(named(one.label(), testing.listener()));
        return result(one, x, one.single().get(testing.effort()), "shown", fitting);
    }

    /** The fits of many data sets; one thread fits each, as that takes less time for many than all cores for one. */
    List<CaseResult> many(CaseContender one, SimulationTable data, Seed seed) {
        Map<String, Object> settings = one.many().get(testing.effort());
        return Labor.map(
                data.size(),
                Fitting.DEFAULT.threads(),
                k -> {
                    Fitting fitting = Fitting.DEFAULT.withSeed(seed.child(k)).withThreads(1);
                    return result(one, data.x().get(k), settings, Integer.toString(k), fitting);
                },
                done -> testing.listener()
                        .on(new TrainingEvent.Working(one.label() + ", data sets of the prior", done, data.size())));
    }

    /** A fit, or what an earlier run found; its state stays in the folder of the experiment until it is done. */
    private CaseResult result(
            CaseContender one, Observations x, Map<String, Object> settings, String name, Fitting circumstances) {
        Path folder = testing.folder().resolve("cases").resolve(one.method() + "-" + name);
        if (CaseResult.isIn(folder))
            return CaseResult.read(folder, model.prior().names());
        Path state = folder.resolve("state");
        boolean resumed = Files.exists(state);
        Seed seed = circumstances.seed();
        Fitting fitting = circumstances
                .withSeed(seed.child(one.method()))
                .withStop(testing.stop())
                .withCheckpointing(new Fitting.Checkpointing(state, Duration.ZERO, true));
        CaseResult result =
                CaseResult.of(one.fit(model, x, settings, fitting), draws, resumed, seed.child(one.label()));
        result.write(folder);
        remove(state);
        return result;
    }

    /** Tells what is done together with whose it is, as there are many fits. */
    private static TrainingListener named(String whose, TrainingListener listener) {
        return event -> listener.on(event instanceof TrainingEvent.Part part ? part.of(whose) : event);
    }

    private static void remove(Path state) {
        try (Stream<Path> files = Files.list(state)) {
            for (Path file : files.toList()) Files.delete(file);
            Files.delete(state);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The draws of these results. */
    static List<Draws> draws(List<CaseResult> results) {
        return results.stream().map(CaseResult::draws).toList();
    }
}
