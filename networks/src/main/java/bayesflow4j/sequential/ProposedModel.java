package bayesflow4j.sequential;

import bayesflow4j.model.Batch;
import bayesflow4j.model.Domain;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Parameter;
import bayesflow4j.model.Prior;
import bayesflow4j.model.distribution.Support;
import bayesflow4j.random.Seed;
import java.util.List;
import java.util.random.RandomGenerator;

/** p̃(θ) p(x | θ) with the first draw of θ given; others are drawn only if the simulator fails at it. */
final class ProposedModel implements Prior {
    private final GenerativeModel model;
    private final Proposal proposal;
    private double[] first;

    ProposedModel(GenerativeModel model, Proposal proposal, double[] first) {
        this.model = model;
        this.proposal = proposal;
        this.first = first;
    }

    /** One data set. */
    Batch batch(Seed seed, int index) {
        return new GenerativeModel(
                        model.name(),
                        this,
                        model.simulator(),
                        model.count(),
                        model.kind(),
                        model.columns(),
                        model.reference())
                .batch(seed, index, 1);
    }

    @Override
    public double[] sample(RandomGenerator rng) {
        double[] theta = first.length > 0 ? first : proposal.sample(1, new Seed(rng.nextLong()))[0];
        first = new double[0];
        return theta;
    }

    @Override
    public double logDensity(double[] theta) {
        return proposal.logDensity(theta);
    }

    @Override
    public List<String> notation() {
        return model.prior().notation();
    }

    @Override
    public List<Parameter> parameters() {
        return domain().parameters();
    }

    @Override
    public Support support(int index, double[] theta) {
        return domain().support(index, theta);
    }

    private Domain domain() {
        return model.prior();
    }
}
