package bayesflow4j.hypotheses;

import bayesflow4j.method.OnDemand;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.model.ObservationCount;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Stored simulations of all models as simulations of their mixture. Data sets are left out unless all models have some of about
 * their N, since a classifier would otherwise learn that N alone tells the model.
 *
 * @param table the simulations that are left, whose θ [J] is 1 for the model that made x, otherwise 0
 * @param shares how many of them each model made [J]
 * @param notes what was left out, for people
 */
public record PooledSimulations(SimulationTable table, List<Double> shares, List<String> notes) {
    /** Copies the lists. */
    public PooledSimulations {
        shares = List.copyOf(shares);
        notes = List.copyOf(notes);
    }

    /**
     * Pools the simulations of each model.
     *
     * @throws IllegalArgumentException if there is no N that all tables have, or if its frequencies differ between them
     */
    static PooledSimulations of(Hypotheses models, List<SimulationTable> tables) {
        if (tables.size() != models.size())
            throw new IllegalArgumentException(
                    "tables: expected " + models.size() + ", one for each model, got " + tables.size());
        for (int j = 0; j < tables.size(); j++)
            tables.get(j).requireFits(models.models().get(j));
        ObservationCount common = common(models.names(), tables);
        List<int[]> rows = tables.stream().map(table -> rows(table, common)).toList();
        List<String> notes = new ArrayList<>();
        for (int j = 0; j < tables.size(); j++) {
            String name = models.names().get(j);
            int all = tables.get(j).size();
            int left = all - rows.get(j).length;
            if (left == all)
                throw new IllegalArgumentException(
                        "tables: expected simulations of " + name + " with N in " + common + ", got none");
            if (left > 0)
                notes.add(name + ": left out " + left + " of " + all + " simulations, whose N is not in " + common
                        + " as it is for all models");
        }
        CountTest.require(models.names(), tables, rows);
        return new PooledSimulations(
                pooled(tables, rows),
                rows.stream().map(own -> (double) own.length).toList(),
                notes);
    }

    private static ObservationCount common(List<String> names, List<SimulationTable> tables) {
        List<ObservationCount> counts =
                tables.stream().map(SimulationTable::count).toList();
        int least = counts.stream().mapToInt(ObservationCount::least).max().orElseThrow();
        int most = counts.stream().mapToInt(ObservationCount::most).min().orElseThrow();
        if (least > most)
            throw new IllegalArgumentException("tables: expected a number of rows N that all models have, got "
                    + String.join(
                            ", ",
                            IntStream.range(0, names.size())
                                    .mapToObj(j -> counts.get(j) + " of " + names.get(j))
                                    .toList()));
        return ObservationCount.between(least, most);
    }

    private static int[] rows(SimulationTable table, ObservationCount common) {
        return IntStream.range(0, table.size())
                .filter(k -> common.least() <= table.count(k) && table.count(k) <= common.most())
                .toArray();
    }

    /** The rows [J][Kⱼ] of the tables, those of the first model first. */
    private static SimulationTable pooled(List<SimulationTable> tables, List<int[]> rows) {
        int[] model = new int[rows.stream().mapToInt(own -> own.length).sum()];
        int[] row = new int[model.length];
        int k = 0;
        for (int j = 0; j < rows.size(); j++) {
            System.arraycopy(rows.get(j), 0, row, k, rows.get(j).length);
            Arrays.fill(model, k, k + rows.get(j).length, j);
            k += rows.get(j).length;
        }
        IntUnaryOperator count = i -> tables.get(model[i]).count(row[i]);
        return new SimulationTable(
                new OnDemand<>(model.length, i -> IndicatorPrior.indicator(model[i], rows.size()), i -> rows.size()),
                new OnDemand<>(model.length, i -> tables.get(model[i]).x().get(row[i]), count));
    }
}
