package bayesflow4j.training;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.catalog.ModelFamily;
import bayesflow4j.catalog.Models;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.EstimatorFile;
import bayesflow4j.storage.Safetensors;
import bayesflow4j.summary.Invariant;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Properties;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The same seed trains the same weights, to the bit, as commit 963254c did: digests of twenty steps on every model of the
 * catalog, recorded by that commit. A change that is meant to change weights records them anew and says so.
 */
class SameBitsTest {
    static Stream<String> models() {
        return Models.families().stream().map(ModelFamily::name);
    }

    @ParameterizedTest
    @MethodSource("models")
    void aShortTrainingGivesTheWeightsOfBefore(String name, @TempDir Path directory)
            throws IOException, NoSuchAlgorithmException {
        GenerativeModel model = Models.named(name);
        assertEquals(recorded(name), digest(model, designOfThatCommit(model), directory));
    }

    /** The default for sets since then, recorded when it became the default. */
    @ParameterizedTest
    @ValueSource(strings = {"lfm", "regression"})
    void setsWithProductsKeepTheirWeightsToo(String name, @TempDir Path directory)
            throws IOException, NoSuchAlgorithmException {
        GenerativeModel model = Models.named(name);
        assertEquals(recorded(name + ".products"), digest(model, NetworkDesign.of(model), directory));
    }

    private static String recorded(String key) throws IOException {
        Properties recorded = new Properties();
        try (InputStream in = SameBitsTest.class.getResourceAsStream("digests.properties")) {
            recorded.load(in);
        }
        return recorded.getProperty(key);
    }

    /** Summaries of sets had no products then. */
    private static NetworkDesign designOfThatCommit(GenerativeModel model) {
        NetworkDesign design = NetworkDesign.of(model);
        return design.summary() instanceof Invariant network ? design.withSummary(network.withProducts(false)) : design;
    }

    private static String digest(GenerativeModel model, NetworkDesign design, Path directory)
            throws IOException, NoSuchAlgorithmException {
        AmortizedPosterior trained = Trainer.of(model)
                .withDesign(design)
                .withPlan(TrainingPlan.of(model).withSteps(20).withValidation(10, 64))
                .withSeed(new Seed(7))
                .train();
        Path file = directory.resolve("network.safetensors");
        EstimatorFile.write(trained, file);
        return digest(Safetensors.read(file));
    }

    private static String digest(Safetensors file) throws NoSuchAlgorithmException {
        MessageDigest sha = MessageDigest.getInstance("SHA-256");
        for (String name : new TreeSet<>(file.tensors().keySet())) {
            // Statistics of the held-out data sets; files of that commit did not have them.
            if (name.equals("reference.profiles")) continue;
            float[] values = file.tensors().get(name).values();
            ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
            bytes.asFloatBuffer().put(values);
            sha.update(name.getBytes(StandardCharsets.UTF_8));
            sha.update(bytes.array());
        }
        return HexFormat.of().formatHex(sha.digest(), 0, 16);
    }
}
