/**
 * First passages of many Lévy flights at once. {@link bayesflow4j.models.levy.Flights} chooses between SIMD lanes and plain
 * loops, which give the same bits: every flight has its own integer generator ({@link bayesflow4j.models.levy.Sfc32}), and
 * {@link bayesflow4j.models.levy.StableNoise} is written in explicit fused multiply-adds that both follow.
 */
package bayesflow4j.models.levy;
