package bayesflow4j.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.diagnostics.Sharpness;
import bayesflow4j.diagnostics.Verdict;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.posterior.Provenance.LossPoint;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class StandingTest {
    private static Provenance trained(List<LossPoint> history) {
        return trained(OptionalDouble.empty(), history);
    }

    private static Provenance trained(OptionalDouble seen, List<LossPoint> history) {
        Provenance.Training training =
                new Provenance.Training("{}", 1000, 1, history.getLast().validation(), seen, history);
        return new Provenance(
                "flow",
                "toy",
                false,
                "1",
                1,
                64_000,
                0,
                75,
                Instant.parse("2026-01-31T12:00:00Z"),
                Optional.of(training));
    }

    private static final Provenance LEVEL =
            trained(List.of(new LossPoint(700, 1.01, 1.02), new LossPoint(1000, 1, 1.01)));

    private static CheckRecord record(Verdict.Grade grade, String... faults) {
        return new CheckRecord(
                Instant.parse("2026-02-01T12:00:00Z"), "1", grade, "headline", 300, 1000, 1, List.of(faults), "");
    }

    @Test
    void onlyAPassedCheckIsGood() {
        Standing never = new Standing(LEVEL, 2, Optional.empty());
        assertEquals(Verdict.Grade.FAIR, never.grade());
        assertTrue(never.sentences().getFirst().startsWith("This network was never checked"));
        assertTrue(never.checked().contains("add --check to bayesflow infer"), never.checked());
        Standing failed = new Standing(LEVEL, 2, Optional.of(record(Verdict.Grade.POOR, "K over-confident")));
        assertEquals(Verdict.Grade.POOR, failed.grade());
        assertEquals(
                "The network failed its check on 300 simulated data sets (2026-02-01): K over-confident. Do not trust its"
                        + " posteriors.",
                failed.checked());
        Standing passed = new Standing(LEVEL, 2, Optional.of(record(Verdict.Grade.GOOD)));
        assertTrue(passed.passed());
        assertEquals(
                List.of(
                        passed.checked(),
                        "Trained by flow on 64,000 simulations in 1:15 minutes, 1,000 steps, validation loss 1.010."),
                passed.sentences());
    }

    @Test
    void calibratedButNotSharpIsNoUnconditionalTrust() {
        CheckRecord good = record(Verdict.Grade.GOOD);
        Standing wide = new Standing(
                LEVEL,
                2,
                Optional.of(new CheckRecord(
                        good.made(),
                        "1",
                        good.grade(),
                        "headline",
                        300,
                        1000,
                        1,
                        List.of(),
                        Sharpness.POSSIBLE + ": by a regression …")));
        assertEquals(Verdict.Grade.FAIR, wide.grade());
        assertFalse(wide.passed());
        assertTrue(wide.checked().endsWith("these are wider than need be."), wide.checked());
    }

    @Test
    void lossesOfOtherSimulationsAreNotCompared() {
        // The running mean of the training loss is over other numbers of rows than the loss that validates.
        Provenance online = trained(List.of(new LossPoint(700, -12, -11), new LossPoint(1000, -12.8, -11.01)));
        assertFalse(new Standing(online, 6, Optional.empty()).isOverfitted());
    }

    @Test
    void overfittingAndAFallingLossAreSaid() {
        Standing overfitted = new Standing(
                trained(OptionalDouble.of(0.1), List.of(new LossPoint(700, 0.5, 1.02), new LossPoint(1000, 0.3, 1.01))),
                2,
                Optional.empty());
        assertTrue(overfitted.isOverfitted());
        assertTrue(
                overfitted.sentences().get(1).contains("0.91 nats above"),
                overfitted.sentences().toString());
        assertFalse(new Standing(LEVEL, 2, Optional.empty()).isOverfitted());
        Standing falling = new Standing(
                trained(List.of(new LossPoint(700, 1.5, 1.5), new LossPoint(1000, 1.1, 1.1))), 2, Optional.empty());
        assertTrue(
                falling.sentences().get(1).contains("still fell by 0.40 nats"),
                falling.sentences().toString());
    }
}
