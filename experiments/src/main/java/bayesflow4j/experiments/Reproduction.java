package bayesflow4j.experiments;

import bayesflow4j.data.WholeFile;
import bayesflow4j.head.HeadDesign;
import bayesflow4j.method.Fitting;
import bayesflow4j.method.Fitting.Checkpointing;
import bayesflow4j.method.TrainingListener;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.EstimatorFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * One experiment in its own folder: networks are trained, or read if the folder already has them, and tested;
 * {@code results.json}, {@code results.md}, {@code report.html} and {@code figures} are written last. After an
 * interruption, the next run continues where this one stopped.
 *
 * @param stop polled between training steps; once true, the training state is saved and training ends with a
 *     {@link bayesflow4j.method.TrainingStopped}
 */
public record Reproduction(
        Experiment experiment,
        Effort effort,
        long seed,
        Path folder,
        Circumstances made,
        TrainingListener listener,
        BooleanSupplier stop) {
    static final String RESULTS = "results.json";
    static final String PAGE = "results.md";

    private static final Duration CHECKPOINT_INTERVAL = Duration.ofMinutes(1);

    /** Whether the folder already has the results of this experiment, budget and seed; refuses a folder with others. */
    public boolean isDone() throws IOException {
        Path file = folder.resolve(RESULTS);
        if (!Files.exists(file)) return false;
        ResultsTree found = Overview.read(file);
        if (found.at("experiment").text().equals(experiment.name())
                && found.at("budget").text().equals(effort.name().toLowerCase(Locale.ROOT))
                && found.at("seed").text().equals(Long.toString(seed))) return true;
        throw new IllegalStateException(
                folder + " has the results of " + found.at("experiment").text() + " with budget "
                        + found.at("budget").text() + " and seed "
                        + found.at("seed").text()
                        + "; choose another directory");
    }

    /** Runs the remaining work. */
    public Results run() throws IOException {
        return HeadDesign.KINDS.with(experiment.ownHeads(), this::results);
    }

    private Results results() throws IOException {
        Seed root = new Seed(seed);
        Path place = Files.createDirectories(folder.resolve("networks"));
        Map<String, Estimator> networks = new LinkedHashMap<>();
        List<TrainedNetwork> trained = new ArrayList<>();
        for (Recipe recipe : experiment.recipes(effort)) {
            Estimator network = network(recipe, place, root.child("training").child(recipe.name()));
            networks.put(recipe.name(), network);
            double perSimulation = Testing.secondsPerSimulation(recipe.model(), root.child("timing"));
            double processor = cost(recipe, place).seconds();
            trained.add(TrainedNetwork.of(recipe, "networks/" + file(recipe), network, processor, perSimulation));
        }
        Testing testing = new Testing(
                effort, root.child("test"), processorSeconds(trained), new Testing.Place(folder, listener, stop));
        Findings findings = experiment.findings(networks, testing);
        Results results = new Results(
                experiment, effort, seed, trained, testing.inferenceSeconds(), findings, made, Instant.now());
        ResultsPage.report(results).write(folder);
        write(PAGE, ResultsPage.markdown(results));
        write(RESULTS, ResultsJson.of(results));
        return results;
    }

    private static String file(Recipe recipe) {
        return recipe.name() + ".safetensors";
    }

    private static Cost cost(Recipe recipe, Path place) {
        return new Cost(place.resolve(recipe.name() + ".cost.json"));
    }

    private static Map<String, Double> processorSeconds(List<TrainedNetwork> networks) {
        return networks.stream().collect(Collectors.toMap(TrainedNetwork::name, TrainedNetwork::processorSeconds));
    }

    private Estimator network(Recipe recipe, Path place, Seed own) throws IOException {
        Path file = place.resolve(file(recipe));
        Optional<Estimator> known = known(recipe, file, own);
        if (known.isPresent()) return known.get();
        Path checkpoint = place.resolve(recipe.name() + ".checkpoint");
        Fitting circumstances = Fitting.DEFAULT
                .withSeed(own)
                .withListener(listener)
                .withCheckpointing(new Checkpointing(checkpoint, CHECKPOINT_INTERVAL, true))
                .withStop(stop);
        Estimator network = cost(recipe, place).of(() -> recipe.fit(circumstances));
        EstimatorFile.write(network, file);
        Files.deleteIfExists(checkpoint);
        return network;
    }

    private static Optional<Estimator> known(Recipe recipe, Path file, Seed own) throws IOException {
        if (!Files.exists(file)) return Optional.empty();
        Estimator network = EstimatorFile.read(file);
        if (network.provenance().seed() != own.value() || !recipe.made(network))
            throw new IllegalStateException(
                    file + " was trained with another budget, seed or design; choose another directory");
        return Optional.of(network);
    }

    private void write(String name, String text) {
        WholeFile.write(folder.resolve(name), out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }
}
