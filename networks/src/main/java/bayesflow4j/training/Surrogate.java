package bayesflow4j.training;

import static bayesflow4j.model.distribution.Distribution.normal;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.head.HiddenLayers;
import bayesflow4j.head.autoregressive.AutoregressiveHead;
import bayesflow4j.method.Budget;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.model.ChainPrior;
import bayesflow4j.model.Column;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.Domain;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.model.Scaling;
import bayesflow4j.model.distribution.Support;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.function.IntConsumer;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * q(x | θ) for data vectors, learned from stored simulations as a posterior is, with the roles of θ and x exchanged: a simulator
 * that costs next to nothing. Columns are mapped by their scaling before; whole numbers are spread over the unit above them.
 */
final class Surrogate {
    /** With more columns, the density of the data is harder to learn than that of the parameters. */
    static final int MOST_COLUMNS = 32;

    /** One in so many simulations says when to end. */
    private static final int VALIDATING = 10;

    /** The usual networks for a likelihood (Papamakarios et al. 2019). */
    private static final AutoregressiveHead AUTOREGRESSIVE = new AutoregressiveHead(5, HiddenLayers.of(50, 50), 1.9f);

    /** A race takes some steps, and a likelihood is learned in fewer than a posterior. */
    private static final long LEAST_STEPS = 900;

    private static final long MOST_STEPS = 30_000;

    /** Simulations between two looks at the clock and at whether to stop. */
    private static final int CHUNK = 5000;

    private final GenerativeModel model;
    private final List<Margin> margins;
    private final AmortizedPosterior likelihood;

    private Surrogate(GenerativeModel model, List<Margin> margins, AmortizedPosterior likelihood) {
        this.model = model;
        this.margins = margins;
        this.likelihood = likelihood;
    }

    /** Whether a model can have one: its data are a vector of a few random numbers, none missing, its parameters continuous. */
    static boolean fits(GenerativeModel model) {
        return model.kind() == DataKind.VECTOR
                && model.width() <= MOST_COLUMNS
                && model.columns().stream().allMatch(column -> column.role() == Column.Role.OBSERVED)
                && model.prior().dimension() > 0
                && !model.prior().isDiscrete();
    }

    /** Whether a table has anything to learn: data that are not all the same. */
    static boolean learnsFrom(SimulationTable table) {
        return table.x().stream().anyMatch(x -> !x.equals(table.x().getFirst()));
    }

    /** Learned from those simulations of the trainer's table that it does not hold out, with its seed, threads and budget. */
    static Surrogate of(Trainer trainer) {
        SimulationTable table = trainer.table().orElseThrow();
        Set<Integer> held = IntStream.of(trainer.heldOut()).boxed().collect(Collectors.toSet());
        int[] rows = IntStream.range(0, table.size())
                .filter(row -> !held.contains(row))
                .toArray();
        List<Observations> x = IntStream.of(rows).mapToObj(table.x()::get).toList();
        List<Margin> margins = IntStream.range(0, trainer.model().width())
                .mapToObj(j -> Margin.of(trainer.model().columns().get(j), column(x, j)))
                .toList();
        Seed jitter = trainer.seed().child("jitter");
        SimulationTable exchanged = new SimulationTable(
                IntStream.range(0, rows.length)
                        .mapToObj(i -> scaled(margins, x.get(i), jitter.stream(rows[i])))
                        .toList(),
                IntStream.of(rows)
                        .mapToObj(row ->
                                condition(trainer.model().prior(), table.theta().get(row)))
                        .toList());
        return new Surrogate(trainer.model(), margins, likelihood(trainer(trainer, exchanged)));
    }

    /** Seconds that it took to learn. */
    double seconds() {
        return likelihood.provenance().seconds();
    }

    private static double[] column(List<Observations> x, int j) {
        return x.stream().mapToDouble(each -> each.at(0, j)).toArray();
    }

    /** Whichever kind of flow gives held-out data the highest density. */
    private static AmortizedPosterior likelihood(Trainer own) {
        List<Entrant> entrants = List.of(
                new Entrant("couplings", own.design()),
                new Entrant("splines", own.design().withSplines(own.model().prior())),
                new Entrant("autoregressive", own.design().withHead(AUTOREGRESSIVE)));
        return new KeptTraining(own, entrants.stream().map(Entrant::design).toList(), () -> raced(own, entrants))
                .network();
    }

    /** The plan of the one that is chosen has less than the budget of the race. */
    private static AmortizedPosterior raced(Trainer own, List<Entrant> entrants) {
        AmortizedPosterior chosen = (AmortizedPosterior) new Race(own, entrants).train();
        Provenance from = chosen.provenance();
        String plan = Json.write(PlanJson.write(own.plan()));
        return chosen.withProvenance(from.after(from.training().orElseThrow().withPlan(plan), 0, 0, 0));
    }

    private static Trainer trainer(Trainer of, SimulationTable exchanged) {
        GenerativeModel model = exchanged(exchanged);
        TrainingPlan plan = TrainingPlan.of(model, exchanged.size());
        return new Trainer(
                "surrogate",
                model,
                NetworkDesign.of(model, exchanged.size()),
                plan.withMembers(1)
                        .withValidation(plan.validateEvery(), Math.max(1, exchanged.size() / VALIDATING))
                        .withBudget(budget(of.plan().budget())),
                of.seed().child("surrogate"),
                of.threads(),
                of.listener(),
                of.checkpointing(),
                Optional.of(exchanged),
                new Criterion.Likelihood(),
                of.stop());
    }

    private static Budget budget(Budget given) {
        return given instanceof Budget.Steps(long count)
                ? new Budget.Steps(Math.clamp(count, LEAST_STEPS, MOST_STEPS))
                : given;
    }

    /** The model whose parameters are data; of its prior only the support matters, and nothing is ever simulated. */
    private static GenerativeModel exchanged(SimulationTable table) {
        int width = table.theta().getFirst().length;
        ChainPrior prior = Prior.of("x0", normal(0, 1));
        for (int j = 1; j < width; j++) prior = prior.and("x" + j, normal(0, 1));
        return GenerativeModel.of(
                "surrogate",
                prior,
                (x, count, rng) -> {
                    throw new IllegalStateException("surrogate: expected stored simulations");
                },
                ObservationCount.exactly(1),
                DataKind.VECTOR,
                IntStream.range(0, table.x().getFirst().width())
                        .mapToObj(i -> "theta" + i)
                        .toArray(String[]::new));
    }

    /** The columns that vary, as the network sees them. */
    private static double[] scaled(List<Margin> margins, Observations x, RandomGenerator jitter) {
        return IntStream.range(0, margins.size())
                .filter(j -> margins.get(j).varies())
                .mapToDouble(j -> margins.get(j).apply(x.at(0, j), jitter))
                .toArray();
    }

    /** θ as data: parameters that are bounded on one side only by their logarithm. */
    private static Observations condition(Domain domain, double[] theta) {
        double[] real = domain.toReal(theta);
        double[] values = theta.clone();
        for (int i = 0; i < values.length; i++) {
            Support support = domain.parameters().get(i).support();
            if (Double.isInfinite(support.lower()) != Double.isInfinite(support.upper())) values[i] = real[i];
        }
        return Observations.ofVector(values);
    }

    /**
     * So many draws from p(θ) q(x | θ), on the threads of {@code pool}; simulation k is a pure function of the seed and k.
     *
     * @param told the number of simulations done so far, from time to time
     */
    SimulationTable simulate(int count, Seed seed, ForkJoinPool pool, IntConsumer told) {
        List<double[]> theta = new ArrayList<>(count);
        List<Observations> x = new ArrayList<>(count);
        for (int from = 0; from < count; from += CHUNK) {
            told.accept(from);
            int begin = from;
            int end = Math.min(count, from + CHUNK);
            IntStream.range(begin, end)
                    .mapToObj(k -> model.prior().sample(seed.child("theta").stream(k)))
                    .forEach(theta::add);
            x.addAll(pool.submit(() -> IntStream.range(begin, end)
                            .parallel()
                            .mapToObj(
                                    k -> simulate(theta.get(k), seed.child("x").nth(k)))
                            .toList())
                    .join());
        }
        return new SimulationTable(theta, x);
    }

    private Observations simulate(double[] theta, Seed seed) {
        double[] drawn = likelihood
                .given(condition(model.prior(), theta))
                .sample(1, seed)
                .row(0);
        double[] x = new double[margins.size()];
        int next = 0;
        for (int j = 0; j < x.length; j++) {
            Margin margin = margins.get(j);
            x[j] = margin.varies() ? margin.undo(drawn[next++]) : margin.least();
        }
        return Observations.ofVector(x);
    }

    /**
     * One column of the data, and the interval that it was seen in.
     *
     * @param whole whether only whole numbers were seen
     */
    private record Margin(Scaling scaling, boolean whole, double least, double most) {
        static Margin of(Column column, double[] values) {
            return new Margin(
                    column.scaling(),
                    Arrays.stream(values).allMatch(value -> value == Math.rint(value)),
                    Arrays.stream(values).min().orElseThrow(),
                    Arrays.stream(values).max().orElseThrow());
        }

        boolean varies() {
            return least < most;
        }

        double apply(double value, RandomGenerator rng) {
            return scaling.apply(whole ? value + rng.nextDouble() : value);
        }

        /** A density has tails where a simulator may have none: no further beyond what was seen than its width. */
        double undo(double scaled) {
            double value = scaling.undo(scaled);
            double beyond = whole ? 0 : most - least;
            return Math.clamp(whole ? Math.floor(value) : value, least - beyond, most + (most - least));
        }
    }
}
