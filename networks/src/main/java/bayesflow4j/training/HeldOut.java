package bayesflow4j.training;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Ensemble;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.posterior.Referenced;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.Fields;
import bayesflow4j.storage.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The simulations of a table that a network was not trained on, though they decided when its training ended. Of an
 * ensemble, each of them goes to those members that were not trained on it.
 *
 * @param table the simulations, in random order
 * @param estimators the one to ask about each of them
 */
public record HeldOut(SimulationTable table, List<Estimator> estimators) {
    /** Copies the list. */
    public HeldOut {
        estimators = List.copyOf(estimators);
    }

    /**
     * The part of the table that was held out when the estimator was trained on it.
     *
     * @throws IllegalArgumentException if the estimator is no network or was not trained on a table of this size
     */
    public static HeldOut of(Estimator estimator, SimulationTable table) {
        long learned = estimator.provenance().simulations();
        if (learned != table.size())
            throw new IllegalArgumentException("table: expected the " + learned
                    + " simulations that the network was trained on, got " + table.size());
        Map<Integer, List<Referenced>> byRow = new LinkedHashMap<>();
        switch (estimator) {
            case AmortizedPosterior network -> add(network, table, byRow);
            case Ensemble ensemble -> ensemble.members().forEach(member -> add(member, table, byRow));
            default ->
                throw new IllegalArgumentException("estimator: expected a network or an ensemble of networks, got one"
                        + " of the method " + estimator.provenance().method());
        }
        List<double[]> theta = new ArrayList<>();
        List<Observations> x = new ArrayList<>();
        List<Estimator> estimators = new ArrayList<>();
        byRow.forEach((row, members) -> {
            theta.add(table.theta().get(row));
            x.add(table.x().get(row));
            estimators.add(members.size() == 1 ? members.getFirst() : new Ensemble(members, estimator.provenance()));
        });
        return new HeldOut(new SimulationTable(theta, x), estimators);
    }

    private static void add(Referenced network, SimulationTable table, Map<Integer, List<Referenced>> byRow) {
        Provenance from = network.provenance();
        String plan = from.training().map(Provenance.Training::plan).orElse("");
        TrainingPlan read = PlanJson.read(Fields.of("plan", Json.parse(plan)));
        for (int row : Simulations.validating(table, read, new Seed(from.seed())))
            byRow.computeIfAbsent(row, unknown -> new ArrayList<>()).add(network);
    }

    /** At most so many of them. */
    public HeldOut first(int most) {
        int size = Math.min(most, table.size());
        return new HeldOut(
                new SimulationTable(table.theta().subList(0, size), table.x().subList(0, size)),
                estimators.subList(0, size));
    }
}
