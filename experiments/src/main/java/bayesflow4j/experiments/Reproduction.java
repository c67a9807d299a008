package bayesflow4j.experiments;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.amortized.DesignJson;
import bayesflow4j.amortized.NetworkFile;
import bayesflow4j.data.WholeFile;
import bayesflow4j.random.Seed;
import bayesflow4j.training.PlanJson;
import bayesflow4j.training.Trainer;
import bayesflow4j.training.TrainingListener;
import com.fasterxml.jackson.databind.JsonNode;
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

/**
 * One experiment in a folder of its own: networks are trained, or taken from the folder where they are already, and tested;
 * {@code results.json}, {@code results.md}, {@code report.html} and {@code figures} are written last. Interrupted anywhere, it
 * goes on from there.
 *
 * @param stop asked between steps of training: once it is true, training is saved and ends with a
 *     {@link bayesflow4j.training.TrainingStopped}
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

    /** Whether the folder holds the results of this very experiment already; those of another are refused. */
    public boolean isDone() throws IOException {
        Path file = folder.resolve(RESULTS);
        if (!Files.exists(file)) return false;
        JsonNode found = Overview.read(file);
        if (found.path("experiment").asText().equals(experiment.name())
                && found.path("budget").asText().equals(effort.name().toLowerCase(Locale.ROOT))
                && found.path("seed").asLong() == seed) return true;
        throw new IllegalStateException(
                folder + " holds the results of " + found.path("experiment").asText() + " with budget "
                        + found.path("budget").asText() + " and seed "
                        + found.path("seed").asLong()
                        + "; choose another directory");
    }

    /** Runs what is left to do. */
    public Results run() throws IOException {
        Seed root = new Seed(seed);
        Path place = Files.createDirectories(folder.resolve("networks"));
        Map<String, AmortizedPosterior> networks = new LinkedHashMap<>();
        List<TrainedNetwork> trained = new ArrayList<>();
        for (Recipe recipe : experiment.recipes(effort)) {
            AmortizedPosterior network =
                    network(recipe, place, root.child("training").child(recipe.name()));
            networks.put(recipe.name(), network);
            double perSimulation = Testing.secondsPerSimulation(recipe.model(), root.child("timing"));
            trained.add(TrainedNetwork.of(recipe, "networks/" + file(recipe), network, perSimulation));
        }
        Testing testing = new Testing(effort, root.child("test"));
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

    private AmortizedPosterior network(Recipe recipe, Path place, Seed own) throws IOException {
        Path file = place.resolve(file(recipe));
        Optional<AmortizedPosterior> known = known(recipe, file, own);
        if (known.isPresent()) return known.get();
        Path checkpoint = place.resolve(recipe.name() + ".checkpoint");
        AmortizedPosterior network = Trainer.of(recipe.model())
                .withDesign(recipe.design())
                .withPlan(recipe.plan())
                .withSeed(own)
                .withListener(listener)
                .withCheckpointing(new Trainer.Checkpointing(checkpoint, CHECKPOINT_INTERVAL, true))
                .withStop(stop)
                .train();
        NetworkFile.write(network, file);
        Files.deleteIfExists(checkpoint);
        return network;
    }

    private static Optional<AmortizedPosterior> known(Recipe recipe, Path file, Seed own) throws IOException {
        if (!Files.exists(file)) return Optional.empty();
        AmortizedPosterior network = NetworkFile.read(file);
        if (network.provenance().seed() != own.value()
                || !PlanJson.parse(network.provenance().plan()).equals(recipe.plan())
                || !network.networks().design().equals(recipe.design()))
            throw new IllegalStateException(file + " was trained with another budget, seed or design ("
                    + DesignJson.write(network.networks().design()) + "); choose another directory");
        return Optional.of(network);
    }

    private void write(String name, String text) {
        WholeFile.write(folder.resolve(name), out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }
}
