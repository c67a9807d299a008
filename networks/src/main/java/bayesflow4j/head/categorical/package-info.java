/** Heads for a parameter that is one of several classes: an ensemble of classifiers. */
package bayesflow4j.head.categorical;
