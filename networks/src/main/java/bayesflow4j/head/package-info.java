/**
 * Heads map a summary to a distribution of the parameters. Start with {@link bayesflow4j.head.Head}. A new head is one
 * file with its {@link bayesflow4j.head.HeadDesign} and {@link bayesflow4j.head.HeadKind}, one subclass of the laws of
 * heads, and one line under {@code META-INF/services}.
 */
package bayesflow4j.head;
