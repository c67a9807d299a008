package bayesflow4j.model.notation;

import bayesflow4j.model.distribution.Distribution;
import bayesflow4j.model.distribution.Support;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;

/** A ready distribution as it is written: its name and the names of its arguments. */
enum DistributionForm {
    UNIFORM("uniform", "lower", "upper"),
    LOG_UNIFORM("log-uniform", "lower", "upper"),
    NORMAL("normal", "mean", "deviation"),
    LOG_NORMAL("log-normal", "log mean", "log deviation"),
    HALF_NORMAL("half-normal", "scale"),
    GAMMA("gamma", "shape", "rate"),
    BETA("beta", "a", "b"),
    EXPONENTIAL("exponential", "rate"),
    STUDENT_T("student-t", "degrees", "location", "scale"),
    CAUCHY("cauchy", "location", "scale"),
    HALF_CAUCHY("half-cauchy", "scale"),
    WEIBULL("weibull", "shape", "scale"),
    INVERSE_GAMMA("inverse-gamma", "shape", "scale"),
    SCALED_BETA("scaled-beta", "a", "b", "lower", "upper"),
    POISSON("poisson", "mean"),
    BINOMIAL("binomial", "trials", "probability"),
    BERNOULLI("bernoulli", "probability"),
    INTEGERS("integers", "lower", "upper"),
    CATEGORICAL("categorical", "name = probability", "…");

    private final String written;
    private final List<String> arguments;

    DistributionForm(String written, String... arguments) {
        this.written = written;
        this.arguments = List.of(arguments);
    }

    /** The form of this name; case, hyphens and underscores do not matter, so {@code logUniform} is log-uniform. */
    static Optional<DistributionForm> named(String name) {
        return Arrays.stream(values())
                .filter(form -> plain(form.written).equals(plain(name)))
                .findFirst();
    }

    static List<String> names() {
        return Arrays.stream(values()).map(form -> form.written).toList();
    }

    private static String plain(String name) {
        return name.replaceAll("[-_]", "").toLowerCase(Locale.ROOT);
    }

    int size() {
        return arguments.size();
    }

    /** For example {@code uniform(lower, upper)}. */
    String usage() {
        return written + '(' + String.join(", ", arguments) + ')';
    }

    /** Whether each of its arguments, as many as there are, has a name. */
    boolean isNamed() {
        return this == CATEGORICAL;
    }

    /**
     * The distribution.
     *
     * @param names of the arguments if the form {@link #isNamed}
     */
    Distribution of(double[] a, List<String> names) {
        return switch (this) {
            case UNIFORM -> Distribution.uniform(a[0], a[1]);
            case LOG_UNIFORM -> Distribution.logUniform(a[0], a[1]);
            case NORMAL -> Distribution.normal(a[0], a[1]);
            case LOG_NORMAL -> Distribution.logNormal(a[0], a[1]);
            case HALF_NORMAL -> Distribution.halfNormal(a[0]);
            case GAMMA -> Distribution.gamma(a[0], a[1]);
            case BETA -> Distribution.beta(a[0], a[1]);
            case EXPONENTIAL -> Distribution.exponential(a[0]);
            case STUDENT_T -> Distribution.studentT(a[0], a[1], a[2]);
            case CAUCHY -> Distribution.cauchy(a[0], a[1]);
            case HALF_CAUCHY -> Distribution.halfCauchy(a[0]);
            case WEIBULL -> Distribution.weibull(a[0], a[1]);
            case INVERSE_GAMMA -> Distribution.inverseGamma(a[0], a[1]);
            case SCALED_BETA -> Distribution.scaledBeta(a[0], a[1], a[2], a[3]);
            case POISSON -> Distribution.poisson(a[0]);
            case BINOMIAL -> Distribution.binomial(a[0], a[1]);
            case BERNOULLI -> Distribution.bernoulli(a[0]);
            case INTEGERS -> Distribution.integers(a[0], a[1]);
            case CATEGORICAL -> Distribution.categorical(probabilities(names, a));
        };
    }

    private static SequencedMap<String, Double> probabilities(List<String> names, double[] a) {
        SequencedMap<String, Double> all = new LinkedHashMap<>();
        for (int i = 0; i < a.length; i++) all.put(names.get(i), a[i]);
        return all;
    }

    /** The support that holds every support that {@link #of} has for arguments in these ranges. */
    Support widest(List<Range> a, List<String> names) {
        return switch (this) {
            case UNIFORM -> Support.between(a.get(0).lower(), a.get(1).upper());
            case LOG_UNIFORM ->
                Support.between(Math.max(0, a.get(0).lower()), a.get(1).upper());
            case SCALED_BETA -> Support.between(a.get(2).lower(), a.get(3).upper());
            case NORMAL, STUDENT_T, CAUCHY -> Support.REAL;
            case LOG_NORMAL, HALF_NORMAL, GAMMA, EXPONENTIAL, HALF_CAUCHY, WEIBULL, INVERSE_GAMMA -> Support.POSITIVE;
            case BETA -> Support.between(0, 1);
            case POISSON -> new Support.Integers(0, Double.POSITIVE_INFINITY);
            case BINOMIAL -> new Support.Integers(0, Math.floor(a.get(0).upper()));
            case BERNOULLI -> new Support.Integers(0, 1);
            case INTEGERS ->
                new Support.Integers(
                        Math.ceil(a.get(0).lower()), Math.floor(a.get(1).upper()));
            case CATEGORICAL ->
                Distribution.categorical(probabilities(names, equal(names.size())))
                        .support();
        };
    }

    private static double[] equal(int count) {
        double[] equal = new double[count];
        Arrays.fill(equal, 1.0 / count);
        return equal;
    }
}
