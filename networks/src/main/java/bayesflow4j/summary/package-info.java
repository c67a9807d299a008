/**
 * Summary networks: from a data set of any size to a vector of fixed width. {@link bayesflow4j.summary.SummaryNetwork} lists
 * the kinds there are: {@link bayesflow4j.summary.Invariant} for sets, {@link bayesflow4j.summary.Recurrent} and
 * {@link bayesflow4j.summary.Convolutional} for series, {@link bayesflow4j.summary.Identity} for data that are a vector already.
 */
package bayesflow4j.summary;
