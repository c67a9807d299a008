package bayesflow4j.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.check.ModelCheck;
import bayesflow4j.diagnostics.Calibration;
import bayesflow4j.diagnostics.Metrics;
import bayesflow4j.diagnostics.Verdict;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.model.distribution.Distribution;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.DrawsFile;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.random.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** x₁ … x_N ~ N(μ, noise²) with μ ~ N(0, 1): the sampler knows the exact posterior for the noise that it believes in. */
class CheckReportTest {
    private static GenerativeModel model(DataKind kind, ObservationCount count) {
        return GenerativeModel.of(
                "normal",
                Prior.of("mu", Distribution.normal(0, 1)),
                (theta, n, rng) -> {
                    float[] x = new float[n];
                    for (int i = 0; i < n; i++) x[i] = (float) (theta[0] + rng.nextGaussian());
                    return new Observations(n, 1, x);
                },
                count,
                kind,
                "x");
    }

    private static Estimator believing(GenerativeModel model, double noise) {
        return Estimator.of("normal", model, x -> {
            double precision = 1 + x.count() / (noise * noise);
            double sum = 0;
            for (float value : x.values()) sum += value;
            double mean = sum / (noise * noise) / precision;
            return (draws, seed) -> {
                RandomGenerator rng = seed.stream(0);
                double[] values = new double[draws];
                for (int l = 0; l < draws; l++) values[l] = mean + rng.nextGaussian() / Math.sqrt(precision);
                return Draws.of(List.of("mu"), values);
            };
        });
    }

    private static Report report(DataKind kind, ObservationCount count, double noise) {
        GenerativeModel model = model(kind, count);
        return CheckReport.of("Check", ModelCheck.of(model, believing(model, noise), 150, 100, new Seed(4)));
    }

    @Test
    void aSamplerTrainedOnTheRightModelGetsAGoodVerdictAtEveryCount() {
        Report report = report(DataKind.SERIES, ObservationCount.between(5, 20), 1);
        assertEquals(Verdict.Grade.GOOD, report.verdict().orElseThrow().grade());
        Table byCount = report.tables().getFirst();
        assertEquals(List.of("parameter", "T = 5", "T = 20"), byCount.header());
        assertTrue(byCount.rows().getFirst().get(2).startsWith("well calibrated, contraction 0.9"), byCount.toString());
        assertTrue(report.metrics()
                        .orElseThrow()
                        .value("resimulationError", Metrics.ALL)
                        .mean()
                > 0);
        List<String> figures = report.figures().stream().map(Figure::name).toList();
        assertTrue(figures.containsAll(List.of("recovery", "sbc-ecdf", "marginals", "predictive", "examples")));
    }

    @Test
    void aSamplerTrainedOnTheWrongSimulatorGetsABadVerdict() {
        Report report = report(DataKind.SET, ObservationCount.exactly(10), 0.4);
        assertEquals(Verdict.Grade.POOR, report.verdict().orElseThrow().grade());
        assertTrue(report.verdict().orElseThrow().findings().getFirst().words().contains("over-confident"));
    }

    /** As a network after a handful of steps: calibrated, for it returns the prior, and useless. */
    @Test
    void aSamplerThatHasLearntNothingGetsABadVerdict() {
        GenerativeModel model = model(DataKind.SET, ObservationCount.exactly(10));
        Estimator prior = Estimator.of("prior", model, x -> (draws, seed) -> {
            RandomGenerator rng = seed.stream(0);
            return Draws.of(
                    List.of("mu"),
                    IntStream.range(0, draws)
                            .mapToDouble(l -> rng.nextGaussian())
                            .toArray());
        });
        Verdict verdict = ModelCheck.of(model, prior, 150, 100, new Seed(4)).verdict();
        assertEquals(Verdict.Grade.POOR, verdict.grade());
        assertEquals(Calibration.WASTEFUL, verdict.findings().getFirst().calibration());
    }

    @Test
    void whatIsWrittenCanBeDiagnosedAgain(@TempDir Path folder) throws IOException {
        GenerativeModel model = model(DataKind.VECTOR, ObservationCount.exactly(1));
        ModelCheck check = ModelCheck.of(model, believing(model, 1), 20, 10, new Seed(4));
        check.writeDraws(folder);
        List<Draws> back = DrawsFile.read(folder.resolve("draws.npz"), List.of("mu"));
        assertEquals(20, back.size());
        assertEquals(check.recovery().draws(7).value(3, 0), back.get(7).value(3, 0));
    }
}
