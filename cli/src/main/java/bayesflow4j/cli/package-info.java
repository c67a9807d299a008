/**
 * The command line. {@link bayesflow4j.cli.Main} lists the commands; each command is a class that turns options into
 * one call of the library, and the result into text or JSON. Nothing below this package prints.
 */
package bayesflow4j.cli;
