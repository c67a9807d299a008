package bayesflow4j.hypotheses;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.model.Covariate;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.Gaps;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.model.distribution.Distribution;
import bayesflow4j.random.Seed;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Standard normal series without parameters, with gaps or with a known covariate. */
class PredictiveFitTest {
    private static final GenerativeModel NOISE = GenerativeModel.of(
            "noise",
            Prior.none(),
            (theta, count, rng) -> Observations.of(IntStream.range(0, count)
                    .mapToDouble(n -> rng.nextGaussian())
                    .toArray()),
            ObservationCount.exactly(12),
            DataKind.SERIES,
            "x");

    private static final Observations GAPPED = new Observations(12, 1, new float[] {
        0.3f, -0.8f, Float.NaN, 0.2f, -0.4f, Float.NaN, 1.2f, Float.NaN, 0.6f, -1.1f, 0.9f, -0.2f
    });

    /** A model that draws gaps predicts complete data, which must not make gaps a misfit: p was 1/201. */
    @Test
    void gapsAreNoMisfit() {
        for (GenerativeModel model :
                List.of(NOISE.withGaps(new Gaps(0, 0.5, Gaps.Pattern.RANDOM)), NOISE.withMissing())) {
            PredictiveFit fit = PredictiveFit.of(model, Optional.empty(), GAPPED, new Seed(1));
            assertTrue(fit.pValue() > 0.05, "p = " + fit.pValue());
            assertEquals(
                    fit.pValue(),
                    PredictiveFit.averaged(List.of(fit), new double[] {1}, GAPPED, DataKind.SERIES, new Seed(2))
                            .pValue());
        }
    }

    @Test
    void predictionsAreConditionedOnKnownCovariates() {
        GenerativeModel scaled = NOISE.withCovariates(
                List.of(Covariate.of("effort", Distribution.uniform(1, 20))),
                (theta, covariates, count, rng) -> Observations.of(IntStream.range(0, count)
                        .mapToDouble(n -> rng.nextGaussian())
                        .toArray()));
        float[] x = new float[24];
        for (int n = 0; n < 12; n++) {
            x[2 * n] = GAPPED.values()[n] > -9 ? GAPPED.values()[n] : 0;
            x[2 * n + 1] = 7;
        }
        PredictiveFit fit = PredictiveFit.of(scaled, Optional.empty(), new Observations(12, 2, x), new Seed(1));
        fit.predictions().forEach(p -> assertEquals(7, p.at(3, 1)));
    }
}
