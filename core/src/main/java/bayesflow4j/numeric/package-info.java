/**
 * The few functions of a real number that the JDK lacks, or has only in a form that is slow or differs between machines.
 * Everything here is made of correctly rounded operations, so the same argument gives the same bits everywhere.
 */
package bayesflow4j.numeric;
