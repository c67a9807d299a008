package bayesflow4j.hypotheses;

import bayesflow4j.model.Column;
import bayesflow4j.model.Covariate;
import bayesflow4j.model.Gaps;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Whether two models are of the same data. Gaps and known covariates are not what the models explain, so both must draw them
 * alike: otherwise they tell the models apart.
 */
final class SameData {
    private static final int DRAWS = 4000;

    /** Equal distributions that are drawn by different code are this far apart in one of a million cases (Kolmogorov-Smirnov). */
    private static final double FARTHEST = Math.sqrt(Math.log(2e6) / 2) * Math.sqrt(2.0 / DRAWS);

    private SameData() {}

    static void require(GenerativeModel first, GenerativeModel other) {
        if (first.kind() != other.kind())
            throw new IllegalArgumentException("models: expected data of one kind, got " + first.kind() + " of "
                    + first.name() + " and " + other.kind() + " of " + other.name());
        if (!names(first).equals(names(other)))
            throw new IllegalArgumentException("models: expected the same data columns, got " + names(first) + " of "
                    + first.name() + " and " + names(other) + " of " + other.name());
        for (int j = 0; j < first.width(); j++) {
            Column own = first.columns().get(j);
            Column their = other.columns().get(j);
            requireSame("role", own.name(), first, own.role(), other, their.role());
            requireSame("scaling", own.name(), first, own.scaling(), other, their.scaling());
        }
        if (!first.gaps().equals(other.gaps()))
            throw new IllegalArgumentException(
                    "models: expected the same gaps in the data, which otherwise are evidence,"
                            + " got " + words(first.gaps()) + " of " + first.name() + " and " + words(other.gaps())
                            + " of "
                            + other.name());
        requireSameCovariates(first, other);
    }

    private static void requireSame(
            String what, String column, GenerativeModel first, Object own, GenerativeModel other, Object their) {
        if (!own.equals(their))
            throw new IllegalArgumentException("models: expected the same " + what + " of the column " + column
                    + ", got " + own + " of " + first.name() + " and " + their + " of " + other.name());
    }

    private static List<String> names(GenerativeModel model) {
        return model.columns().stream().map(Column::name).toList();
    }

    private static String words(Optional<Gaps> gaps) {
        return gaps.map(g -> String.format(
                        Locale.ROOT,
                        "a share of %s…%s, %s",
                        g.least(),
                        g.most(),
                        g.pattern().name().toLowerCase(Locale.ROOT)))
                .orElse("none that are drawn");
    }

    private static void requireSameCovariates(GenerativeModel first, GenerativeModel other) {
        List<Covariate> own = first.covariates();
        List<Covariate> their = other.covariates();
        for (int j = 0; j < Math.min(own.size(), their.size()); j++) {
            requireSame(
                    "layout",
                    own.get(j).name(),
                    first,
                    own.get(j).scope(),
                    other,
                    their.get(j).scope());
            double distance = distance(draws(own.get(j)), draws(their.get(j)));
            if (distance > FARTHEST)
                throw new IllegalArgumentException(String.format(
                        Locale.ROOT,
                        "models: expected the same distribution of the covariate %s, which otherwise is evidence, got"
                                + " distribution functions of %s and %s that differ by up to %.2f",
                        own.get(j).name(),
                        first.name(),
                        other.name(),
                        distance));
        }
    }

    /** By the same stream, so that the same code draws the same numbers. */
    private static double[] draws(Covariate covariate) {
        RandomGenerator rng = new Seed(1).child("covariates").stream(0);
        double[] draws = new double[DRAWS];
        for (int i = 0; i < DRAWS; i++) draws[i] = covariate.draw().sample(rng);
        Arrays.sort(draws);
        return draws;
    }

    /** The largest difference of the distribution functions of two sorted samples of one size. */
    private static double distance(double[] a, double[] b) {
        int i = 0;
        int j = 0;
        int farthest = 0;
        while (i < a.length && j < b.length) {
            double value = Math.min(a[i], b[j]);
            while (i < a.length && a[i] == value) i++;
            while (j < b.length && b[j] == value) j++;
            farthest = Math.max(farthest, Math.abs(i - j));
        }
        return (double) farthest / a.length;
    }
}
