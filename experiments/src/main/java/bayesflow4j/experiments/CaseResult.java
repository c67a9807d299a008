package bayesflow4j.experiments;

import bayesflow4j.data.WholeFile;
import bayesflow4j.method.CaseFit;
import bayesflow4j.method.Round;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.DrawsFile;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.Fields;
import bayesflow4j.storage.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a case-based method found for one data set, and what it took.
 *
 * @param draws from the posterior
 * @param seconds of the fit
 * @param simulations of the fit
 * @param epsilon of the last population; NaN where distances play no role
 * @param rounds that it took
 * @param resumed whether the fit was interrupted, so that its seconds are those after the last interruption only
 */
record CaseResult(Draws draws, double seconds, long simulations, double epsilon, int rounds, boolean resumed) {
    private static final String DRAWS = "draws.npz";
    private static final String NUMBERS = "result.json";

    static CaseResult of(CaseFit fit, int draws, boolean resumed, Seed seed) {
        Round last = fit.rounds().getLast();
        return new CaseResult(
                fit.posterior().sample(draws, seed),
                fit.provenance().seconds(),
                fit.provenance().simulations(),
                last.epsilon(),
                fit.rounds().size(),
                resumed);
    }

    static boolean isIn(Path folder) {
        return Files.exists(folder.resolve(NUMBERS));
    }

    void write(Path folder) {
        DrawsFile.writeNpz(folder.resolve(DRAWS), List.of(draws), List.of());
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("seconds", seconds);
        json.put("simulations", simulations);
        json.put("epsilon", Double.isFinite(epsilon) ? epsilon : -1.0);
        json.put("rounds", rounds);
        json.put("resumed", resumed);
        String text = Json.indented(json) + "\n";
        WholeFile.write(folder.resolve(NUMBERS), out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    static CaseResult read(Path folder, List<String> parameters) {
        try {
            Fields json = Fields.parse(NUMBERS, Files.readString(folder.resolve(NUMBERS)));
            double epsilon = json.number("epsilon");
            return new CaseResult(
                    DrawsFile.read(folder.resolve(DRAWS), parameters).getFirst(),
                    json.number("seconds"),
                    json.integer("simulations", 0L, Long.MAX_VALUE / 4),
                    epsilon < 0 ? Double.NaN : epsilon,
                    json.integer("rounds", 0, Integer.MAX_VALUE),
                    json.flag("resumed"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
