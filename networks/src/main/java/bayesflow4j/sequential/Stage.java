package bayesflow4j.sequential;

import bayesflow4j.method.SimulationTable;
import java.util.Arrays;
import java.util.List;

/** One round so far: where its parameters come from, and its simulations. */
record Stage(Proposal proposal, SimulationTable table) {
    /** The simulations of all stages as one table. */
    static SimulationTable all(List<Stage> stages) {
        return new SimulationTable(
                stages.stream().flatMap(stage -> stage.table.theta().stream()).toList(),
                stages.stream().flatMap(stage -> stage.table.x().stream()).toList());
    }

    /** θ as a key of a map. */
    static List<Double> key(double[] theta) {
        return Arrays.stream(theta).boxed().toList();
    }

    /** The number of simulations of all stages. */
    static long sizes(List<Stage> stages) {
        return stages.stream().mapToLong(stage -> stage.table.size()).sum();
    }

    /** log of the mixture of their proposals in proportion to their simulations. */
    static double logMixture(List<Stage> stages, double[] theta) {
        double[] log = stages.stream()
                .mapToDouble(stage -> StrictMath.log(stage.table.size()) + stage.proposal.logDensity(theta))
                .toArray();
        double top = Arrays.stream(log).max().orElseThrow();
        double sum = 0;
        for (double l : log) sum += StrictMath.exp(l - top);
        return top + StrictMath.log(sum) - StrictMath.log(sizes(stages));
    }
}
