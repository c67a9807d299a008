package bayesflow4j.sequential;

import bayesflow4j.model.Prior;
import bayesflow4j.posterior.DensityPosterior;
import bayesflow4j.random.Seed;

/** p̃(θ), where the parameters of one round come from. */
interface Proposal {
    /** Draws [n][D] within the prior's support; draw i depends on the seed and i. */
    double[][] sample(int count, Seed seed);

    /** log p̃(θ), up to a constant. */
    double logDensity(double[] theta);

    /** The share of candidates that became draws. */
    default double acceptance() {
        return 1;
    }

    /** What a user should know; may be empty. */
    default String note() {
        return "";
    }

    /** The prior itself. */
    static Proposal of(Prior prior) {
        return new Proposal() {
            @Override
            public double[][] sample(int count, Seed seed) {
                double[][] draws = new double[count][];
                for (int i = 0; i < count; i++) draws[i] = prior.sample(seed.stream(i));
                return draws;
            }

            @Override
            public double logDensity(double[] theta) {
                return prior.logDensity(theta);
            }
        };
    }

    /** Half of the draws from each of two. */
    static Proposal halves(Proposal first, Proposal second) {
        return new Proposal() {
            @Override
            public double[][] sample(int count, Seed seed) {
                double[][] draws = new double[count][];
                double[][] even = first.sample((count + 1) / 2, seed.child("first"));
                double[][] odd = count < 2 ? new double[0][] : second.sample(count / 2, seed.child("second"));
                for (int i = 0; i < count; i++) draws[i] = i % 2 == 0 ? even[i / 2] : odd[i / 2];
                return draws;
            }

            @Override
            public double logDensity(double[] theta) {
                double a = first.logDensity(theta);
                double b = second.logDensity(theta);
                double top = Math.max(a, b);
                return top == Double.NEGATIVE_INFINITY
                        ? top
                        : top + StrictMath.log((StrictMath.exp(a - top) + StrictMath.exp(b - top)) / 2);
            }
        };
    }

    /** A posterior of an earlier round. */
    static Proposal of(DensityPosterior posterior) {
        return new Proposal() {
            @Override
            public double[][] sample(int count, Seed seed) {
                return posterior.sample(count, seed).rows();
            }

            @Override
            public double logDensity(double[] theta) {
                return posterior.logDensity(theta);
            }
        };
    }
}
