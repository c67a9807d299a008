/**
 * Quantile regression forests: a posterior marginal for each parameter. Start with
 * {@link bayesflow4j.classical.forest.ForestPosterior}, one {@link bayesflow4j.classical.forest.QuantileForest} per parameter;
 * {@link bayesflow4j.classical.forest.ForestGrowth} grows a forest as a {@link bayesflow4j.classical.forest.ForestDesign}
 * says, and {@link bayesflow4j.classical.forest.ForestArrays} keeps it. Within, {@code TreeGrower} grows a tree and
 * {@code SplitSearch} finds its splits.
 */
package bayesflow4j.classical.forest;
