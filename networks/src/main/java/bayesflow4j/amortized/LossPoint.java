package bayesflow4j.amortized;

/** The training loss (a running mean) and the validation loss at one step. */
public record LossPoint(long step, double training, double validation) {}
