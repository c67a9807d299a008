/**
 * Functions of real numbers and matrices that the JDK lacks, or has only in a form that is slow or differs between
 * machines: {@link bayesflow4j.numeric.Exp}, {@link bayesflow4j.numeric.LogNormalCdf} and
 * {@link bayesflow4j.numeric.Cholesky}. They consist of correctly rounded operations, so the same argument gives the
 * same bits everywhere. Whatever does not decide over draws or trained weights comes from Apache Commons instead.
 */
package bayesflow4j.numeric;
