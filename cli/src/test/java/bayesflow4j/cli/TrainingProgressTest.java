package bayesflow4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bayesflow4j.method.TrainingEvent;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** What a terminal shows of a fit in rounds. */
class TrainingProgressTest {
    private static String shown(TrainingEvent event) {
        StringWriter text = new StringWriter();
        new TrainingProgress(new PrintWriter(text, true), true).on(event);
        return text.toString().strip();
    }

    @Test
    void theTimeLeftOfAFitInRoundsIsThatOfTheWhole() {
        assertEquals(
                "25 % ████░░░░░░░░░░░░ round 1 of 5: simulation 30 of 600, at least 3:20 left",
                shown(new TrainingEvent.Part("round 1 of 5: simulation 30 of 600", 0.25, 200, true)));
        assertEquals(
                "50 % ████████░░░░░░░░ SMC-MMD, population 7, about 1:05 left",
                shown(new TrainingEvent.Part("population 7", 0.5, 65, false).of("SMC-MMD")));
        assertEquals("population 2", shown(new TrainingEvent.Part("population 2", Double.NaN, Double.NaN, false)));
    }
}
