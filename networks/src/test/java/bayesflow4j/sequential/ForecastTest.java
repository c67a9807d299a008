package bayesflow4j.sequential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.method.TrainingEvent;
import bayesflow4j.training.TrainingPlan;
import org.junit.jupiter.api.Test;

/** The time left of a fit in three rounds of 100 simulations, on a clock that the test sets. */
class ForecastTest {
    private double seconds;
    private final Forecast forecast =
            new Forecast(new SequentialPlan(300, 3, 10, 1e-4), () -> Math.round(1e9 * seconds));

    private TrainingEvent.Part simulating(int r, double took, long made, long left) {
        seconds += took;
        return forecast.simulating("", r, made, left);
    }

    @Test
    void itIsThatOfAllRounds() {
        forecast.begin();
        TrainingEvent.Part first = simulating(1, 25, 50, 250);
        assertEquals(125, first.secondsLeft(), 1e-9);
        assertTrue(first.atLeast(), "nothing is known about training yet");
        assertEquals(25 / 150.0, first.share(), 1e-9);
        seconds += 25;
        forecast.simulated(100);
        forecast.begin();
        seconds += 4;
        assertTrue(Double.isNaN(forecast.training("", 1, 40, 1000, 200).secondsLeft()), "slow first steps");
        TrainingEvent.Part training = forecast.training("", 1, 400, 1000, 200);
        assertEquals(6 + 2 * 10 + 100, training.secondsLeft(), 1e-9);
        seconds += 8;
        forecast.trained();
        forecast.begin();
        TrainingEvent.Part second = simulating(2, 10, 20, 180);
        assertEquals(180 * 60 / 120.0 + 2 * 12, second.secondsLeft(), 1e-9);
        assertFalse(second.atLeast());
    }

    @Test
    void whatAStateHadTellsNothingAboutSpeed() {
        forecast.simulated(0);
        forecast.begin();
        seconds += 3;
        assertTrue(Double.isNaN(forecast.training("", 2, 100, 1000, 100).secondsLeft()));
        assertEquals(27, forecast.training("", 3, 100, 1000, 0).secondsLeft(), 1e-9);
    }

    @Test
    void aTrainingEndsWhenPatienceRunsOut() {
        TrainingPlan plan = TrainingPlan.DEFAULT
                .withSteps(5000)
                .withValidation(100, 50)
                .withPatience(3)
                .withReductions(1);
        Patience patience = new Patience(plan);
        assertEquals(600, patience.end(5000));
        patience.hear(new TrainingEvent.Validated(100, 1, 1));
        assertEquals(700, patience.end(5000));
        for (int v = 2; v <= 4; v++) patience.hear(new TrainingEvent.Validated(100 * v, 2, 1));
        assertEquals(700, patience.end(5000));
        patience.hear(new TrainingEvent.RateReduced(400, 100, 0.3));
        assertEquals(700, patience.end(5000));
        patience.hear(new TrainingEvent.Validated(500, 0.5, 0.5));
        assertEquals(800, patience.end(5000));
        assertEquals(750, patience.end(750));
        assertEquals(5000, new Patience(plan.withPatience(0)).end(5000));
    }
}
