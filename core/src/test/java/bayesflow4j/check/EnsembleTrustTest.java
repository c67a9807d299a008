package bayesflow4j.check;

import static bayesflow4j.model.distribution.Distribution.normal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.diagnostics.DataProfile;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Ensemble;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.posterior.Provenance.LossPoint;
import bayesflow4j.posterior.Referenced;
import bayesflow4j.posterior.Schema;
import bayesflow4j.posterior.Summarized;
import bayesflow4j.random.Seed;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a single network is asked, an ensemble is asked too: are the data unlike those of training, was it overfitted? */
class EnsembleTrustTest {
    private static final int ROWS = 20;

    /** x₁ … x₂₀ ~ N(μ, 1). */
    private static final GenerativeModel MODEL = GenerativeModel.of(
            "level",
            Prior.of("mu", normal(0, 3)),
            (theta, count, rng) -> Observations.of(IntStream.range(0, count)
                    .mapToDouble(i -> theta[0] + rng.nextGaussian())
                    .toArray()),
            ObservationCount.exactly(ROWS),
            DataKind.SERIES,
            "x");

    /** An estimator whose summary is the mean, trained as these losses say. */
    private record Member(Provenance provenance) implements Referenced {
        private static final List<Observations> REFERENCE = MODEL.batches(new Seed(1), 512, 1).stream()
                .map(b -> b.observations(0))
                .toList();

        private static double[] mean(Observations x) {
            double sum = 0;
            for (float value : x.values()) sum += value;
            return new double[] {sum / x.count()};
        }

        @Override
        public Summarized given(Observations x) {
            return new Summarized() {
                @Override
                public double[] summary() {
                    return mean(x);
                }

                @Override
                public Draws sample(int count, Seed seed) {
                    return Draws.of(List.of("mu"), new double[count]);
                }
            };
        }

        @Override
        public Schema schema() {
            return Schema.of(MODEL);
        }

        @Override
        public double[][] referenceProfiles() {
            DataProfile profile = new DataProfile(MODEL.kind(), MODEL.columns());
            return REFERENCE.stream().map(profile::of).toArray(double[][]::new);
        }

        @Override
        public double[][] referenceSummaries() {
            return REFERENCE.stream().map(Member::mean).toArray(double[][]::new);
        }
    }

    /** The loss on simulations that were seen is that of the last point. */
    private static Provenance trained(long steps, double validation, LossPoint... history) {
        OptionalDouble seen = OptionalDouble.of(history[history.length - 1].training());
        Provenance.Training training = new Provenance.Training("{}", steps, 0.5, validation, seen, List.of(history));
        return new Provenance("flow", "level", false, "1", 1, 1000, 0, 75, Instant.EPOCH, Optional.of(training));
    }

    /** The history of the first member, the steps of both and the mean of their losses, as training writes it. */
    private static Ensemble ensemble(Provenance first, Provenance second) {
        Provenance.Training a = first.training().orElseThrow();
        Provenance.Training b = second.training().orElseThrow();
        double validation = (a.validationLoss() + b.validationLoss()) / 2;
        LossPoint[] history = a.history().toArray(LossPoint[]::new);
        return new Ensemble(
                List.of(new Member(first), new Member(second)), trained(a.steps() + b.steps(), validation, history));
    }

    private static Ensemble ensemble() {
        Provenance level = trained(1000, 1.01, new LossPoint(700, 1.01, 1.02), new LossPoint(1000, 1, 1.01));
        return ensemble(level, level);
    }

    /** The mean of twenty equal numbers is as usual as any; only statistics beside the summary see that they are equal. */
    @Test
    void aConstantSeriesIsUnlikeTheTrainingDataOfAnEnsemble() {
        float[] same = new float[ROWS];
        Arrays.fill(same, 0.5f);
        Observations constant = new Observations(ROWS, 1, same);
        Observations usual = MODEL.batch(new Seed(2), 0, 1).observations(0);
        Ensemble ensemble = ensemble();
        Likeness found = Likeness.of(ensemble, List.of(constant), List.of(ensemble.given(constant)));
        assertTrue(found.warns(), found.sentence(List.of("constant")));
        assertTrue(found.sentence(List.of("constant")).contains("what stands out: "));
        assertFalse(Likeness.of(ensemble, List.of(usual), List.of(ensemble.given(usual)))
                .warns());
    }

    /** The gap is the mean over the members, 0.4 and 0.6, though no loss of the first is the mean validation loss. */
    @Test
    void anOverfittedEnsembleIsSaidToBe() {
        Standing standing = Standing.of(
                ensemble(
                        trained(1000, 1.0, new LossPoint(700, 0.9, 1.1), new LossPoint(1000, 0.6, 1.0)),
                        trained(500, 1.2, new LossPoint(300, 0.9, 1.2001), new LossPoint(500, 0.6, 1.2))),
                Optional.empty());
        assertTrue(standing.isOverfitted());
        assertTrue(
                standing.warnings().getFirst().contains("0.50 nats above"),
                standing.warnings().toString());
        assertFalse(Standing.of(ensemble(), Optional.empty()).isOverfitted());
        assertTrue(standing.trained().contains("an ensemble of 2 networks"), standing.trained());
    }

    /** Both members are level in the last quarter of their own steps; of the sum of the steps, the first fell in all. */
    @Test
    void theLastQuarterIsThatOfEachMember() {
        Provenance level = trained(
                1000, 1.0, new LossPoint(200, 1.9, 2.0), new LossPoint(700, 1.0, 1.01), new LossPoint(1000, 0.99, 1.0));
        assertEquals(
                List.of(), Standing.of(ensemble(level, level), Optional.empty()).warnings());
        Provenance falling = trained(1000, 1.0, new LossPoint(700, 1.6, 1.6), new LossPoint(1000, 1.0, 1.0));
        Provenance worse = trained(1000, 2.0, new LossPoint(700, 2.4, 2.4), new LossPoint(1000, 2.0, 2.0));
        assertTrue(Standing.of(ensemble(falling, worse), Optional.empty())
                .warnings()
                .getFirst()
                .contains("still fell by 0.50 nats"));
    }
}
