/**
 * Autoregressive flows: {@link bayesflow4j.head.autoregressive.MaskedAutoregression} is a conditional bijection whose
 * coefficients a masked network computes, {@link bayesflow4j.head.autoregressive.AutoregressiveHead} the head made of
 * them.
 */
package bayesflow4j.head.autoregressive;
