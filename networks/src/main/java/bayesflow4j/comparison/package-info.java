/**
 * Two sets of draws side by side. {@link bayesflow4j.comparison.C2st} asks how well a small network tells them apart; it
 * lives here and not with the other diagnostics because it needs the engine.
 */
package bayesflow4j.comparison;
