package bayesflow4j.classical.smc;

import bayesflow4j.classical.Lottery;
import bayesflow4j.classical.abc.WeightedDraws;
import bayesflow4j.model.Prior;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Posterior;
import bayesflow4j.random.RandomOrder;
import bayesflow4j.random.Seed;
import java.util.random.RandomGenerator;

/** p(θ | d(x, y) ≤ ε) as the last population of particles; draws are particles in proportion to their weights. */
public final class SmcPosterior implements Posterior {
    private final Prior prior;
    private final Population population;
    private final WeightedDraws particles;

    SmcPosterior(Prior prior, Population population) {
        this.prior = prior;
        this.population = population;
        double[][] theta = new double[population.real().length][];
        for (int i = 0; i < theta.length; i++)
            theta[i] = prior.fromReal(population.real()[i]);
        this.particles = new WeightedDraws(theta, population.weights());
    }

    /** All there is, without the chance of draws. */
    public WeightedDraws particles() {
        return particles;
    }

    /** The particles smoothed by a normal kernel, as a distribution with a density. */
    public Prior smoothed() {
        return new SmoothedPopulation(prior, new Perturbation(population));
    }

    /** Systematic resampling: particle i is drawn ⌊n wᵢ⌋ or ⌈n wᵢ⌉ times, in random order. */
    @Override
    public Draws sample(int count, Seed seed) {
        RandomGenerator rng = seed.stream(0);
        Lottery lottery = new Lottery(particles.weights());
        double start = rng.nextDouble();
        int[] order = RandomOrder.of(count, rng);
        double[][] draws = new double[count][];
        for (int l = 0; l < count; l++) draws[order[l]] = particles.theta()[lottery.at((l + start) / count)];
        return Draws.of(prior.names(), draws);
    }
}
