package bayesflow4j.spark;

import bayesflow4j.model.Observations;
import java.io.Serializable;

/**
 * x and its number k, or why there is none.
 *
 * @param id how the table calls it
 * @param k its number
 * @param x its rows
 * @param fault what is wrong with the rows, empty if nothing is
 */
record NumberedSet(Object id, long k, Observations x, String fault) implements Serializable {}
