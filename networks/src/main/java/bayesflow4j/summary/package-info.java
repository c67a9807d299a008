/**
 * Summary networks map a data set of any size to a vector of fixed width. {@link bayesflow4j.summary.SummaryNetwork} is
 * the interface; the kinds are {@link bayesflow4j.summary.Invariant} and {@link bayesflow4j.summary.SetTransformer} for
 * sets, {@link bayesflow4j.summary.Recurrent}, {@link bayesflow4j.summary.Convolutional} and
 * {@link bayesflow4j.summary.Transformer} for series, {@link bayesflow4j.summary.Identity} for data that are already a
 * vector.
 */
package bayesflow4j.summary;
