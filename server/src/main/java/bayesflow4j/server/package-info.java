/**
 * What the serving of networks and the studio share: an HTTP server that is safe by default. Start with
 * {@link bayesflow4j.server.HttpService}, which asks a {@link bayesflow4j.server.Guard} who may come in, a
 * {@link bayesflow4j.server.Gate} how much may go on at once, and turns a {@link bayesflow4j.server.Problem} into a reply.
 */
package bayesflow4j.server;
