/**
 * Posteriors read off a table of simulations whose statistics a network has learned. Start with
 * {@link bayesflow4j.reference.NearestMethod} (ABC-NN) and {@link bayesflow4j.reference.ForestMethod} (ABC-RF): each makes a
 * plan of what a fitting says, {@code TableFit} trains the network and fills the table, and the result is a
 * {@link bayesflow4j.reference.TablePosterior}, kept in a file by a format of its own.
 */
package bayesflow4j.reference;
