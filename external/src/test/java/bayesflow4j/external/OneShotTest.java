package bayesflow4j.external;

import static bayesflow4j.external.Simulators.SHAPE;
import static bayesflow4j.external.Simulators.batch;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.model.Batch;
import bayesflow4j.model.Covariates;
import bayesflow4j.model.Observations;
import bayesflow4j.model.SimulatorUnavailableException;
import bayesflow4j.random.Seed;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class OneShotTest {
    private static OneShot shell(String mode, Duration limit, int workers) {
        SimulatorCommand command = Simulators.command(SimulatorCommand.Protocol.ONCE, "./once.sh", mode);
        return new OneShot(command.withTimeLimit(limit), SHAPE, workers);
    }

    @Test
    void parametersAreArgumentsAndColumnsAreFoundByName() {
        try (OneShot one = shell("well", Duration.ofSeconds(30), 1);
                OneShot two = shell("well", Duration.ofSeconds(30), 2)) {
            Batch batch = batch(one, 8, 1);
            assertEquals(0, batch.failures().count(), batch.failures().report());
            Observations x = batch.observations(0);
            assertEquals(x.at(0, 0) + 1, x.at(1, 0), 1e-4);
            assertArrayEquals(batch.x(), batch(two, 8, 4).x());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "fails | 30000 | no license found",
                "fails | 30000 | ended with exit code 3. Its stderr ended with:",
                "hangs | 200 | was not done within 0.2 s.",
                "floods | 30000 | wrote more than the requested",
                "rubbish | 30000 | the header has no column \"x\"): \"Welcome to Sim 2.0\""
            })
    void aProgramThatDoesNotWorkEndsTheWorkAndSaysWhy(String mode, long millis, String reason) {
        try (OneShot simulator = shell(mode, Duration.ofMillis(millis), 2)) {
            SimulatorUnavailableException e =
                    assertThrows(SimulatorUnavailableException.class, () -> batch(simulator, 8, 1));
            assertTrue(e.getMessage().contains(reason), e.getMessage());
        }
    }

    @Test
    void placeholdersAreFilledAlsoWithAFile() {
        SimulatorCommand command = Simulators.command(
                SimulatorCommand.Protocol.ONCE, "awk", "-F,", "NR == 2 { print $1; print $2 }", "{parameters}");
        try (OneShot simulator = new OneShot(command, SHAPE, 1)) {
            Observations x = simulator.simulate(new double[] {0.25}, 2, new Seed(1).stream(0));
            assertArrayEquals(new float[] {0.25f, 2}, x.values());
        }
        Arguments arguments = new Arguments(
                List.of("a{mu}b", "{seed}", "{seed32}", "{observations}", "{ mu }", "{}"), List.of("mu"), List.of());
        assertEquals(
                List.of("a-0.5b", "18446744073709551615", "2147483647", "7", "{ mu }", "{}"),
                arguments.fill(new double[] {-0.5}, Covariates.NONE, 7, -1).words());
        assertEquals(
                List.of("run", "--mu", "1.0E-5", "--observations", "7", "--seed", "3"),
                new Arguments(List.of("run"), List.of("mu"), List.of())
                        .fill(new double[] {1e-5}, Covariates.NONE, 7, 3)
                        .words());
        Covariates covariates = new Covariates(Map.of("dose", 2.5), Map.of("time", new double[] {1, 2}));
        assertEquals(
                List.of("2.5", "1.0 2.0"),
                new Arguments(List.of("{dose}", "{time}"), List.of("mu"), List.of("dose", "time"))
                        .fill(new double[] {1}, covariates, 2, 3)
                        .words());
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class,
                () -> new Arguments(List.of("{observatons}"), List.of("mu"), List.of()));
        assertTrue(e.getMessage().contains("did you mean {observations}?"), e.getMessage());
    }

    /** The time limit of the class is that of its tests alone. */
    @AfterEach
    @Timeout(60)
    void noProcessStays() throws Exception {
        for (ProcessHandle process : Simulators.alive().toList())
            process.onExit().get();
    }

    @Test
    void closedMeansClosed() {
        OneShot simulator = shell("well", Duration.ofSeconds(30), 1);
        simulator.close();
        assertThrows(
                SimulatorUnavailableException.class,
                () -> simulator.simulate(new double[] {0}, 1, new Seed(1).stream(0)));
    }
}
