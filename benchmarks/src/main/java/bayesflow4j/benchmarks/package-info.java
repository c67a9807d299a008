/**
 * The fixed workloads that speed is measured by, each the same work for every implementation: 32-bit floats, all cores.
 * {@link bayesflow4j.benchmarks.EngineWorkloads} holds S1 to S4, {@link bayesflow4j.benchmarks.Turns} how they are
 * timed, alone or by turns with a {@link bayesflow4j.benchmarks.Peer}. {@link bayesflow4j.benchmarks.Simulators} is Q1, on one core.
 */
package bayesflow4j.benchmarks;
