package bayesflow4j.method;

import bayesflow4j.data.DataFileException;
import bayesflow4j.model.Column;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.random.Seed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Takes simulations that fit the model, and counts the others. */
final class SelectedSimulations {
    private static final Seed GAPS = new Seed(1).child("gaps");

    private final Path path;
    private final GenerativeModel model;
    private final TableBuilder builder;
    private int seen;
    private boolean complete = true;

    SelectedSimulations(Path path, GenerativeModel model, TableBuilder builder) {
        this.path = path;
        this.model = model;
        this.builder = builder;
    }

    void add(double[] theta, Observations x) {
        int k = seen++;
        if (!Arrays.stream(theta).allMatch(Double::isFinite) || !fits(x, model)) return;
        if (!model.prior().contains(theta))
            throw new DataFileException(
                    path,
                    "theta[" + k + "]: expected parameters within the prior's support, got " + Arrays.toString(theta));
        builder.add(theta, x);
        complete &= x.missing() == 0;
    }

    StoredSimulations stored() {
        int left = seen - builder.size();
        if (builder.size() == 0)
            throw new DataFileException(
                    path, "expected at least one complete simulation, got " + left + " with missing numbers");
        List<String> notes = new ArrayList<>();
        if (left > 0)
            notes.add(path + ": left out " + left + " of " + seen
                    + " simulations, which have numbers that are missing or not finite");
        SimulationTable table = builder.table();
        if (model.gaps().isEmpty() || !complete) return new StoredSimulations(table, notes);
        notes.add(path + ": has no missing values; gaps are drawn as the model says");
        return new StoredSimulations(table.with(model.gaps().get(), model, GAPS), notes);
    }

    private static boolean fits(Observations x, GenerativeModel model) {
        boolean present = false;
        for (int i = 0; i < x.values().length; i++) {
            float value = x.values()[i];
            Column column = model.columns().get(i % x.width());
            if (!Float.isFinite(value) && !(Float.isNaN(value) && column.mayBeMissing())) return false;
            present |= !Float.isNaN(value) && !column.role().isCovariate();
        }
        return present;
    }
}
