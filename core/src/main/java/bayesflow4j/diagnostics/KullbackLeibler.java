package bayesflow4j.diagnostics;

/** KL(p ‖ q) = E[log p − log q] under p, without bias from draws of p at which both densities are known. */
public final class KullbackLeibler {
    private KullbackLeibler() {}

    /** From log p [L] and log q [L] at draws of p, with the standard error of the mean. */
    public static Estimate of(double[] logP, double[] logQ) {
        if (logP.length != logQ.length || logP.length < 2)
            throw new IllegalArgumentException(
                    "logQ: expected as many numbers as logP, at least 2, got " + logQ.length + " for " + logP.length);
        double[] differences = new double[logP.length];
        for (int l = 0; l < differences.length; l++) differences[l] = logP[l] - logQ[l];
        return Estimate.ofMean(differences);
    }
}
