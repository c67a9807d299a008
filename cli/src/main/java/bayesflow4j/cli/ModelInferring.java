package bayesflow4j.cli;

import bayesflow4j.check.CheckRecord;
import bayesflow4j.data.WholeDirectory;
import bayesflow4j.hypotheses.ComparisonStanding;
import bayesflow4j.hypotheses.ModelComparison;
import bayesflow4j.hypotheses.ModelInference;
import bayesflow4j.inference.ObservedData;
import bayesflow4j.random.Seed;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;

/** {@code infer} with a comparison of models: probabilities and Bayes factors of observed data sets. */
record ModelInferring(CommandSpec spec, Path output, boolean json, Seed seed) {
    private static final int SHOWN_SETS = 10;

    void run(Path file, ModelComparison comparison, ObservedData data, WholeDirectory directory, Predicting predicting)
            throws IOException {
        ModelInference inference = ModelInference.of(file.toString(), comparison, data)
                .with(new ComparisonStanding(comparison.provenance(), CheckRecord.in(file)));
        TrainingProgress progress = new TrainingProgress(spec.commandLine().getErr(), TrainingProgress.isTerminal());
        Predicting.Told told = predicting.told(inference, comparison, seed.child("report"), progress);
        progress.clear();
        directory.write(folder -> {
            told.inference().write(folder);
            told.report().write(folder);
        });
        print(told.inference());
    }

    private void print(ModelInference inference) {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        ComparisonStanding standing = inference.standing();
        if (inference.warns()) err.println("warning: " + inference.sentence());
        if (!standing.passed()) err.println("warning: " + standing.checked());
        standing.warnings().forEach(warning -> err.println("warning: " + warning));
        if (json) {
            out.println(inference.json());
        } else {
            out.print(TextTable.of(inference.rows(SHOWN_SETS), Set.of(0)));
            int more = inference.probabilities().size() - SHOWN_SETS;
            if (more > 0) out.println("… and " + more + " more data sets in " + output.resolve("probabilities.csv"));
            if (!inference.warns()) out.println(inference.sentence());
            if (standing.passed()) out.println(standing.checked());
            out.println("Report: " + output.resolve("report.html"));
        }
        out.flush();
    }
}
