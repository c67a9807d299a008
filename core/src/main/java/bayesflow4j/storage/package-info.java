/**
 * Files of estimators and settings. {@link bayesflow4j.storage.EstimatorFile} reads and writes any estimator that an
 * {@link bayesflow4j.storage.EstimatorFormat} describes, as {@link bayesflow4j.storage.Safetensors}: named arrays of
 * floats in a format that other tools read too. {@link bayesflow4j.storage.Json} is plain Java values, and
 * {@link bayesflow4j.storage.Fields} takes them strictly.
 */
package bayesflow4j.storage;
