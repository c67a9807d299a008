package bayesflow4j.cli;

import bayesflow4j.data.DataFileException;
import bayesflow4j.data.DataSets;
import bayesflow4j.data.NpyArray;
import bayesflow4j.data.Npz;
import bayesflow4j.model.Column;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.training.SimulationTable;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Stored simulations as {@code simulate} writes them: NPZ with {@code theta} [K, D], {@code x} and perhaps {@code offsets}. */
final class SimulationFile {
    private SimulationFile() {}

    static SimulationTable read(Path path, GenerativeModel model) {
        if (!path.toString().endsWith(".npz"))
            throw new DataFileException(path, "expected a file .npz, as bayesflow simulate -o sims.npz writes it");
        List<Observations> x = DataSets.read(
                        path, model.columns().stream().map(Column::name).toList())
                .sets();
        NpyArray theta = Npz.read(path).get("theta");
        int width = model.prior().dimension();
        if (theta == null) throw new DataFileException(path, "expected an array \"theta\" [data sets, parameters]");
        int[] shape = theta.shape();
        if (shape.length != 2 || shape[0] != x.size() || shape[1] != width)
            throw new DataFileException(
                    path,
                    "theta: expected shape [" + x.size() + ", " + width + "], a row per data set, got "
                            + Arrays.toString(shape));
        double[] values = theta.toDoubles();
        List<double[]> rows = IntStream.range(0, x.size())
                .mapToObj(k -> Arrays.copyOfRange(values, k * width, (k + 1) * width))
                .toList();
        for (int k = 0; k < rows.size(); k++)
            if (!model.prior().contains(rows.get(k)))
                throw new DataFileException(
                        path,
                        "theta[" + k + "]: expected parameters within the prior's support, got "
                                + Arrays.toString(rows.get(k)));
        return new SimulationTable(rows, x);
    }
}
