package bayesflow4j.training;

import static bayesflow4j.training.NormalMeans.MODELS;
import static bayesflow4j.training.NormalMeans.SHORT;
import static bayesflow4j.training.NormalMeans.answers;
import static bayesflow4j.training.NormalMeans.dataSets;
import static bayesflow4j.training.NormalMeans.draw;
import static bayesflow4j.training.NormalMeans.exact;
import static bayesflow4j.training.NormalMeans.within;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.amortized.AmortizedComparison;
import bayesflow4j.data.DataFileException;
import bayesflow4j.hypotheses.Hypotheses;
import bayesflow4j.hypotheses.ModelComparison;
import bayesflow4j.hypotheses.ModelInference;
import bayesflow4j.inference.ObservedData;
import bayesflow4j.method.Budget;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.EstimatorFile;
import bayesflow4j.storage.PriorsJson;
import bayesflow4j.storage.Safetensors;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Normal data whose mean is known or not: probabilities, standard errors, prior, data of neither model, and the file. */
class ComparisonTrainerTest {
    private static ModelComparison trained;

    @BeforeAll
    static void train() {
        trained = ComparisonTrainer.train(MODELS, SHORT.withBudget(new Budget.Steps(600)));
    }

    /** The goal of the full benchmark is the same, see {@code docs/results/comparison}. */
    @Test
    void bayesFactorsAreNearTheExactOnes() {
        double sum = 0;
        int near = 0;
        for (Observations x : dataSets(1000)) {
            double exact = exact(x);
            if (Math.abs(exact) >= 3) continue;
            sum += Math.abs(trained.given(x).log10BayesFactor(1, 0).mean() - exact);
            near++;
        }
        assertTrue(sum / near < 0.15, "mean absolute error " + sum / near);
    }

    @Test
    void standardErrorsAreHonestNearZeroAndFarFromIt() {
        for (int size = 0; size < 4; size++) {
            double within = within(trained, size, size + 1);
            assertTrue(within >= 0.9, within + " within two standard errors, size " + size);
        }
    }

    @Test
    void thePriorIsAppliedAfterwards() {
        Observations x = dataSets(1).getFirst();
        double[] equal = trained.given(x).probabilities();
        double[] weighted = trained.withPrior(List.of(1.0, 3.0)).given(x).probabilities();
        assertEquals(3 * equal[1] / equal[0], weighted[1] / weighted[0], 1e-9);
    }

    @Test
    void dataOfNoneOfTheModelsAreCalledSo() {
        Observations strange = Observations.of(9, -9, 9, -9, 9, -9, 9, -9);
        Observations usual = draw(0.3, 12, new Seed(3).stream(0));
        ModelInference inference = ModelInference.of(
                "test", trained, ObservedData.of(List.of(strange, usual), List.of("strange", "usual")));
        assertTrue(inference.isOfNone(0));
        assertTrue(!inference.isOfNone(1));
        assertTrue(inference.sentence().contains("none of the models"), inference.sentence());
    }

    private static Observations vector(double mean, int stream) {
        RandomGenerator rng = new Seed(3).stream(stream);
        return Observations.ofVector(rng.nextGaussian(mean, 1), rng.nextGaussian(mean, 1), rng.nextGaussian(mean, 1));
    }

    private static GenerativeModel around(String name, double mean) {
        return GenerativeModel.of(
                name,
                Prior.none(),
                (θ, n, rng) -> vector(mean, rng.nextInt()),
                ObservationCount.exactly(1),
                DataKind.VECTOR,
                "x",
                "y",
                "z");
    }

    /** Vectors between two models are near the mean of all their data, but no model makes them; older files cannot tell. */
    @Test
    void dataBetweenTheModelsAreOfNone(@TempDir Path folder) throws Exception {
        Hypotheses apart = Hypotheses.of(around("left", -5), around("right", 5));
        AmortizedComparison comparison = ComparisonTrainer.train(apart, SHORT.withBudget(new Budget.Steps(60)));
        List<Observations> data = List.of(vector(0, -1), vector(-5, -2), vector(5, -3));
        ObservedData observed = ObservedData.of(data, List.of("between", "left", "right"));
        ModelInference inference = ModelInference.of("test", comparison, observed);
        assertTrue(inference.isOfNone(0) && !inference.isOfNone(1) && !inference.isOfNone(2));
        inference.write(folder);
        List<String> lines = Files.readAllLines(folder.resolve("probabilities.csv"));
        assertEquals("data_set,left,right,none_of_them", lines.get(0));
        assertTrue(lines.get(1).endsWith(",1") && lines.get(2).endsWith(",0"), lines.toString());

        Path file = folder.resolve("comparison.safetensors");
        EstimatorFile.write(comparison, file);
        AmortizedComparison read = (AmortizedComparison) EstimatorFile.read(file);
        assertArrayEquals(comparison.referenceGroups(), read.referenceGroups());
        Safetensors content = Safetensors.read(file);
        new Safetensors(content.metadata(), content.tensors()).write(file);
        ModelComparison old = (ModelComparison) EstimatorFile.read(file);
        assertFalse(ModelInference.of("test", old, observed).isOfNone(0));
        new Safetensors(
                        content.metadata(),
                        content.tensors(),
                        Map.of("reference.models", new Safetensors.Integers(new int[] {2}, new int[] {0, 1})))
                .write(file);
        String message = assertThrows(DataFileException.class, () -> EstimatorFile.read(file))
                .getMessage();
        assertTrue(message.contains("reference.models: expected a number below 2"), message);
    }

    @Test
    void aFileGivesTheSameBits(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("comparison.safetensors");
        EstimatorFile.write(trained, file);
        ModelComparison read = (ModelComparison) EstimatorFile.read(file);
        assertEquals(List.of("zero", "mean"), read.models());
        assertTrue(Arrays.deepEquals(answers(trained), answers(read)));
        assertEquals(
                List.of("normal(0, 1)"),
                PriorsJson.in(file, "mean").orElseThrow().notation());
        assertEquals(0, PriorsJson.in(file, "zero").orElseThrow().dimension());
        assertTrue(PriorsJson.in(file, "other").isEmpty());
        EstimatorFile.write(read, file);
        assertTrue(PriorsJson.in(file, "mean").isPresent(), "a file that is read and written keeps them");
    }

    @Test
    void drawsAreOfTheModels() {
        Observations x = Observations.of(1.2, 0.8, 1.4, 0.9, 1.1, 0.3);
        double[] p = trained.given(x).probabilities();
        double[] mean = trained.given(x).sample(4000, new Seed(1)).mean();
        // Five standard errors of at most 0.008.
        assertArrayEquals(p, mean, 0.04);
    }
}
