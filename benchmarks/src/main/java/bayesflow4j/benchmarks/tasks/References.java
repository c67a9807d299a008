package bayesflow4j.benchmarks.tasks;

import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.DrawsFile;
import bayesflow4j.random.Seed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Draws from the exact posteriors of the tasks' observations, the same for the same seed.
 *
 * @param directory where draws are kept as NPZ, one file per observation; those found there are not drawn again
 * @param seed of all draws
 */
public record References(Optional<Path> directory, Seed seed) {
    /** {@code count} draws from p(θ | x) for observation k of a task. */
    public Draws of(Task task, int k, int count) {
        List<Observations> observations = task.observations();
        if (k < 0 || k >= observations.size())
            throw new IllegalArgumentException(
                    "observation: expected 0 to " + (observations.size() - 1) + " of " + task.name() + ", got " + k);
        if (directory.isEmpty()) return draw(task, observations.get(k), k, count);
        Path file = directory.get().resolve(task.name() + "-" + k + "-" + count + "-" + seed.value() + ".npz");
        if (Files.exists(file))
            return DrawsFile.read(file, task.model().prior().names()).getFirst();
        Draws draws = draw(task, observations.get(k), k, count);
        try {
            Files.createDirectories(directory.get());
        } catch (IOException e) {
            throw new UncheckedIOException(directory.get() + " cannot be made: " + e.getMessage(), e);
        }
        DrawsFile.writeNpz(file, List.of(draws), List.of());
        return draws;
    }

    private Draws draw(Task task, Observations x, int k, int count) {
        return task.posterior(x).sample(count, seed.nth(k));
    }
}
