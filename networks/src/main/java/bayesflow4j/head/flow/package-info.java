/**
 * The conditional invertible network (the paper's method): {@link bayesflow4j.head.flow.CouplingHead} is affine coupling blocks
 * with permutations between them, made of {@link bayesflow4j.head.flow.ConditionalBijection}s. Value and log-determinant travel
 * together; {@link bayesflow4j.head.flow.FlowHead} makes a head of any such bijection.
 */
package bayesflow4j.head.flow;
