/**
 * The command line. {@link bayesflow4j.cli.Main} holds the list of commands; each command is a class of its own that turns
 * options into one call of the library and its result into text or JSON. Nothing below this package prints.
 */
package bayesflow4j.cli;
