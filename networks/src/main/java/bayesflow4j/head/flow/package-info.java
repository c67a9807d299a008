/**
 * The conditional invertible network (the paper's method): {@link bayesflow4j.head.flow.CouplingHead} chains affine
 * coupling blocks and permutations, which are {@link bayesflow4j.head.flow.ConditionalBijection}s, and
 * {@link bayesflow4j.head.flow.SplineHead} spline coupling blocks. Value and log-determinant travel together;
 * {@link bayesflow4j.head.flow.FlowHead} turns any such bijection into a head.
 */
package bayesflow4j.head.flow;
