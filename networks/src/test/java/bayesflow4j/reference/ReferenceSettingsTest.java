package bayesflow4j.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.catalog.Methods;
import bayesflow4j.catalog.Models;
import bayesflow4j.method.Budget;
import bayesflow4j.method.Fitting;
import bayesflow4j.method.Method;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.FieldException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReferenceSettingsTest {
    private static final GenerativeModel SET = Examples.model();
    private static final GenerativeModel VECTOR = Models.named("mvn");

    private static Map<?, ?> abc(String method, GenerativeModel model, Fitting fitting) {
        return (Map<?, ?>) Methods.named(method).settings(model, fitting).get("abc");
    }

    private static Fitting with(String section, Object settings) {
        return Fitting.DEFAULT.withSettings(Map.of(section, settings));
    }

    private static Fitting simulations(long count) {
        return Fitting.DEFAULT.withBudget(new Budget.Simulations(count));
    }

    @Test
    void defaultsSuitTheData() {
        assertEquals(
                Map.of(
                        "statistics", "mean",
                        "simulations", 100_000,
                        "observations", 0,
                        "accepted", 1000,
                        "adjustment", "local-linear"),
                abc("abc-nn", SET, Fitting.DEFAULT));
        assertEquals(
                Map.of(
                        "statistics", "learned",
                        "simulations", 50_000,
                        "observations", 0,
                        "trees", 500,
                        "axes", true,
                        "candidates", 0,
                        "draws", 10_000,
                        "leaf", 5),
                abc("abc-rf", SET, Fitting.DEFAULT));
        assertEquals("data", abc("abc-rf", VECTOR, Fitting.DEFAULT).get("statistics"));
        assertEquals(
                List.of("abc"),
                List.copyOf(Methods.named("abc-rf")
                        .settings(VECTOR, Fitting.DEFAULT)
                        .keySet()));
        assertEquals(
                List.of("network", "training", "abc"),
                List.copyOf(
                        Methods.named("abc-rf").settings(SET, Fitting.DEFAULT).keySet()));
    }

    @Test
    void everySettingHasAMeaning() {
        for (String name : List.of("abc-nn", "abc-rf")) {
            Method method = Methods.named(name);
            method.settings(SET, Fitting.DEFAULT)
                    .forEach((section, content) -> ((Map<?, ?>) content)
                            .keySet()
                            .forEach(key -> assertTrue(
                                    method.meanings().containsKey(section + "." + key), section + "." + key)));
        }
    }

    /** What a fit would have, said again, is what it would have. */
    @Test
    void settingsOfABudgetStayWhenTheyAreSaidAgain() {
        for (String name : List.of("abc-nn", "abc-rf")) {
            Map<String, Object> settings = Methods.named(name).settings(SET, simulations(30_000));
            assertEquals(settings, Methods.named(name).settings(SET, Fitting.DEFAULT.withSettings(settings)), name);
        }
    }

    @Test
    void aBudgetOfSimulationsIsSplit() {
        Map<String, Object> small = Methods.named("abc-nn").settings(SET, simulations(30_000));
        assertEquals(15_000, ((Map<?, ?>) small.get("abc")).get("simulations"));
        assertEquals(200, ((Map<?, ?>) small.get("abc")).get("accepted"));
        assertEquals(Map.of("simulations", 15_000L), ((Map<?, ?>) small.get("training")).get("budget"));
        Map<String, Object> large = Methods.named("abc-nn").settings(SET, simulations(1_000_000));
        assertEquals(100_000, ((Map<?, ?>) large.get("abc")).get("simulations"));
        assertEquals(Map.of("simulations", 900_000L), ((Map<?, ?>) large.get("training")).get("budget"));
        assertEquals(30_000, abc("abc-rf", VECTOR, simulations(30_000)).get("simulations"));
    }

    private static void refused(String path, String problem, String method, GenerativeModel model, Fitting fitting) {
        FieldException e =
                assertThrows(FieldException.class, () -> Methods.named(method).settings(model, fitting));
        assertEquals(path, e.path(), e.getMessage());
        assertTrue(e.getMessage().contains(problem), e.getMessage());
    }

    @Test
    void unknownAndImpossibleSettingsAreRefused() {
        refused("abc.trees", "not known", "abc-nn", SET, with("abc", Map.of("trees", 5)));
        refused("training.members", "one network", "abc-nn", SET, with("training", Map.of("members", 2)));
        refused("abc.tree", "did you mean trees?", "abc-rf", SET, with("abc", Map.of("tree", 5)));
        refused("table", "expected network, training or abc", "abc-nn", SET, with("table", Map.of()));
        refused("abc", "expected an object", "abc-nn", SET, with("abc", 3));
        refused("abc.accepted", "1 to 100000, got 0", "abc-nn", SET, with("abc", Map.of("accepted", 0)));
        refused("abc.adjustment", "local-linear", "abc-nn", SET, with("abc", Map.of("adjustment", "linear")));
        refused("abc.statistics", "one of", "abc-nn", SET, with("abc", Map.of("statistics", "median")));
        refused("abc.candidates", "0 to 10", "abc-rf", VECTOR, with("abc", Map.of("candidates", 11)));
        refused("abc.candidates", "0 to 5", "abc-rf", VECTOR, with("abc", Map.of("axes", false, "candidates", 6)));
        refused("abc.observations", "0 to 6", "abc-rf", SET, with("abc", Map.of("observations", 7)));
        refused("abc.observations", "3…6", "abc-rf", SET, with("abc", Map.of("observations", 2)));
        refused("network.heads", "not known", "abc-nn", SET, with("network", Map.of("heads", 2)));
    }

    @Test
    void statisticsMustSuitDataAndNetwork() {
        refused("abc.statistics", "for data of kind SET", "abc-rf", SET, with("abc", Map.of("statistics", "data")));
        refused("abc.statistics", "for vectors", "abc-rf", VECTOR, with("abc", Map.of("statistics", "summary")));
        refused(
                "abc.statistics",
                "which has no hand-made statistics",
                "abc-rf",
                Models.named("ricker"),
                with("abc", Map.of("statistics", "handmade")));
        refused("abc.statistics", "no hand-made", "abc-nn", SET, with("abc", Map.of("statistics", "handmade")));
        refused("network", "need no network", "abc-rf", VECTOR, with("network", Map.of("regression", false)));
        refused(
                "network.head",
                "knows its mean",
                "abc-nn",
                SET,
                with("network", Map.of("head", Map.of("kind", "coupling"))));
        IllegalArgumentException steps = assertThrows(
                IllegalArgumentException.class,
                () -> Methods.named("abc-rf").settings(VECTOR, Fitting.DEFAULT.withBudget(new Budget.Steps(5))));
        assertTrue(steps.getMessage().contains("budget: expected simulations"), steps.getMessage());
    }

    @Test
    void aTableCannotBeLargerThanWhatThereIs() {
        SimulationTable stored = SimulationTable.of(SET.batches(new Seed(5), 100, 16));
        Fitting fitting = with("abc", Map.of("simulations", 101)).withTable(stored);
        refused("abc.simulations", "from 1 to 100, got 101", "abc-nn", SET, fitting);
        assertEquals(100, abc("abc-nn", SET, Fitting.DEFAULT.withTable(stored)).get("simulations"));
        Fitting all = with("abc", Map.of("simulations", 500)).withBudget(new Budget.Simulations(500));
        refused("abc.simulations", "from 1 to 499, got 500", "abc-nn", SET, all);
    }
}
