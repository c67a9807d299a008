package bayesflow4j.experiments;

import bayesflow4j.diagnostics.Contraction;
import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.diagnostics.Metrics;
import bayesflow4j.diagnostics.Recovery;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.random.Seed;
import bayesflow4j.report.Axis;
import bayesflow4j.report.Figure;
import bayesflow4j.report.PosteriorFigures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Methods for one data set beside a network for all (Table 2, Figures 5a and 5b), and their accuracy on data sets of the prior.
 *
 * @param title of the table
 * @param count N of all data sets
 * @param truth θ of the data set that is shown
 * @param contenders the methods; the first is shown against BayesFlow in pairs of parameters, and the widths of the others'
 *     posteriors are compared with its
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
    static final String SD_RATIO = "sdOfShownRelative";
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

    /** The posteriors of the data set that is shown: BayesFlow's, and those of the methods by their names in the paper. */
    private record Shown(double[] theta, Draws ours, Map<String, CaseResult> results) {
        /** Draws that the widths of the others are compared with. */
        Draws reference() {
            return results.values().iterator().next().draws();
        }
    }

    /** The findings, to be put beside those of the network. */
    Findings findings(GenerativeModel model, Estimator network, Testing testing) {
        double[] theta = truth.stream().mapToDouble(v -> v).toArray();
        Observations x = model.simulator().simulate(theta.clone(), count, SHOWN.stream(0));
        CaseFits fits = new CaseFits(model, testing, DRAWS);
        Map<String, CaseResult> results = new LinkedHashMap<>();
        for (CaseContender one : contenders) results.put(one.label(), fits.shown(one, x, SHOWN));
        Shown shown = new Shown(theta, network.given(x).sample(DRAWS, SHOWN.child(BAYESFLOW)), results);
        Map<String, List<CaseResult>> many = new LinkedHashMap<>();
        List<Section> sections = sections(fits, network, shown, many);
        List<String> notes = new CaseNotes(contenders, testing.effort()).of(results, many);
        return new Findings(sections, List.of(), figures(model, shown), notes);
    }

    /** @param many receives what each contender finds for the data sets of the prior */
    private List<Section> sections(CaseFits fits, Estimator network, Shown shown, Map<String, List<CaseResult>> many) {
        GenerativeModel model = fits.model();
        Testing testing = fits.testing();
        double training = network.provenance().seconds() / 60;
        double one = testing.secondsFor(model, count, network, 1, DRAWS) / 60;
        double all = testing.secondsFor(model, count, network, MANY_SETS, DRAWS) / 60;
        Seed seed = testing.seed().child("cases");
        SimulationTable data = SimulationTable.of(model.withCount(count).batches(seed, sets(testing.effort()), 1));
        List<Section> sections = new ArrayList<>();
        Metrics first = accuracy(data, network.sample(data.x(), DRAWS, seed.child(BAYESFLOW)), model, seed)
                .with(UPFRONT, Metrics.ALL, number(training))
                .with(ONE, Metrics.ALL, number(one))
                .with(MANY, Metrics.ALL, number(all));
        sections.add(section(model, BAYESFLOW, ofShown(first, shown, shown.ours, model)));
        for (CaseContender contender : contenders) {
            String label = contender.label();
            many.put(label, fits.many(contender, data, seed));
            CaseResult of = shown.results.get(label);
            Metrics metrics = accuracy(data, CaseFits.draws(many.get(label)), model, seed);
            sections.add(section(model, label, ofShown(costs(metrics, of, training, one), shown, of.draws(), model)));
        }
        return sections;
    }

    /** With what a fit took, beside the minutes of training and of one inference by a network. */
    private static Metrics costs(Metrics metrics, CaseResult of, double training, double one) {
        double minutes = of.seconds() / 60;
        Metrics more = metrics.with(ONE, Metrics.ALL, number(minutes))
                .with(MANY, Metrics.ALL, number(MANY_SETS * minutes))
                .with(BREAK_EVEN, Metrics.ALL, number(Math.ceil(training / Math.max(1e-9, minutes - one))))
                .with(SIMULATIONS, Metrics.ALL, number(of.simulations()));
        return Double.isFinite(of.epsilon()) ? more.with(EPSILON, Metrics.ALL, number(of.epsilon())) : more;
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

    /**
     * With numbers of the posterior that is shown: the distance of the truth from its mean, in its sd; its sd, and that relative
     * to the reference; and the share of its draws outside the prior.
     */
    private static Metrics ofShown(Metrics metrics, Shown shown, Draws draws, GenerativeModel model) {
        double[] mean = draws.mean();
        double[] sd = draws.sd();
        Draws reference = shown.reference();
        Metrics more = metrics;
        for (int j = 0; j < mean.length; j++) {
            String name = draws.parameters().get(j);
            more = more.with(OFFSET, name, number(Math.abs(mean[j] - shown.theta[j]) / sd[j]))
                    .with(SD, name, number(sd[j]));
            if (draws != reference)
                more = more.with(SD_RATIO, name, Width.of(draws, j).over(Width.of(reference, j)));
        }
        long outside = Stream.of(draws.rows())
                .filter(row -> !model.prior().contains(row))
                .count();
        return more.with(OUTSIDE, Metrics.ALL, number((double) outside / draws.count()));
    }

    private static Estimate number(double value) {
        return new Estimate(value, 0);
    }

    private List<Figure> figures(GenerativeModel model, Shown shown) {
        Map<String, Draws> all = new LinkedHashMap<>();
        all.put(BAYESFLOW, shown.ours);
        shown.results.forEach((label, result) -> all.put(label, result.draws()));
        String first = contenders.getFirst().label();
        Map<String, Draws> two = new LinkedHashMap<>();
        two.put(BAYESFLOW, shown.ours);
        two.put(first, all.get(first));
        Optional<double[]> theta = Optional.of(shown.theta);
        List<Axis> axes = Axis.of(model.prior());
        return List.of(
                PosteriorFigures.pairs(two, theta, axes)
                        .named("pairs-smc", "Joint posteriors by BayesFlow and " + first + " (Figure 5a)"),
                PosteriorFigures.marginals(all, Optional.empty(), theta, axes)
                        .named("methods", "Posteriors of all methods given one data set (Figure 5b)"));
    }
}
