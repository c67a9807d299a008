package bayesflow4j.models;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.catalog.ModelFamily;
import bayesflow4j.catalog.Models;
import bayesflow4j.catalog.Options;
import bayesflow4j.model.ChainPrior;
import bayesflow4j.model.Parameter;
import bayesflow4j.model.Prior;
import bayesflow4j.model.notation.NotationException;
import bayesflow4j.random.Seed;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a model's prior writes about itself is enough to have the same prior again. */
class NotationRoundTripTest {
    static Stream<String> names() {
        Stream<String> families = Models.families().stream()
                .filter(f -> f.model(Options.defaults(f)).prior() instanceof ChainPrior)
                .map(ModelFamily::name);
        return Stream.concat(families, Stream.of("sir:gamma-from=0", "lotka-volterra:prior=log-uniform"));
    }

    @ParameterizedTest
    @MethodSource("names")
    void aPriorIsReadBackDrawForDraw(String name) {
        Prior written = Models.named(name).prior();
        Prior read = read(written);
        assertEquals(written.notation(), read.notation());
        assertEquals(written.parameters(), read.parameters());
        for (int i = 0; i < 100; i++) {
            double[] theta = written.sample(new Seed(3).stream(i));
            assertArrayEquals(theta, read.sample(new Seed(3).stream(i)));
            assertEquals(written.logDensity(theta), read.logDensity(theta));
            assertArrayEquals(written.toReal(theta), read.toReal(theta));
        }
    }

    @Test
    void mostModelsAreWrittenInTheNotationAndTheOthersAreRefused() {
        assertTrue(names().count() >= 6);
        assertThrows(NotationException.class, () -> read(Models.named("gmm").prior()));
    }

    private static Prior read(Prior prior) {
        List<String> names = prior.parameters().stream().map(Parameter::name).toList();
        return Prior.parse(names, prior.notation());
    }
}
