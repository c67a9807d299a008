package bayesflow4j.classical;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bayesflow4j.method.SimulationTable;
import bayesflow4j.model.Observations;
import bayesflow4j.storage.Safetensors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReferenceTableTest {
    private static final List<double[]> THETA =
            List.of(new double[] {Math.PI, -0.0}, new double[] {Double.MIN_VALUE, 1e300}, new double[] {1, 2});

    @TempDir
    Path directory;

    private static ReferenceTable table() {
        return ReferenceTable.of(THETA, List.of(new double[] {0.1}, new double[] {2}, new double[] {-3}));
    }

    @Test
    void aFileKeepsTheTableToTheBit() throws IOException {
        Path file = directory.resolve("table");
        new Safetensors(Map.of(), table().arrays(), table().integers()).write(file);
        Safetensors read = Safetensors.read(file);
        ReferenceTable again = ReferenceTable.of(read.tensors(), read.integers());
        assertEquals(3, again.rows());
        assertEquals(2, again.dimension());
        assertEquals(1, again.width());
        for (int i = 0; i < 3; i++) assertArrayEquals(THETA.get(i), again.theta(i));
        assertArrayEquals(new double[] {-0.0, 1e300, 2}, again.column(1));
        assertArrayEquals(new float[] {0.1f, 2, -3}, again.statistics());
        assertThrows(IllegalArgumentException.class, () -> ReferenceTable.of(read.tensors(), Map.of()));
        assertThrows(
                IllegalArgumentException.class,
                () -> ReferenceTable.of(read.tensors(), Map.of("table.theta", Bits.of(new double[4], 2, 2))));
    }

    @Test
    void statisticsAreThoseOfTheSimulations() {
        SimulationTable simulations = new SimulationTable(
                THETA, List.of(Observations.of(1, 2), Observations.of(3, 5, 7), Observations.of(-1)));
        List<Integer> heard = new ArrayList<>();
        ReferenceTable table = ReferenceTable.of(simulations, x -> new double[] {x.count(), x.at(0, 0)}, 2, heard::add);
        assertArrayEquals(new float[] {2, 1, 3, 3, 1, -1}, table.statistics());
        assertEquals(List.of(3), heard);
        assertThrows(
                IllegalArgumentException.class, () -> ReferenceTable.of(simulations, Statistics.VECTOR, 1, n -> {}));
    }

    @Test
    void rowsKeepTheirOrder() {
        List<double[]> theta = new ArrayList<>();
        List<Observations> x = new ArrayList<>();
        for (int i = 0; i < 250; i++) {
            theta.add(new double[] {i});
            x.add(Observations.ofVector(i));
        }
        List<Integer> heard = new ArrayList<>();
        ReferenceTable table = ReferenceTable.of(new SimulationTable(theta, x), Statistics.VECTOR, 2, heard::add);
        for (int i = 0; i < 250; i++) assertEquals(i, table.statistic(i, 0));
        assertEquals(List.of(100, 200, 250), heard);
    }

    @Test
    void rowsThatDoNotFitAreRefused() {
        List<double[]> ragged = List.of(new double[] {1}, new double[] {1, 2}, new double[] {1});
        assertThrows(IllegalArgumentException.class, () -> ReferenceTable.of(THETA, ragged));
        assertThrows(IllegalArgumentException.class, () -> ReferenceTable.of(THETA, ragged.subList(0, 1)));
        List<double[]> infinite = List.of(new double[] {1}, new double[] {1}, new double[] {Double.NaN});
        assertThrows(IllegalArgumentException.class, () -> ReferenceTable.of(THETA, infinite));
        assertThrows(IllegalArgumentException.class, () -> ReferenceTable.floats(new double[] {1e39}));
    }

    @Test
    void lotteriesNeverDrawWhatHasNoWeight() {
        Lottery lottery = new Lottery(new double[] {0, 1, 0, 3, 0});
        assertEquals(1, lottery.at(0));
        assertEquals(1, lottery.at(0.25));
        assertEquals(3, lottery.at(0.2501));
        assertEquals(3, lottery.at(1));
        assertThrows(IllegalArgumentException.class, () -> new Lottery(new double[] {0, 0}));
        assertThrows(IllegalArgumentException.class, () -> new Lottery(new double[] {1, -1}));
    }
}
