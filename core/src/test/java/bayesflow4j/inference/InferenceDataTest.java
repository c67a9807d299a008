package bayesflow4j.inference;

import static bayesflow4j.model.distribution.Distribution.normal;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bayesflow4j.data.Reader;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.Schema;
import bayesflow4j.random.Seed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The file {@code posterior.nc} of {@code infer}, for two lakes of two and three rows. */
@Timeout(60)
class InferenceDataTest {
    private static final GenerativeModel MODEL = GenerativeModel.of(
            "lakes",
            Prior.of("mu", normal(0, 1)).and("nu", normal(5, 1)),
            (theta, count, rng) -> Observations.of(IntStream.range(0, count)
                    .mapToDouble(i -> theta[0] + rng.nextGaussian())
                    .toArray()),
            ObservationCount.between(1, 9),
            DataKind.SERIES,
            "x");

    /** Draw l of lake k is (k + 1, l). */
    private static Inference inference() {
        Estimator estimator = Estimator.of("toy", MODEL, x -> (count, seed) -> {
            double[] values = new double[2 * count];
            for (int l = 0; l < count; l++) {
                values[2 * l] = x.count() - 1;
                values[2 * l + 1] = l;
            }
            return Draws.of(List.of("mu", "nu"), values);
        });
        ObservedData data = ObservedData.of(
                List.of(Observations.of(1, 2), Observations.of(3, 4, 5)), List.of("Loch Ness", "\u00C9tang"));
        return Inference.of("toy", estimator, data, 50, new Seed(1));
    }

    private static Path written(Path directory, Optional<GenerativeModel> model, Optional<Prior> prior) {
        Path file = directory.resolve("posterior.nc");
        Inference inference = inference();
        InferenceData.of(inference, Schema.of(MODEL), model, prior, new Seed(2)).write(file);
        return file;
    }

    private static boolean hasGroup(Path file, String name) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(name);
    }

    /** A network's file has the prior where the model is not at hand. */
    @Test
    void thePriorNeedsNoModel(@TempDir Path directory) throws IOException {
        Path without = written(directory, Optional.empty(), Optional.of(MODEL.prior()));
        assertTrue(hasGroup(without, "prior"));
        assertFalse(hasGroup(without, "posterior_predictive"));
        assertFalse(hasGroup(written(directory, Optional.empty(), Optional.empty()), "prior"));
    }

    /** Where Python has xarray and h5netcdf; every group opens by itself, and all as a tree where xarray has trees. */
    @Test
    void pythonOpensEveryGroup(@TempDir Path directory) throws IOException, InterruptedException {
        Optional<Reader> python = Reader.python("import xarray, h5netcdf");
        assumeTrue(python.isPresent(), "Python has no xarray with h5netcdf");
        Path file = written(directory, Optional.of(MODEL), Optional.of(MODEL.prior()));
        assertTrue(python.get().runs("""
                import math, sys, xarray
                def group(name):
                    return xarray.open_dataset(sys.argv[1], group=name, engine="h5netcdf")
                posterior = group("posterior")
                assert posterior["mu"].dims == ("chain", "draw", "data_set"), posterior["mu"].dims
                assert posterior["mu"].sel(data_set="\u00C9tang").values.tolist() == [[2.0] * 50]
                assert posterior["nu"].sel(data_set="Loch Ness").values.tolist() == [list(range(50))]
                assert abs(float(group("prior")["nu"].mean()) - 5) < 1
                assert group("prior")["nu"].dims == ("chain", "draw")
                predicted = group("posterior_predictive")["x"]
                assert predicted.dims == ("chain", "draw", "data_set", "row"), predicted.dims
                assert math.isnan(predicted.sel(data_set="Loch Ness").values[0][0][2])
                observed = group("observed_data")["x"].sel(data_set="\u00C9tang").values.tolist()
                assert observed == [3, 4, 5], observed
                if hasattr(xarray, "open_datatree"):
                    tree = xarray.open_datatree(sys.argv[1], engine="h5netcdf")
                    assert set(tree.children) == {"posterior", "prior", "posterior_predictive", "observed_data"}
                """, file.toString()));
    }
}
