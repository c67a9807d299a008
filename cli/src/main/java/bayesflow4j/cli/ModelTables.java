package bayesflow4j.cli;

import bayesflow4j.hypotheses.Hypotheses;
import bayesflow4j.hypotheses.PooledSimulations;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.method.StoredSimulations;
import bayesflow4j.model.GenerativeModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Stored simulations of each model of a comparison, as the options {@code --table MODEL=SIMS} name them. */
record ModelTables(CommandSpec spec, Map<String, Path> files) {
    /** From the values of the options. */
    static ModelTables parse(CommandSpec spec, List<String> options) {
        Map<String, Path> files = new LinkedHashMap<>();
        for (String option : options) {
            int equals = option.indexOf('=');
            if (equals < 1)
                throw new ParameterException(
                        spec.commandLine(),
                        "--table: expected MODEL=SIMS for each model of a comparison, got " + option);
            files.put(option.substring(0, equals), Path.of(option.substring(equals + 1)));
        }
        return new ModelTables(spec, files);
    }

    /**
     * The simulations of all models.
     *
     * @param note takes what was left out or added
     */
    PooledSimulations read(Hypotheses hypotheses, Consumer<String> note) {
        for (String name : files.keySet())
            if (!hypotheses.names().contains(name))
                throw wrong("--table: expected the name of a model, one of " + String.join(", ", hypotheses.names())
                        + ", got " + name);
        List<SimulationTable> all = new ArrayList<>();
        for (GenerativeModel model : hypotheses.models()) {
            Path path = Optional.ofNullable(files.get(model.name()))
                    .orElseThrow(() ->
                            wrong("--table: expected stored simulations of every model, got none of " + model.name()));
            StoredSimulations stored = StoredSimulations.read(path, model);
            stored.notes().forEach(note);
            all.add(stored.table());
        }
        PooledSimulations pooled = pooled(hypotheses, all);
        pooled.notes().forEach(note);
        return pooled;
    }

    private PooledSimulations pooled(Hypotheses hypotheses, List<SimulationTable> all) {
        try {
            return hypotheses.pooled(all);
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage().replaceFirst("^tables", "--table"));
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
