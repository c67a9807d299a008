package bayesflow4j.diagnostics;

import bayesflow4j.random.Seed;

/**
 * rₖ = #{l : f(θ⁽ˡ⁾) &lt; f(θₖ)}, the rank of the truth among L draws under some one-dimensional f, for K data sets. Under
 * exact posteriors it is uniform on 0 … L, once ties are broken at random (Talts et al. 2018).
 *
 * @param draws L
 * @param below how many draws lie below the truth [K]
 * @param equal how many draws equal the truth [K]
 */
public record Ranks(int draws, int[] below, int[] equal) {
    /** Copies the counts and refuses those that exceed L. */
    public Ranks {
        below = below.clone();
        equal = equal.clone();
        if (below.length != equal.length)
            throw new IllegalArgumentException(
                    "equal: expected " + below.length + " counts, as many as below, got " + equal.length);
        for (int k = 0; k < below.length; k++)
            if (below[k] < 0 || equal[k] < 0 || below[k] + equal[k] > draws)
                throw new IllegalArgumentException("rank of data set " + k + ": expected 0 to " + draws + ", got "
                        + below[k] + " below and " + equal[k] + " equal");
    }

    @Override
    public int[] below() {
        return below.clone();
    }

    @Override
    public int[] equal() {
        return equal.clone();
    }

    /** K. */
    public int dataSets() {
        return below.length;
    }

    /** Ranks [K] in 0 … L; where e draws equal the truth, one of the e + 1 possible ranks at random. */
    public int[] resolved(Seed seed) {
        int[] ranks = new int[below.length];
        for (int k = 0; k < ranks.length; k++)
            ranks[k] = equal[k] == 0 ? below[k] : below[k] + seed.stream(k).nextInt(equal[k] + 1);
        return ranks;
    }
}
