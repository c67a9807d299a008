/**
 * Stores: simulations of a model in a directory of shards that grows, on one machine or on many.
 * {@link bayesflow4j.store.Shard#write} makes one shard, {@link bayesflow4j.store.Manifest} says which there are,
 * {@link bayesflow4j.store.Store} reads them, and {@link bayesflow4j.store.StoreSimulation} fills a store on all cores.
 */
package bayesflow4j.store;
