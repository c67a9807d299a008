package bayesflow4j.reference;

import bayesflow4j.catalog.Models;
import bayesflow4j.model.HandMadeStatistics;
import java.util.Locale;
import java.util.Optional;

/** Which numbers s(x) stand for a data set in a table of simulations. */
public enum StatisticKind {
    /** The posterior mean [D] of a network that knows its mean (Jiang et al. 2017). */
    MEAN,
    /** The summary [S] that a network learned for its own posterior. */
    SUMMARY,
    /** That summary and the posterior median of the same network [S + D], which tells in D numbers what the summary tells in S. */
    LEARNED,
    /** The data themselves [d], where they are one vector: no network is trained. */
    DATA,
    /** The numbers that experts of a built-in model compute, {@link bayesflow4j.catalog.Models#statistics}: no network is trained. */
    HANDMADE;

    /** Its name in files. */
    String written() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether a network computes them. */
    boolean needsNetwork() {
        return this != DATA && this != HANDMADE;
    }

    /** The hand-made statistics, where these are the kind that is asked for and the model has some. */
    Optional<HandMadeStatistics> handMade(String model, boolean ready) {
        return this == HANDMADE && ready ? Models.statistics(model) : Optional.empty();
    }
}
