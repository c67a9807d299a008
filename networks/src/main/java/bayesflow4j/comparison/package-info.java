/**
 * Comparison of two sets of draws. {@link bayesflow4j.comparison.C2st} measures how well a small network tells them
 * apart; it is separate from the other diagnostics because it needs the engine.
 */
package bayesflow4j.comparison;
