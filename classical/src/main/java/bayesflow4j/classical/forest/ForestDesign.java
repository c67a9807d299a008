package bayesflow4j.classical.forest;

import java.util.OptionalInt;

/**
 * How a quantile regression forest is grown; the defaults are those of the R package abcrf.
 *
 * @param trees B
 * @param candidates features that compete for a split, drawn anew at each node, more of them while all are constant there;
 *     max(1, ⌊p/3⌋) if empty
 * @param draws rows m that a tree is grown on; as many as there are if empty
 * @param sampling how these rows are drawn
 * @param leaf nodes of at most so many draws are not split
 */
public record ForestDesign(int trees, OptionalInt candidates, OptionalInt draws, Sampling sampling, int leaf) {
    /** 500 trees on bootstrap samples, leaves of at most five draws. */
    public static final ForestDesign DEFAULT =
            new ForestDesign(500, OptionalInt.empty(), OptionalInt.empty(), Sampling.REPLACED, 5);

    /** How the rows of a tree are drawn. */
    public enum Sampling {
        /** Each of the m rows from all: the bootstrap. */
        REPLACED,
        /** m different rows. */
        DISTINCT
    }

    /** Refuses numbers below one. */
    public ForestDesign {
        requirePositive("trees", trees);
        candidates.ifPresent(count -> requirePositive("candidates", count));
        draws.ifPresent(count -> requirePositive("draws", count));
        requirePositive("leaf", leaf);
    }

    /** The same with B trees. */
    public ForestDesign withTrees(int trees) {
        return new ForestDesign(trees, candidates, draws, sampling, leaf);
    }

    /** The same with so many features that compete for a split. */
    public ForestDesign withCandidates(int candidates) {
        return new ForestDesign(trees, OptionalInt.of(candidates), draws, sampling, leaf);
    }

    /** The same with m rows to a tree. */
    public ForestDesign withDraws(int draws) {
        return new ForestDesign(trees, candidates, OptionalInt.of(draws), sampling, leaf);
    }

    /** The same with rows drawn in this way. */
    public ForestDesign withSampling(Sampling sampling) {
        return new ForestDesign(trees, candidates, draws, sampling, leaf);
    }

    /** The same with leaves of at most so many draws, unless they cannot be split. */
    public ForestDesign withLeaf(int leaf) {
        return new ForestDesign(trees, candidates, draws, sampling, leaf);
    }

    /** The features that compete for a split, of {@code columns}. */
    int candidates(int columns) {
        int count = candidates.orElse(Math.max(1, columns / 3));
        if (count > columns)
            throw new IllegalArgumentException(
                    "candidates: expected at most " + columns + ", the number of features, got " + count);
        return count;
    }

    /** m for a table of {@code rows}. */
    int draws(int rows) {
        int count = draws.orElse(rows);
        if (sampling == Sampling.DISTINCT && count > rows)
            throw new IllegalArgumentException("draws: expected at most " + rows + " different rows, got " + count);
        return count;
    }

    private static void requirePositive(String name, int value) {
        if (value < 1) throw new IllegalArgumentException(name + ": expected at least 1, got " + value);
    }
}
