package bayesflow4j.external;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.model.Column;
import bayesflow4j.model.Covariate;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.Gaps;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Scaling;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.FieldException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelFileTest {
    private static final String GOOD = """
            name: my-queue
            parameters:
              arrival:  uniform(0.1, 2)
              service:  uniform(0.1, arrival)     # may use earlier parameters
            data: {kind: series, columns: [length, wait], observations: 50..200}
            simulator:
              command: [python3, simulate.py]
            """;

    @TempDir
    Path folder;

    private ModelFile read(String text) throws IOException {
        return ModelFile.read(Files.writeString(folder.resolve("model.yaml"), text));
    }

    private static final String GIVEN = """
            name: shares
            parameters:
              top: 0.9
              p1, p2, p3: dirichlet(2, 3, 4)
              q: uniform(0, top)
            derived: {ratio: p1 / p3, half: q / 2}
            data: {kind: set, columns: [x], observations: 3}
            simulator:
              command: [python3, simulate.py]
            """;

    /** Numbers and formulas go to the simulator in the order of the file; only what has a distribution is inferred. */
    @Test
    void givenValuesReachTheSimulatorAndAreNotInferred() throws IOException {
        ModelFile file = read(GIVEN);
        assertEquals(List.of("p1", "p2", "q"), file.prior().names());
        assertEquals("uniform(0, 0.9)", file.prior().notation().get(2));
        assertEquals(List.of("p3", "ratio", "half"), file.derived().names());
        GenerativeModel model = file.model((theta, count, rng) -> {
            assertEquals(5, theta.length);
            assertEquals(0.9, theta[0]);
            assertEquals(1, theta[1] + theta[2] + theta[3], 1e-12);
            return Observations.of(theta[4], theta[4], theta[4]);
        });
        double[] theta = {0.2, 0.3, 0.4};
        assertEquals(
                0.4f,
                model.simulator().simulate(theta, 3, new Seed(1).stream(0)).at(0, 0));
        assertArrayEquals(
                new double[] {0.2, 0.3, 0.4, 0.5, 0.4, 0.2}, file.derived().appended(theta), 1e-12);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "p1 / p3 | p1 / p4 | 6:23: derived \"ratio\": unknown name \"p4\"",
                "dirichlet(2, 3, 4) | dirichlet(2, 3) | 4:15: prior of \"p1, p2, p3\": expected 3 numbers, got 2",
                "half: q | q: q | is not in use, got \"q\"",
                "dirichlet | dirichlt | expected dirichlet(a, …), ordered(lower, upper) or"
            })
    void mistakesInThemAreNamedWithTheirPlace(String good, String bad, String message) {
        String problem = assertThrows(ModelFileException.class, () -> read(GIVEN.replace(good, bad)))
                .getMessage();
        assertTrue(problem.contains(message), problem);
    }

    @Test
    void theModelOfTheGuideIsRead() throws IOException {
        ModelFile file = read(GOOD);
        assertEquals("my-queue", file.name());
        assertEquals(
                List.of("uniform(0.1, 2)", "uniform(0.1, arrival)"),
                file.prior().notation());
        assertEquals(DataKind.SERIES, file.kind());
        assertEquals(List.of(new Column("length"), new Column("wait")), file.columns());
        assertEquals(ObservationCount.between(50, 200), file.count());
        assertEquals(
                new SimulatorSource.Program(SimulatorCommand.of(
                        folder.toAbsolutePath(), SimulatorCommand.Protocol.LINES, "python3", "simulate.py")),
                file.simulator());
        assertEquals(Optional.empty(), file.network());
    }

    @Test
    void aModelMayHaveNoParameters() throws IOException {
        ModelFile file = read(GOOD.replaceAll("(?s)parameters:.*?data:", "parameters: {}\ndata:"));
        assertEquals(List.of(), file.prior().names());
        assertEquals(0, file.prior().sample(new Seed(1).stream(0)).length);
    }

    @Test
    void everythingThatCanBeSaidIsRead() throws IOException {
        ModelFile file = read("""
                name: all
                reference: "Someone (2020)"
                parameters:
                  a: 'normal(0, 1)'
                data:
                  kind: vector
                  columns:
                    - one
                    - two: log1p
                    - three: asinh(2.5)
                    - {four: plain}
                    - five: standard
                simulator:
                  command: [./sim, "{a}"]
                  protocol: once
                  timeout: 2.5
                  start-timeout: 7
                network: {summary: {outputs: 8}}
                training:
                  steps: 100
                abc: {trees: 50}
                """);
        assertEquals("Someone (2020)", file.reference());
        assertEquals(
                List.of(Scaling.STANDARD, Scaling.LOG1P, Scaling.asinh(2.5), Scaling.PLAIN, Scaling.STANDARD),
                file.columns().stream().map(Column::scaling).toList());
        assertEquals(ObservationCount.exactly(1), file.count());
        SimulatorCommand command = ((SimulatorSource.Program) file.simulator()).command();
        assertEquals(SimulatorCommand.Protocol.ONCE, command.protocol());
        assertEquals(Duration.ofMillis(2500), command.timeLimit());
        assertEquals(Duration.ofSeconds(7), command.startLimit());
        YamlNode.Text outputs = file.network().orElseThrow().section("summary").text("outputs");
        assertEquals(8, outputs.whole(1, 100));
        assertEquals(new YamlPlace(folder.resolve("model.yaml"), 18, 30), outputs.place());
        assertEquals(100, file.training().orElseThrow().text("steps").whole(1, 1000));
        assertEquals(
                Map.of(
                        "network", Map.of("summary", Map.of("outputs", 8)),
                        "training", Map.of("steps", 100),
                        "abc", Map.of("trees", 50)),
                file.settings());
        assertEquals(21, file.wrong(new FieldException("abc.trees", "too few")).line());
        ModelFileException e = assertThrows(ModelFileException.class, () -> outputs.whole(10, 20));
        assertEquals(18, e.line());
    }

    /** Each line of the file above is replaced by another, and the mistake is reported where it is. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1 | `nam: x` | 1 | 1 | unknown key \"nam\"; did you mean \"name\"?",
                "1 | `simulators: {}` | 1 | 1 | did you mean \"simulator\"?",
                "1 | `reference: x` | 1 | 1 | the key \"name\" is missing",
                "1 | `name: [a]` | 1 | 7 | name: expected a single value, got a list",
                "1 | `name:` | 1 | 6 | expected a value, got nothing",
                "1 | `name: !!java.io.File x` | 1 | 7 | tags (!) are not supported",
                "3 | `  arrival: unifrom(0.1, 2)` | 3 | 12 | unknown distribution \"unifrom\"; did you mean \"uniform\"?",
                "4 | `  service:  uniform(0.1, arival)` | 4 | 26 | unknown name \"arival\"; did you mean \"arrival\"?",
                "4 | `  service: \"uniform(0.1, arival)\"` | 4 | 26 | unknown name \"arival\"",
                "4 | `  service:  uniform(0.5, arrival)` | 3 | 3 | service ~ uniform(0.5, arrival) where arrival = ",
                "4 | `  seed:  uniform(0, 1)` | 4 | 3 | expected a parameter name",
                "4 | `  my-rate:  uniform(0, 1)` | 4 | 3 | expected a parameter name",
                "4 | `  arrival:  uniform(0, 1)` | 4 | 3 | the key \"arrival\" occurs twice",
                "5 | `data: {kind: serie, columns: [a], observations: 5}` | 5 | 14 | did you mean \"series\"?",
                "5 | `data: {kind: set, colums: [a], observations: 5}` | 5 | 19 | did you mean \"columns\"?",
                "5 | `data: {kind: set, columns: [a, a], observations: 5}` | 5 | 32 | \"a\" occurs twice",
                "5 | `data: {kind: set, columns: [a: lin], observations: 5}` | 5 | 32 | expected standard or plain",
                "5 | `data: {kind: set, columns: a, observations: 5}` | 5 | 28 | columns: expected a list",
                "5 | `data: {kind: set, columns: [a], observations: 9..5}` | 5 | 47 | the smaller number first",
                "5 | `data: {kind: set, columns: [a], observations: many}` | 5 | 47 | expected 100 or 50..200",
                "5 | `data: {kind: vector, columns: [a], observations: 5}` | 5 | 50 | a vector is one observation",
                "5 | `data: {kind: set, columns: [a]}` | 5 | 7 | the key \"observations\" is missing",
                "7 | `  comand: [python3]` | 7 | 3 | unknown key \"comand\"; did you mean \"command\"?",
                "7 | `  timeout: 3` | 7 | 3 | expected command: [program, argument, …] or java:",
                "7 | `  command: python3 simulate.py` | 7 | 12 | command: expected a list, got \"python3 simulate.py\"",
                "7 | `  {command: [a], protocol: one}` | 7 | 28 | expected lines or once, got \"one\"",
                "7 | `  {command: [a], timeout: soon}` | 7 | 27 | expected a number between",
                "7 | `  {command: [a, \"{arival}\"], protocol: once}` | 7 | 13 | did you mean {arrival}?",
                "7 | `  {java: {class: A}, command: [a]}` | 7 | 22 | unknown key \"command\"",
                "7 | `  command: [python3` | 7 | 20 | expected ',' or ']'"
            })
    void aMistakeIsReportedWhereItIs(int replaced, String by, int line, int column, String problem) {
        List<String> lines = new ArrayList<>(GOOD.lines().toList());
        lines.set(replaced - 1, by);
        ModelFileException e = assertThrows(ModelFileException.class, () -> read(String.join("\n", lines) + "\n"));
        assertTrue(e.getMessage().startsWith(folder.resolve("model.yaml") + ":"), e.getMessage());
        assertEquals(line + ":" + column, e.line() + ":" + e.column(), e.getMessage());
        assertTrue(e.getMessage().contains(problem), e.getMessage());
        assertEquals(1, e.getMessage().lines().count(), e.getMessage());
    }

    @Test
    void whatIsNoModelFileIsRefused() {
        assertTrue(assertThrows(ModelFileException.class, () -> read(""))
                .getMessage()
                .endsWith("the file is empty"));
        assertThrows(ModelFileException.class, () -> read("just text"));
        assertThrows(ModelFileException.class, () -> read("- a\n- b\n"));
        assertThrows(ModelFileException.class, () -> read(GOOD + "---\n" + GOOD));
        ModelFileException alias =
                assertThrows(ModelFileException.class, () -> read("name: &a x\nreference: *a\n" + GOOD));
        assertTrue(
                alias.getMessage().endsWith(":2:12: anchors and aliases (& and *) are not supported"),
                alias.getMessage());
        assertThrows(ModelFileException.class, () -> read("[".repeat(100_000)));
        ModelFileException e =
                assertThrows(ModelFileException.class, () -> ModelFile.read(folder.resolve("nothing.yaml")));
        assertTrue(e.getMessage().endsWith("nothing.yaml:1:1: no such file"), e.getMessage());
    }

    @Test
    void covariatesAndGapsAreRead() throws IOException {
        ModelFile file = read(GOOD.replace("data: {kind: series,", """
                context:
                  effort: log-uniform(1, 20)
                  dose: [0, 1.5, 10]
                  time: {steps: exponential(1)}
                  light: {each: [0, 1]}
                data: {missing: {share: 0.1..0.3, kind: blocks}, kind: series,"""));
        assertEquals(
                List.of(
                        Covariate.Scope.DATA_SET,
                        Covariate.Scope.DATA_SET,
                        Covariate.Scope.STEPS,
                        Covariate.Scope.ROWS),
                file.context().stream().map(Covariate::scope).toList());
        assertEquals(Scaling.LOG1P, file.context().getFirst().scaling());
        assertEquals(new Missing.Drawn(new Gaps(0.1, 0.3, Gaps.Pattern.BLOCKS)), file.missing());
        assertEquals(
                new Missing.Allowed(),
                read(GOOD.replace("data: {", "data: {missing: allowed, ")).missing());
        assertEquals(new Missing.Never(), read(GOOD).missing());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "context: {effort: uniform(1)} | 8:28: context \"effort\"",
                "context: {arrival: uniform(1, 2)} | 8:11: expected a name",
                "context: {wait: uniform(1, 2)} | 8:11: expected a name",
                "context: {seed: uniform(1, 2)} | 8:11: expected a name",
                "context: {time: {often: uniform(1, 2)}} | 8:18: unknown key \"often\"",
                "context: {time: {each: uniform(1, 2), rising: uniform(1, 2)}} | expected one of each",
                "context: {dose: [1, many]} | 8:21: expected a number",
            })
    void aMistakeInTheContextHasItsPlace(String line, String message) {
        ModelFileException e = assertThrows(ModelFileException.class, () -> read(GOOD + line + "\n"));
        assertTrue(e.getMessage().contains(message), e.getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sometimes | expected allowed or",
                "{share: 1.5} | expected a number between 0.0 and 0.99",
                "{share: 0.4..0.2} | expected a number between 0.4 and 0.99",
                "{share: a lot} | expected a share such as 0.2 or 0..0.3",
                "{share: 0.2, kind: odd} | expected random or blocks",
            })
    void aMistakeAboutGapsHasItsPlace(String missing, String message) {
        ModelFileException e = assertThrows(
                ModelFileException.class, () -> read(GOOD.replace("data: {", "data: {missing: " + missing + ", ")));
        assertTrue(e.getMessage().contains("model.yaml:5:") && e.getMessage().contains(message), e.getMessage());
    }
}
