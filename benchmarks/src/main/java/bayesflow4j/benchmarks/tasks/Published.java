package bayesflow4j.benchmarks.tasks;

import java.util.List;
import java.util.Optional;

/**
 * Published C2ST accuracies of one task, and goals: means over ten observations with 10 000 draws each, ½ is perfect.
 *
 * @param figures one entry per number of simulations
 */
public record Published(List<Accuracies> figures) {
    /** Copies the list. */
    public Published {
        figures = List.copyOf(figures);
    }

    /** Of these figures. */
    static Published of(Accuracies... figures) {
        return new Published(List.of(figures));
    }

    /** The figure for this many simulations, if there is one. */
    public Optional<Accuracies> at(int simulations) {
        return figures.stream()
                .filter(figure -> figure.simulations == simulations)
                .findFirst();
    }

    /**
     * Accuracies for one number of simulations.
     *
     * @param npe of neural posterior estimation, amortized
     * @param best of the best known method
     * @param sequential whether the best method used all simulations for a single observation
     * @param goal what this project wants to reach, at least the accuracy of neural posterior estimation
     */
    public record Accuracies(int simulations, double npe, double best, boolean sequential, double goal) {
        /** To be as good as neural posterior estimation. */
        Accuracies(int simulations, double npe, double best, boolean sequential) {
            this(simulations, npe, best, sequential, npe);
        }

        /** The best method is amortized. */
        Accuracies(int simulations, double npe, double best) {
            this(simulations, npe, best, false);
        }

        /** The same with a goal of its own. */
        Accuracies aiming(double goal) {
            return new Accuracies(simulations, npe, best, sequential, goal);
        }
    }
}
