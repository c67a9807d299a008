package bayesflow4j.experiments;

import bayesflow4j.classical.Labor;
import bayesflow4j.diagnostics.Contraction;
import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.diagnostics.Metrics;
import bayesflow4j.diagnostics.Recovery;
import bayesflow4j.method.Fitting;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.method.TrainingEvent;
import bayesflow4j.method.TrainingListener;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.random.Seed;
import bayesflow4j.report.Figure;
import bayesflow4j.report.PosteriorFigures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Methods for one data set beside a network for all (Table 2, Figures 5a and 5b), and their accuracy on data sets of the prior.
 *
 * @param title of the table
 * @param count N of all data sets
 * @param truth θ of the data set that is shown
 * @param contenders the methods; the first is shown against BayesFlow in pairs of parameters
 */
record CaseStudy(String title, int count, List<Double> truth, List<CaseContender> contenders) {
    static final String UPFRONT = "upfrontMinutes";
    static final String ONE = "minutesForOne";
    static final String MANY = "minutesFor500";
    static final String BREAK_EVEN = "breakEven";
    static final String SIMULATIONS = "simulations";
    static final String EPSILON = "epsilon";
    static final String OFFSET = "offset";
    static final String SD = "sdOfShown";
    static final String OUTSIDE = "outside";

    private static final String BAYESFLOW = "BayesFlow";
    private static final int MANY_SETS = 500;
    private static final int DRAWS = 2000;
    private static final Seed SHOWN = new Seed(2020);

    CaseStudy {
        truth = List.copyOf(truth);
        contenders = List.copyOf(contenders);
    }

    /** How many data sets of the prior accuracy is measured on. */
    private static int sets(Effort effort) {
        return effort == Effort.SMOKE ? 2 : 50;
    }

    /** The findings, to be put beside those of the network. */
    Findings findings(GenerativeModel model, Estimator network, Testing testing) {
        double[] theta = truth.stream().mapToDouble(v -> v).toArray();
        Observations x = model.simulator().simulate(theta.clone(), count, SHOWN.stream(0));
        Map<String, CaseResult> shown = new LinkedHashMap<>();
        for (CaseContender one : contenders) {
            Fitting fitting = Fitting.DEFAULT.withSeed(SHOWN).withListener(named(one.label(), testing.listener()));
            shown.put(
                    one.label(), result(one, model, x, one.single().get(testing.effort()), "shown", testing, fitting));
        }
        Draws ours = network.given(x).sample(DRAWS, SHOWN.child(BAYESFLOW));
        List<Section> sections = sections(model, network, theta, ours, shown, testing);
        return new Findings(sections, List.of(), figures(theta, ours, shown), notes(shown));
    }

    /** A fit, or what an earlier run found; its state stays in the folder of the experiment until it is done. */
    private static CaseResult result(
            CaseContender one,
            GenerativeModel model,
            Observations x,
            Map<String, Object> settings,
            String name,
            Testing testing,
            Fitting circumstances) {
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
                CaseResult.of(one.fit(model, x, settings, fitting), DRAWS, resumed, seed.child(one.label()));
        result.write(folder);
        remove(state);
        return result;
    }

    /** Tells what is done together with whose it is, as there are many fits. */
    private static TrainingListener named(String whose, TrainingListener listener) {
        return event -> listener.on(
                event instanceof TrainingEvent.Working work
                        ? new TrainingEvent.Working(whose + ", " + work.what(), work.done(), work.total())
                        : event);
    }

    private static void remove(Path state) {
        try (Stream<Path> files = Files.list(state)) {
            for (Path file : files.toList()) Files.delete(file);
            Files.delete(state);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<Section> sections(
            GenerativeModel model,
            Estimator network,
            double[] theta,
            Draws ours,
            Map<String, CaseResult> shown,
            Testing testing) {
        double training = network.provenance().seconds() / 60;
        double one = testing.secondsFor(model, count, network, 1, DRAWS) / 60;
        double many = testing.secondsFor(model, count, network, MANY_SETS, DRAWS) / 60;
        Seed seed = testing.seed().child("cases");
        SimulationTable data = SimulationTable.of(model.withCount(count).batches(seed, sets(testing.effort()), 1));
        List<Section> sections = new ArrayList<>();
        Metrics first = accuracy(data, network.sample(data.x(), DRAWS, seed.child(BAYESFLOW)), model, seed)
                .with(UPFRONT, Metrics.ALL, number(training))
                .with(ONE, Metrics.ALL, number(one))
                .with(MANY, Metrics.ALL, number(many));
        sections.add(section(model, BAYESFLOW, offsets(first, theta, ours, model)));
        for (CaseContender contender : contenders) {
            List<Draws> draws = draws(contender, model, data, testing, seed);
            CaseResult of = shown.get(contender.label());
            double minutes = of.seconds() / 60;
            Metrics metrics = accuracy(data, draws, model, seed)
                    .with(ONE, Metrics.ALL, number(minutes))
                    .with(MANY, Metrics.ALL, number(MANY_SETS * minutes))
                    .with(BREAK_EVEN, Metrics.ALL, number(Math.ceil(training / Math.max(1e-9, minutes - one))))
                    .with(SIMULATIONS, Metrics.ALL, number(of.simulations()));
            if (Double.isFinite(of.epsilon())) metrics = metrics.with(EPSILON, Metrics.ALL, number(of.epsilon()));
            sections.add(section(model, contender.label(), offsets(metrics, theta, of.draws(), model)));
        }
        return sections;
    }

    /** Draws given each data set; one thread fits each, as that takes less time for many than all cores for one. */
    private static List<Draws> draws(
            CaseContender one, GenerativeModel model, SimulationTable data, Testing testing, Seed seed) {
        Map<String, Object> settings = one.many().get(testing.effort());
        return Labor.map(
                data.size(),
                Fitting.DEFAULT.threads(),
                k -> {
                    Fitting fitting = Fitting.DEFAULT.withSeed(seed.child(k)).withThreads(1);
                    return result(one, model, data.x().get(k), settings, Integer.toString(k), testing, fitting)
                            .draws();
                },
                done -> testing.listener()
                        .on(new TrainingEvent.Working(one.label() + ", data sets of the prior", done, data.size())));
    }

    private static Metrics accuracy(SimulationTable data, List<Draws> draws, GenerativeModel model, Seed seed) {
        Recovery recovery = Recovery.of(model.prior().names(), data.theta().toArray(double[][]::new), draws);
        return finite(Metrics.of(recovery, Contraction.of(model.prior(), seed), seed));
    }

    /** Without what two data sets cannot tell: resamples that repeat one of them have no range. */
    private static Metrics finite(Metrics metrics) {
        Map<String, Map<String, Estimate>> values = new LinkedHashMap<>();
        metrics.values().forEach((name, labels) -> {
            if (labels.values().stream().allMatch(e -> Double.isFinite(e.mean()) && Double.isFinite(e.se())))
                values.put(name, labels);
        });
        return new Metrics(metrics.parameters(), metrics.dataSets(), metrics.draws(), values);
    }

    private Section section(GenerativeModel model, String label, Metrics metrics) {
        return new Section(label, title, metrics, Reference.of(model.name(), title, label));
    }

    /** With the distance of the truth from the posterior mean, in posterior sd, and the share of draws outside the prior. */
    private static Metrics offsets(Metrics metrics, double[] theta, Draws draws, GenerativeModel model) {
        double[] mean = draws.mean();
        double[] sd = draws.sd();
        Metrics more = metrics;
        for (int j = 0; j < theta.length; j++)
            more = more.with(OFFSET, draws.parameters().get(j), number(Math.abs(mean[j] - theta[j]) / sd[j]))
                    .with(SD, draws.parameters().get(j), number(sd[j]));
        long outside = Stream.of(draws.rows())
                .filter(row -> !model.prior().contains(row))
                .count();
        return more.with(OUTSIDE, Metrics.ALL, number((double) outside / draws.count()));
    }

    private static Estimate number(double value) {
        return new Estimate(value, 0);
    }

    private List<Figure> figures(double[] theta, Draws ours, Map<String, CaseResult> shown) {
        Map<String, Draws> all = new LinkedHashMap<>();
        all.put(BAYESFLOW, ours);
        shown.forEach((label, result) -> all.put(label, result.draws()));
        String first = contenders.getFirst().label();
        Map<String, Draws> two = new LinkedHashMap<>();
        two.put(BAYESFLOW, ours);
        two.put(first, all.get(first));
        return List.of(
                PosteriorFigures.pairs(two, Optional.of(theta))
                        .named("pairs-smc", "Joint posteriors by BayesFlow and " + first + " (Figure 5a)"),
                PosteriorFigures.marginals(all, Optional.empty(), Optional.of(theta))
                        .named("methods", "Posteriors of all methods given one data set (Figure 5b)"));
    }

    private static List<String> notes(Map<String, CaseResult> shown) {
        List<String> notes = new ArrayList<>();
        notes.add(
                "Table 2: the times for 500 data sets and the break-even of the methods for one data set are extrapolated from"
                        + " the time for one, as in the paper; BayesFlow's are measured. Break-even is the number of data sets after"
                        + " which BayesFlow's training has paid off.");
        notes.add(
                "All methods use the prior of the paper's text; the authors' runs used narrower ones for SNPE and another for"
                        + " SMC-MMD. SMC-MMD's weights are used in all numbers and figures. SNPE and TSNPE read the 28 hand-made"
                        + " statistics.");
        notes.add(
                "Accuracy and calibration of the methods for one data set are measured on data sets of the prior, with fewer"
                        + " simulations per data set than for the one that is shown.");
        shown.forEach((label, result) -> notes.add(String.format(
                Locale.ROOT,
                "%s took %d simulations in %d rounds or populations for the data set that is shown%s%s.",
                label,
                result.simulations(),
                result.rounds(),
                Double.isFinite(result.epsilon()) ? String.format(Locale.ROOT, ", to ε = %.4f", result.epsilon()) : "",
                result.resumed() ? "; it was interrupted, and its time is that after the interruption" : "")));
        return notes;
    }
}
