/**
 * The studio: model, train, check and infer from a page in the browser. Start with
 * {@link bayesflow4j.server.studio.StudioServer} and its routes. A {@link bayesflow4j.server.studio.Workspace} is the directory
 * that it works on, {@link bayesflow4j.server.studio.Runs} are trainings in processes of their own,
 * {@link bayesflow4j.server.studio.Checks} test networks in the background. Whatever it does goes through the library's public
 * interface.
 */
package bayesflow4j.server.studio;
