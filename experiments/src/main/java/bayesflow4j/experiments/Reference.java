package bayesflow4j.experiments;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The paper's numbers, and the goals, for one section of an experiment: metric → parameter → number.
 *
 * @param paper the paper's numbers that are goals where a number can be better or worse
 * @param aside the paper's other numbers, which are shown only
 * @param goals goals that differ from the paper's numbers
 */
public record Reference(
        Map<String, Map<String, Double>> paper,
        Map<String, Map<String, Double>> aside,
        Map<String, Map<String, Double>> goals) {
    /** No published numbers and no goals. */
    static final Reference NONE = new Reference(Map.of(), Map.of(), Map.of());

    private static final ResultsTree ALL = read();
    private static final Set<String> AT_MOST = Set.of(
            "nrmse",
            "calibrationError",
            "resimulationError",
            "kl",
            "c2st",
            CaseStudy.ONE,
            CaseStudy.EPSILON,
            CaseStudy.OFFSET,
            CaseStudy.SD_RATIO,
            CaseStudy.OUTSIDE);
    private static final Set<String> AT_LEAST = Set.of("r2");

    /** The numbers and goals of the section that is BayesFlow's alone. */
    static Reference of(String experiment, String at) {
        return of(ALL.at(experiment).at(at));
    }

    /** The numbers and goals of one method, by its name in the paper, in a section of several. */
    static Reference of(String experiment, String at, String method) {
        return of(ALL.at(experiment).at(at).at(method));
    }

    private static Reference of(ResultsTree section) {
        return new Reference(numbers(section.at("paper")), numbers(section.at("aside")), numbers(section.at("goal")));
    }

    /** The same numbers, none of them a goal. */
    Reference shownOnly() {
        Map<String, Map<String, Double>> all = new LinkedHashMap<>(aside);
        paper.forEach((metric, numbers) -> all.merge(metric, numbers, Reference::together));
        return new Reference(Map.of(), all, Map.of());
    }

    /** The same with these goals; of two for one number, the stricter. */
    Reference atLeastAsStrict(Map<String, Map<String, Double>> others) {
        Map<String, Map<String, Double>> all = new LinkedHashMap<>(goals);
        others.forEach((metric, numbers) -> {
            Map<String, Double> stricter = new LinkedHashMap<>(goals.getOrDefault(metric, Map.of()));
            numbers.forEach((label, number) -> stricter.put(
                    label,
                    goal(metric, label)
                            .map(own -> isAtMost(metric) ? Math.min(own, number) : Math.max(own, number))
                            .orElse(number)));
            all.put(metric, stricter);
        });
        return new Reference(paper, aside, all);
    }

    private static Map<String, Double> together(Map<String, Double> some, Map<String, Double> others) {
        Map<String, Double> all = new LinkedHashMap<>(some);
        all.putAll(others);
        return all;
    }

    /** The authors' training time on a GPU in hours, if they report it. */
    static OptionalDouble hours(String experiment) {
        return ALL.at(experiment).at("hours").number();
    }

    /** The paper's number. */
    Optional<Double> paper(String metric, String label) {
        return number(paper, metric, label).or(() -> number(aside, metric, label));
    }

    /**
     * The goal: a separate goal if there is one, otherwise the paper's number; none for metrics that are neither better
     * nor worse.
     */
    Optional<Double> goal(String metric, String label) {
        if (!AT_MOST.contains(metric) && !AT_LEAST.contains(metric)) return Optional.empty();
        return number(goals, metric, label).or(() -> number(paper, metric, label));
    }

    private static Optional<Double> number(Map<String, Map<String, Double>> from, String metric, String label) {
        return Optional.ofNullable(from.getOrDefault(metric, Map.of()).get(label));
    }

    /** Whether smaller values of the metric are better. */
    static boolean isAtMost(String metric) {
        return AT_MOST.contains(metric);
    }

    /** Whether larger values of the metric are better. */
    static boolean isAtLeast(String metric) {
        return AT_LEAST.contains(metric);
    }

    private static Map<String, Map<String, Double>> numbers(ResultsTree tree) {
        Map<String, Map<String, Double>> numbers = new LinkedHashMap<>();
        for (String metric : tree.fields().keySet()) {
            Map<String, Double> ofMetric = new LinkedHashMap<>();
            for (String label : tree.at(metric).fields().keySet())
                ofMetric.put(label, tree.at(metric).at(label).number().orElseThrow());
            numbers.put(metric, ofMetric);
        }
        return numbers;
    }

    private static ResultsTree read() {
        try (InputStream in = Reference.class.getResourceAsStream("paper.json")) {
            return ResultsTree.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
