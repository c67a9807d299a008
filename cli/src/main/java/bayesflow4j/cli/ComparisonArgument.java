package bayesflow4j.cli;

import bayesflow4j.hypotheses.Hypotheses;
import bayesflow4j.hypotheses.ModelComparison;
import bayesflow4j.model.GenerativeModel;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What commands take besides where NETWORK is a comparison of models. */
final class ComparisonArgument {
    @Option(
            names = "--prior",
            split = ",",
            paramLabel = "P",
            description = "for a comparison: other prior probabilities of its models, up to a factor: 1,1,2")
    private List<Double> prior = new ArrayList<>();

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** Refuses the option where there is no comparison. */
    void requireUnused() {
        if (!prior.isEmpty()) throw wrong("--prior: expected a comparison of models, as written by bayesflow compare");
    }

    /** The comparison with the prior of the option. */
    ModelComparison weighted(ModelComparison comparison) {
        if (prior.isEmpty()) return comparison;
        try {
            return comparison.withPrior(prior);
        } catch (IllegalArgumentException e) {
            throw wrong("--" + e.getMessage());
        }
    }

    /** The models of a comparison, in its order and with its N, from models in any order. */
    Hypotheses hypotheses(OpenModels opened, ModelComparison comparison) {
        List<String> names = comparison.models();
        List<String> given = opened.models().stream().map(GenerativeModel::name).toList();
        if (!given.containsAll(names) || given.size() != names.size())
            throw new IllegalStateException("the comparison is of " + String.join(", ", names) + ", got the models "
                    + String.join(", ", given) + "; name each of them once with --model");
        List<GenerativeModel> ordered = names.stream()
                .map(name -> opened.models().get(given.indexOf(name)))
                .toList();
        Hypotheses all = new Hypotheses(ordered, comparison.prior());
        if (!all.models().getFirst().columns().equals(comparison.schema().columns()))
            throw new IllegalStateException("the models have other data columns than the comparison was trained on, "
                    + String.join(", ", comparison.schema().columnNames()));
        return comparison.schema().count().includes(all.count())
                ? all
                : all.withCount(comparison.schema().count());
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
