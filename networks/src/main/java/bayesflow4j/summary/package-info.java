/**
 * Summary networks map a data set of any size to a vector of fixed width. {@link bayesflow4j.summary.SummaryNetwork} is
 * the interface; the kinds are {@link bayesflow4j.summary.Invariant} for sets, {@link bayesflow4j.summary.Recurrent}
 * and {@link bayesflow4j.summary.Convolutional} for series, {@link bayesflow4j.summary.Identity} for data that are
 * already a vector.
 */
package bayesflow4j.summary;
