package bayesflow4j.posterior;

import bayesflow4j.model.Observations;
import java.util.List;
import java.util.Optional;

/**
 * x ↦ (1/m) Σₖ pₖ(θ | x): several estimators for the same data sets whose posteriors are mixed in equal parts. Whether data
 * are like those of training is told by the summaries and the reference of the first one.
 */
public final class Ensemble implements Referenced {
    private final List<Referenced> members;
    private final Provenance provenance;

    /** The mixture of these estimators, which must infer the same parameters from the same data. */
    public Ensemble(List<? extends Referenced> members, Provenance provenance) {
        if (members.isEmpty()) throw new IllegalArgumentException("members: expected at least one, got none");
        Schema first = members.getFirst().schema();
        for (Referenced member : members)
            if (!member.schema().equals(first))
                throw new IllegalArgumentException(
                        "members: expected the same schema, got " + first + " and " + member.schema());
        this.members = List.copyOf(members);
        this.provenance = provenance;
    }

    /** The estimators that are mixed. */
    public List<Referenced> members() {
        return members;
    }

    /** The courses of training of an estimator: one for each member of an ensemble, one or none for any other. */
    public static List<Provenance.Training> courses(Estimator estimator) {
        return (estimator instanceof Ensemble ensemble ? ensemble.members() : List.of(estimator))
                .stream()
                        .map(one -> one.provenance().training())
                        .flatMap(Optional::stream)
                        .toList();
    }

    @Override
    public Mixture given(Observations x) {
        return Mixture.of(members.stream().map(member -> member.given(x)).toList());
    }

    @Override
    public Schema schema() {
        return members.getFirst().schema();
    }

    @Override
    public Provenance provenance() {
        return provenance;
    }

    @Override
    public double[][] referenceProfiles() {
        return members.getFirst().referenceProfiles();
    }

    @Override
    public double[][] referenceSummaries() {
        return members.getFirst().referenceSummaries();
    }
}
