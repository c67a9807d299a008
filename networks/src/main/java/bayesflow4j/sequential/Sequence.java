package bayesflow4j.sequential;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.method.CaseFit;
import bayesflow4j.method.CaseState;
import bayesflow4j.method.Fitting;
import bayesflow4j.method.Round;
import bayesflow4j.method.SimulationStore;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.method.TrainingEvent;
import bayesflow4j.model.Failures;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.DensityPosterior;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.EstimatorFile;
import bayesflow4j.training.Trainer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The rounds of one {@link SequentialMethod} on one data set. Each keeps its simulations and its network in the state, so a
 * fit that was stopped goes on with the same bits.
 */
final class Sequence {
    private final SequentialMethod method;
    private final GenerativeModel model;
    private final Observations x;
    private final Fitting fitting;
    private final SequentialPlan plan;
    private final CaseState state;
    private final Forecast forecast;
    private final long begun = System.nanoTime();
    private final List<Stage> stages = new ArrayList<>();
    private final List<Round> rounds = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private Failures failures = Failures.NONE;

    /** @param model whose data sets have as many rows as x */
    Sequence(SequentialMethod method, GenerativeModel model, Observations x, Fitting fitting) {
        this.method = method;
        this.model = model;
        this.x = x;
        this.fitting = fitting;
        this.plan = SequentialPlan.of(fitting, method.usualRounds());
        this.state = CaseState.of(
                fitting.checkpointing(),
                Identity.of(method.name(), model, x, method.settings(model, fitting), fitting));
        this.forecast = new Forecast(plan, System::nanoTime);
    }

    CaseFit run() {
        Optional<Estimate> estimate = Optional.empty();
        for (int r = 1; r <= plan.rounds(); r++) estimate = Optional.of(round(r, estimate));
        Estimate last = estimate.orElseThrow();
        if (!last.nearby.note(x).isEmpty()) notes.add(last.nearby.note(x));
        return new CaseFit(
                last.posterior,
                rounds,
                notes,
                failures,
                provenance(last.network),
                new RegionCheck(model, last.nearby, last.posterior, plan.truncation(), fitting, state));
    }

    /** What a round found. */
    private record Estimate(AmortizedPosterior network, SequentialMethod.Nearby nearby, DensityPosterior posterior) {}

    private Estimate round(int r, Optional<Estimate> before) {
        long start = System.nanoTime();
        Seed seed = fitting.seed().child("round").child(r);
        Proposal proposal = before.map(e -> method.next(model, e.posterior, stages, plan, seed.child("proposal")))
                .orElseGet(() -> Proposal.of(model.prior()));
        SimulationTable table = simulations(r, proposal, seed);
        stages.add(new Stage(proposal, table));
        AmortizedPosterior network = network(r, seed.child("network"));
        SequentialMethod.Nearby nearby = method.posterior(network, model, stages);
        rounds.add(new Round(
                r,
                table.size(),
                Double.NaN,
                proposal.acceptance(),
                method.effective(model, stages),
                network.provenance().training().orElseThrow().validationLoss(),
                (System.nanoTime() - start) / 1e9,
                proposal.note()));
        return new Estimate(network, nearby, nearby.apply(x));
    }

    private SimulationTable simulations(int r, Proposal proposal, Seed seed) {
        int size = plan.size(r);
        SimulationStore store = new SimulationStore(state.file("round-" + r + ".npz"), model);
        double[][] draws = store.found() < size ? proposal.sample(size, seed.child("draws")) : new double[0][];
        Seed own = seed.child("simulations");
        long left = plan.simulations() - Stage.sizes(stages);
        forecast.begin();
        SimulationTable table = store.upTo(
                size,
                i -> new ProposedModel(model, proposal, draws[i]).batch(own, i),
                fitting.threads(),
                done -> tell(forecast.simulating(
                        name(r) + "simulation " + done + " of " + size, r, done - store.found(), left - done)),
                fitting.stop());
        forecast.simulated(size - Math.min(size, store.found()));
        failures = failures.plus(store.failures());
        return table;
    }

    private String name(int r) {
        return "round " + r + " of " + plan.rounds() + ": ";
    }

    private void tell(TrainingEvent.Part part) {
        fitting.listener().on(part);
    }

    private AmortizedPosterior network(int r, Seed seed) {
        String file = "round-" + r + ".safetensors";
        Optional<Path> stored = state.existing(file);
        if (stored.isPresent()) return read(stored.get());
        int done = (int) Stage.sizes(stages);
        // There may be more threads than cores, to wait for external simulators.
        int threads = Math.min(fitting.threads(), Runtime.getRuntime().availableProcessors());
        Trainer trainer = new LocalNetwork(method, done)
                .trainer(model, fitting.withSeed(seed).withThreads(threads));
        Patience patience = new Patience(trainer.plan());
        forecast.begin();
        AmortizedPosterior network = method.taught(trainer, stages, plan)
                .withListener(event -> hear(event, r, patience, plan.simulations() - done))
                .train();
        forecast.trained();
        state.file(file).ifPresent(path -> EstimatorFile.write(network, path));
        return network;
    }

    private void hear(TrainingEvent event, int r, Patience patience, long simulationsLeft) {
        patience.hear(event);
        if (!(event instanceof TrainingEvent.Progress p)) return;
        long end = patience.end(p.totalSteps());
        String most = end < p.totalSteps() ? " or more" : "";
        tell(forecast.training(
                name(r) + "training, step " + p.step() + " of " + end + most, r, p.step(), end, simulationsLeft));
    }

    private AmortizedPosterior read(Path file) {
        try {
            return (AmortizedPosterior) EstimatorFile.read(file, model.prior());
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private Provenance provenance(AmortizedPosterior network) {
        return new Provenance(
                method.name(),
                model.name(),
                model.ready(),
                Provenance.libraryVersion(),
                fitting.seed().value(),
                plan.simulations(),
                failures.count(),
                (System.nanoTime() - begun) / 1e9,
                Instant.now(),
                network.provenance().training());
    }
}
