package bayesflow4j.classical.smc;

import bayesflow4j.data.NpyArray;
import bayesflow4j.data.Npz;
import bayesflow4j.model.Failures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@link Candidates} of one population on disk, so that no candidate is simulated twice. */
final class CandidatesFile {
    private CandidatesFile() {}

    static void write(Path path, Candidates candidates, int width) {
        double[] real = new double[candidates.real().size() * width];
        for (int i = 0; i < candidates.real().size(); i++)
            System.arraycopy(candidates.real().get(i), 0, real, i * width, width);
        Map<String, NpyArray> arrays = new LinkedHashMap<>();
        arrays.put("real", new NpyArray.Doubles(real, candidates.real().size(), width));
        double[] distances = candidates.distances().stream().mapToDouble(d -> d).toArray();
        arrays.put("distances", new NpyArray.Doubles(distances, distances.length));
        Failures failures = candidates.failures();
        long[] counts = {candidates.examined(), failures.count(), failures.attempts()};
        arrays.put("counts", new NpyArray.Longs(counts, counts.length));
        Npz.write(path, arrays);
    }

    static Candidates read(Path path, int width) {
        Map<String, NpyArray> arrays = Npz.read(path);
        double[] real = arrays.get("real").toDoubles();
        List<double[]> rows = new ArrayList<>();
        for (int at = 0; at < real.length; at += width) rows.add(Arrays.copyOfRange(real, at, at + width));
        List<Double> distances =
                Arrays.stream(arrays.get("distances").toDoubles()).boxed().toList();
        double[] counts = arrays.get("counts").toDoubles();
        return new Candidates(
                rows, distances, (long) counts[0], new Failures((long) counts[1], (long) counts[2], List.of()));
    }
}
