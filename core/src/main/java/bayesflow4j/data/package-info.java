/**
 * Data sets on disk. {@link bayesflow4j.data.DataSets} are what a model is simulated into and what a posterior is asked about,
 * as NPZ or CSV; {@link bayesflow4j.data.Npz} and {@link bayesflow4j.data.CsvTable} are the formats themselves, and
 * {@link bayesflow4j.data.WholeFile} makes sure that a file is there completely or not at all.
 */
package bayesflow4j.data;
