package bayesflow4j.sequential;

import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.method.Fitting;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.storage.FieldException;
import bayesflow4j.training.NeuralMethod;
import bayesflow4j.training.Trainer;
import bayesflow4j.training.TrainingPlan;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The network that a sequential method trains on so many simulations, as a method of its own. */
record LocalNetwork(SequentialMethod method, int simulations) implements NeuralMethod {
    @Override
    public String name() {
        return method.name();
    }

    @Override
    public String description() {
        return method.description();
    }

    @Override
    public String reference() {
        return method.reference();
    }

    @Override
    public boolean knowsDensity() {
        return true;
    }

    @Override
    public NetworkDesign design(GenerativeModel model) {
        return method.design(model, simulations);
    }

    /** One network for each round, as proposals and corrections are those of one. */
    @Override
    public TrainingPlan plan(GenerativeModel model) {
        return TrainingPlan.of(model, simulations).withMembers(1);
    }

    /** The circumstances of one training: the caller adds simulations, and a round is too short for a checkpoint. */
    private static Fitting own(Fitting fitting) {
        Map<String, Object> sections = new LinkedHashMap<>(fitting.settings());
        sections.remove(SequentialPlan.SECTION);
        return new Fitting(
                sections,
                Optional.empty(),
                fitting.seed(),
                fitting.threads(),
                Optional.empty(),
                Optional.empty(),
                fitting.listener(),
                fitting.stop());
    }

    @Override
    public Trainer trainer(GenerativeModel model, Fitting fitting) {
        Trainer trainer = NeuralMethod.super.trainer(model, own(fitting));
        int members = trainer.plan().members();
        if (members > 1) throw new FieldException("training.members", "expected 1 for " + name() + ", got " + members);
        return trainer;
    }
}
