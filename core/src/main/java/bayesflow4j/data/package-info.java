/**
 * Data sets on disk. {@link bayesflow4j.data.DataSets} reads and writes simulated or observed data sets as NPZ or CSV;
 * {@link bayesflow4j.data.Npz} and {@link bayesflow4j.data.CsvTable} are the formats themselves, and
 * {@link bayesflow4j.data.WholeFile} writes files atomically.
 */
package bayesflow4j.data;
