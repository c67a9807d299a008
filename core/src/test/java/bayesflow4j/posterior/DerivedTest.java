package bayesflow4j.posterior;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bayesflow4j.diagnostics.Recovery;
import bayesflow4j.model.notation.NotationException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DerivedTest {
    private static final List<String> RATES = List.of("beta", "gamma");

    private static Derived derived() {
        Map<String, String> definitions = new LinkedHashMap<>();
        definitions.put("days", "1 / gamma");
        definitions.put("week", "7");
        definitions.put("R0", "beta * days");
        definitions.put("weeks", "days / week");
        return Derived.of(RATES, definitions).without(List.of("week"));
    }

    @Test
    void quantitiesFollowTheParametersInTheirOrder() {
        Draws draws = derived().appended(Draws.of(RATES, new double[][] {{1.5, 0.5}, {2, 0.25}}));
        assertEquals(List.of("beta", "gamma", "days", "R0", "weeks"), draws.parameters());
        assertArrayEquals(new double[] {1.5, 0.5, 2, 3, 2.0 / 7}, draws.row(0));
        assertArrayEquals(new double[] {2, 0.25, 4, 8, 4.0 / 7}, draws.row(1));
        assertEquals(List.of("week"), derived().constants());
    }

    @Test
    void theTruthsOfARecoveryAreExtendedLikeTheDraws() {
        Draws draws = Draws.of(RATES, new double[][] {{1.5, 0.5}, {2, 0.25}});
        Recovery recovery =
                Recovery.of(RATES, new double[][] {{1, 0.5}}, List.of(draws)).with(derived());
        assertArrayEquals(new double[] {2}, recovery.truth(3));
        assertArrayEquals(new double[] {5.5}, recovery.means(3));
    }

    @Test
    void unknownNamesAndNamesInUseAreRefused() {
        assertThrows(NotationException.class, () -> Derived.of(RATES, Map.of("R0", "bta / gamma")));
        assertThrows(IllegalArgumentException.class, () -> Derived.of(RATES, Map.of("beta", "gamma")));
        Draws draws = Draws.of(RATES, new double[][] {{1.5, 0.5}});
        assertSame(draws, Derived.none().appended(draws));
    }
}
