/**
 * Posteriors over HTTP. Start with {@link bayesflow4j.server.serving.NetworkServer}; a
 * {@link bayesflow4j.server.serving.PosteriorRequest} is what it is asked, a
 * {@link bayesflow4j.server.serving.PosteriorReply} streams what it answers.
 */
package bayesflow4j.server.serving;
