/**
 * Fixed workloads for measuring speed, the same work for every implementation: 32-bit floats, all cores.
 * {@link bayesflow4j.benchmarks.EngineWorkloads} has S1 to S4; {@link bayesflow4j.benchmarks.Turns} times them, alone
 * or in turns with a {@link bayesflow4j.benchmarks.Peer}. {@link bayesflow4j.benchmarks.Simulators} is Q1, on one core,
 * and {@link bayesflow4j.benchmarks.TrainingSpeed} is Q2. {@link bayesflow4j.benchmarks.ServingLoad} asks servers of posteriors.
 * {@link bayesflow4j.benchmarks.Accuracy} measures accuracy instead, on the tasks of {@link bayesflow4j.benchmarks.tasks}.
 */
package bayesflow4j.benchmarks;
