package bayesflow4j.server.serving;

import bayesflow4j.check.Likeness;
import bayesflow4j.inference.Inference;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.DensityPosterior;
import bayesflow4j.posterior.Derived;
import bayesflow4j.posterior.Disagreement;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Posterior;
import bayesflow4j.server.Counters;
import bayesflow4j.server.Gate;
import bayesflow4j.server.Problem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * p(θ | xₖ) for the data sets of one request, and draws from them, a few data sets at a time: memory does not grow with their
 * number. Each piece of work waits its turn at the gate and uses all cores.
 */
final class AskedPosteriors implements Iterator<Draws> {
    /** Draws made in one turn: enough to keep all cores busy, few enough to let others have theirs. */
    private static final int DRAWS_AT_ONCE = 20_000;

    private static final int GIVEN_AT_ONCE = 256;

    /** Bytes for one number of a draw: in the engine, as a draw, and as text. */
    private static final int BYTES_PER_NUMBER = 64;

    private static final int BYTES_PER_SET = 512;

    private final PosteriorRequest asked;
    private final ServedNetwork network;
    private final Gate.Admission admission;
    private final Counters counters;
    private final Derived derived;
    private final List<Posterior> posteriors = new ArrayList<>();
    private final Deque<Draws> made = new ArrayDeque<>();
    private int next;
    private final Likeness likeness;

    AskedPosteriors(ServedNetwork network, PosteriorRequest asked, Gate.Admission admission, Counters counters) {
        this.network = network;
        this.asked = asked;
        this.admission = admission;
        this.counters = counters;
        this.derived = network.derived();
        int width = network.quantities().size();
        admission.reserve((long) asked.data().sets().size() * BYTES_PER_SET
                + (long) BYTES_PER_NUMBER * width * asked.draws() * setsAtOnce());
        for (int left = asked.data().sets().size(); left > GIVEN_AT_ONCE; left -= GIVEN_AT_ONCE)
            posteriors.addAll(admission.run(() -> given(GIVEN_AT_ONCE)));
        this.likeness = admission.run(this::begin);
    }

    /** The last posteriors and the first draws in one turn: all that one data set needs, before the first byte of a reply. */
    private Likeness begin() {
        List<Observations> sets = asked.data().sets();
        posteriors.addAll(given(sets.size() - posteriors.size()));
        if (asked.theta().isEmpty()) made.addAll(make());
        return network.reference().likeness(sets, posteriors);
    }

    /** The posteriors of the next data sets. */
    private List<Posterior> given(int count) {
        int from = posteriors.size();
        List<Observations> some = asked.data().sets().subList(from, from + count);
        return some.size() == 1
                ? List.of(network.estimator().given(some.getFirst()))
                : some.parallelStream()
                        .<Posterior>map(network.estimator()::given)
                        .toList();
    }

    private int setsAtOnce() {
        return Math.clamp(DRAWS_AT_ONCE / asked.draws(), 1, asked.data().sets().size());
    }

    /** How much the members of an ensemble disagree about data set k, as in every inference with this seed. */
    Optional<Disagreement> disagreement(int k) {
        return admission.run(() -> Disagreement.of(
                posteriors.get(k), asked.seed().child("disagreement").nth(k)));
    }

    /** Whether the data are like those of training. */
    Likeness likeness() {
        return likeness;
    }

    /** The posterior of data set k as one that knows its density. */
    DensityPosterior density(int k) {
        if (posteriors.get(k) instanceof DensityPosterior density) return density;
        throw Problem.unfit("output: expected draws or summary, the method of this network does not know its density");
    }

    /** Evaluates log p(θ | xₖ) at some θ [n][D], in turn with others. */
    double[] logDensities(int k, List<double[]> theta) {
        DensityPosterior posterior = density(k);
        return admission.run(
                () -> theta.stream().mapToDouble(posterior::logDensity).toArray());
    }

    @Override
    public boolean hasNext() {
        return !made.isEmpty() || next < posteriors.size();
    }

    /** The draws of the next data set. */
    @Override
    public Draws next() {
        if (made.isEmpty()) made.addAll(admission.run(this::make));
        return made.removeFirst();
    }

    /** Draws from the next few posteriors. */
    private List<Draws> make() {
        int from = next;
        next = Math.min(posteriors.size(), from + setsAtOnce());
        return next - from == 1
                ? List.of(draws(from))
                : IntStream.range(from, next).parallel().mapToObj(this::draws).toList();
    }

    private Draws draws(int k) {
        Draws draws = Inference.draws(posteriors.get(k), k, asked.draws(), asked.seed());
        counters.drawn(draws.count());
        return derived.appended(draws);
    }
}
