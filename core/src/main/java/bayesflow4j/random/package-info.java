/**
 * Random streams and samplers. {@link bayesflow4j.random.Seed} names a stream by (seed, purpose, index), and the stream
 * is a pure function of the three. No object stores a generator, so results do not depend on the number of threads.
 */
package bayesflow4j.random;
