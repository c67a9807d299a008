package bayesflow4j.server.serving;

import bayesflow4j.check.Likeness;
import bayesflow4j.inference.Inference;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.DensityPosterior;
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
    private final Gate.Admission admission;
    private final Counters counters;
    private final List<Posterior> posteriors;
    private final Likeness likeness;
    private final Deque<Draws> made = new ArrayDeque<>();
    private int next;

    AskedPosteriors(ServedNetwork network, PosteriorRequest asked, Gate.Admission admission, Counters counters) {
        this.asked = asked;
        this.admission = admission;
        this.counters = counters;
        int width = network.parameters().size();
        admission.reserve((long) asked.data().sets().size() * BYTES_PER_SET
                + (long) BYTES_PER_NUMBER * width * asked.draws() * setsAtOnce());
        this.posteriors = given(network, asked.data().sets());
        this.likeness =
                admission.run(() -> network.reference().likeness(asked.data().sets(), posteriors, asked.seed()));
    }

    private List<Posterior> given(ServedNetwork network, List<Observations> sets) {
        List<Posterior> all = new ArrayList<>(sets.size());
        for (int from = 0; from < sets.size(); from += GIVEN_AT_ONCE) {
            List<Observations> some = sets.subList(from, Math.min(sets.size(), from + GIVEN_AT_ONCE));
            admission.requireTime();
            all.addAll(admission.run(() -> some.size() == 1
                    ? List.of(network.estimator().given(some.getFirst()))
                    : some.parallelStream().map(network.estimator()::given).toList()));
        }
        return all;
    }

    private int setsAtOnce() {
        return Math.clamp(DRAWS_AT_ONCE / asked.draws(), 1, asked.data().sets().size());
    }

    /** How much the members of an ensemble disagree about data set k, as in every inference with this seed. */
    Optional<Disagreement> disagreement(int k) {
        return Disagreement.of(
                posteriors.get(k), asked.seed().child("disagreement").nth(k));
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
        admission.requireTime();
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
        if (made.isEmpty()) make();
        return made.removeFirst();
    }

    /** Makes draws ahead, so that the first failure comes before the first byte of a reply. */
    void make() {
        admission.requireTime();
        int from = next;
        int to = Math.min(posteriors.size(), from + setsAtOnce());
        made.addAll(admission.run(() -> to - from == 1
                ? List.of(draws(from))
                : IntStream.range(from, to).parallel().mapToObj(this::draws).toList()));
        next = to;
    }

    private Draws draws(int k) {
        Draws draws = Inference.draws(posteriors.get(k), k, asked.draws(), asked.seed());
        counters.drawn(draws.count());
        return draws;
    }
}
