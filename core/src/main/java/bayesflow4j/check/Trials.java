package bayesflow4j.check;

import bayesflow4j.diagnostics.Resimulation;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.random.Seed;
import java.util.List;
import java.util.stream.IntStream;

/**
 * k ↦ trial k of a model and an estimator: the map behind a {@link ModelCheck}, computed by the threads of this machine or
 * by many machines. Where it is computed does not change a bit of it.
 */
public interface Trials {
    /**
     * Some trials.
     *
     * @param count p(N)
     * @param dataSets K
     * @param draws L
     * @param seed of all of them; trial k is {@link Trial#of} of it
     */
    record Round(ObservationCount count, int dataSets, int draws, Seed seed) {}

    /** Trials 0 … K − 1, in order. */
    List<Trial> run(Round round);

    /**
     * The re-simulation errors of data sets [K], see {@link Resimulation#error}.
     *
     * @param means E[θ | xₖ] [K][D]
     */
    double[] resimulationErrors(List<Observations> x, List<double[]> means, Seed seed);

    /** On all cores of this machine. */
    static Trials of(GenerativeModel model, Estimator estimator) {
        return new Trials() {
            @Override
            public List<Trial> run(Round round) {
                GenerativeModel counted = model.withCount(round.count());
                return IntStream.range(0, round.dataSets())
                        .parallel()
                        .mapToObj(k -> Trial.of(counted, estimator, round.draws(), round.seed(), k))
                        .toList();
            }

            @Override
            public double[] resimulationErrors(List<Observations> x, List<double[]> means, Seed seed) {
                Resimulation again = Resimulation.of(model, seed);
                return IntStream.range(0, x.size())
                        .parallel()
                        .mapToDouble(k -> again.error(k, x.get(k), means.get(k)))
                        .toArray();
            }
        };
    }
}
