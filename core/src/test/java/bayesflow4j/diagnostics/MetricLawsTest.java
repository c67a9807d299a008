package bayesflow4j.diagnostics;

import java.util.List;
import org.junit.jupiter.api.Nested;

/**
 * The laws for each metric. Expected values are those of the exact posterior in theory (its variance is 0.2 of the prior's,
 * the range of 400 standard normals about 5.6); tolerances are about three standard errors of 400 data sets.
 */
class MetricLawsTest {
    @Nested
    class OfNrmse extends MetricLaws {
        @Override
        Metric metric() {
            return new Nrmse();
        }

        @Override
        double exact() {
            return 0.08;
        }

        @Override
        double tolerance() {
            return 0.008;
        }

        @Override
        List<Recovery> told() {
            return List.of(PRIOR);
        }
    }

    @Nested
    class OfRSquared extends MetricLaws {
        @Override
        Metric metric() {
            return new RSquared();
        }

        @Override
        double exact() {
            return 0.8;
        }

        @Override
        double tolerance() {
            return 0.03;
        }

        @Override
        List<Recovery> told() {
            return List.of(SHIFTED, PRIOR);
        }
    }

    @Nested
    class OfCalibrationError extends MetricLaws {
        @Override
        Metric metric() {
            return new CalibrationError();
        }

        @Override
        double exact() {
            return 0.0;
        }

        @Override
        double tolerance() {
            return 0.03;
        }

        @Override
        List<Recovery> told() {
            return List.of(NARROW, WIDE);
        }
    }

    @Nested
    class OfContraction extends MetricLaws {
        @Override
        Metric metric() {
            return Contraction.ofPrior(new double[] {1, 1});
        }

        @Override
        Metric inOtherUnit() {
            return Contraction.ofPrior(new double[] {1000, 1000});
        }

        @Override
        double exact() {
            return 0.8;
        }

        @Override
        double tolerance() {
            return 0.01;
        }

        @Override
        List<Recovery> told() {
            return List.of(NARROW, WIDE, PRIOR);
        }
    }

    @Nested
    class OfEmpiricalContraction extends MetricLaws {
        @Override
        Metric metric() {
            return Contraction.empirical();
        }

        @Override
        double exact() {
            return 0.8;
        }

        @Override
        double tolerance() {
            return 0.04;
        }

        @Override
        List<Recovery> told() {
            return List.of(WIDE, PRIOR);
        }
    }

    @Nested
    class OfZScore extends MetricLaws {
        @Override
        Metric metric() {
            return new ZScore();
        }

        @Override
        double exact() {
            return 0.0;
        }

        @Override
        double tolerance() {
            return 0.15;
        }

        @Override
        List<Recovery> told() {
            return List.of(SHIFTED);
        }
    }

    @Nested
    class OfZScoreSpread extends MetricLaws {
        @Override
        Metric metric() {
            return new ZScoreSpread();
        }

        @Override
        double exact() {
            return 1.0;
        }

        @Override
        double tolerance() {
            return 0.1;
        }

        @Override
        List<Recovery> told() {
            return List.of(NARROW, WIDE);
        }
    }

    @Nested
    class OfPosteriorSd extends MetricLaws {
        @Override
        Metric metric() {
            return new PosteriorSd();
        }

        @Override
        double exact() {
            return 0.447;
        }

        @Override
        double tolerance() {
            return 0.01;
        }

        @Override
        List<Recovery> told() {
            return List.of(NARROW, WIDE, PRIOR);
        }

        @Override
        double unit() {
            return 1000;
        }
    }

    @Nested
    class OfCoverage50 extends MetricLaws {
        @Override
        Metric metric() {
            return new Coverage(0.5);
        }

        @Override
        double exact() {
            return 0.5;
        }

        @Override
        double tolerance() {
            return 0.05;
        }

        @Override
        List<Recovery> told() {
            return List.of(NARROW, WIDE);
        }
    }

    @Nested
    class OfCoverage90 extends MetricLaws {
        @Override
        Metric metric() {
            return new Coverage(0.9);
        }

        @Override
        double exact() {
            return 0.9;
        }

        @Override
        double tolerance() {
            return 0.03;
        }

        @Override
        List<Recovery> told() {
            return List.of(NARROW, SHIFTED);
        }
    }
}
