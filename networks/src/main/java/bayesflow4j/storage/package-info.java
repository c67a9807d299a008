/** Tensors in a file: {@link bayesflow4j.storage.Safetensors}, a format that other tools read too, read strictly. */
package bayesflow4j.storage;
