/**
 * Tables of numbers as Apache Parquet, which pandas, R, DuckDB and Spark read and write.
 * {@link bayesflow4j.parquet.ParquetWriter} writes columns and lists of numbers;
 * {@link bayesflow4j.parquet.ParquetFile} reads these and what other programs write.
 */
package bayesflow4j.parquet;
