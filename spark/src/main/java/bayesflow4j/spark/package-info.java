/**
 * The same maps over indices on Apache Spark: {@link bayesflow4j.spark.SparkCluster} for the commands,
 * {@link bayesflow4j.spark.SparkPosterior} for programs that are Spark jobs themselves.
 */
package bayesflow4j.spark;
