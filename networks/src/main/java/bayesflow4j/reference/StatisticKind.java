package bayesflow4j.reference;

/** Which numbers s(x) stand for a data set in a table of simulations. */
public enum StatisticKind {
    /** The posterior mean [D] of a network that knows its mean (Jiang et al. 2017). */
    MEAN,
    /** The summary [S] that a network learned for its own posterior. */
    SUMMARY,
    /** That summary and the posterior median of the same network [S + D], which tells in D numbers what the summary tells in S. */
    LEARNED,
    /** The data themselves [d], where they are one vector: no network is trained. */
    DATA
}
