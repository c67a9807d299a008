package bayesflow4j.experiments;

import bayesflow4j.engine.layer.MlpPass;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.head.Head;
import bayesflow4j.random.Seed;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The authors' loss: the mean over parameters of (θⱼ − mⱼ)² plus β times the divergence of the encoder from N(0, I), in closed
 * form for the plain autoencoder and by the draw with the "flow". β rises by .01 every 250 steps, to .1.
 */
final class AuthorsTraining implements Head.Training {
    private static final double MOST = 0.1;
    private static final double RISE = 0.01;
    private static final long STEPS_PER_RISE = 250;

    private final AuthorsAutoencoder design;
    private final int width;
    private final int latents;
    private final MlpPass encoder;
    private final List<DenseStep.Pass> steps;
    private final MlpPass decoder;
    private final Rows thetaRows;
    private final Rows latentRows;
    private final Rows decodedRows;
    private final Rows encodedRows;
    private double beta = MOST;
    private double[] theta = new double[0];
    private double[] encoded = new double[0];
    private double[] noise = new double[0];
    private double[] last = new double[0];
    private double[] decoded = new double[0];

    AuthorsTraining(AuthorsAutoencoder.Networks networks, Memory memory) {
        design = networks.design();
        width = networks.width();
        latents = design.latents();
        encoder = networks.encoder().pass(memory);
        steps = networks.steps().stream().map(step -> step.pass(memory)).toList();
        decoder = networks.decoder().pass(memory);
        thetaRows = new Rows(width);
        latentRows = new Rows(latents);
        decodedRows = new Rows(width);
        encodedRows = new Rows(design.encoded());
    }

    @Override
    public void begin(long steps) {
        beta = Math.min(MOST, RISE * (steps / STEPS_PER_RISE));
    }

    @Override
    public double loss(Block standardized, Block summary, Seed seed, int first) {
        theta = design.raw(Rows.read(standardized));
        encoded = Rows.read(encoder.given(summary).forward(thetaRows.sets(theta)));
        last = draw(seed, first);
        double[] context = context();
        for (DenseStep.Pass step : steps) last = step.forward(last, context, summary);
        decoded = Rows.read(decoder.given(summary).forward(latentRows.sets(last)));
        double squares = 0;
        for (int i = 0; i < theta.length; i++) squares += (decoded[i] - theta[i]) * (decoded[i] - theta[i]);
        return squares / width + beta * divergence();
    }

    private double encoded(int i, int part) {
        return encoded[i / latents * design.encoded() + part * latents + i % latents];
    }

    /** log σ of a latent number: the plain encoder says log σ², the other log σ. */
    private double logSd(int i) {
        return steps.isEmpty() ? encoded(i, 1) / 2 : encoded(i, 1);
    }

    private double[] draw(Seed seed, int first) {
        int rows = theta.length / width;
        noise = new double[rows * latents];
        double[] z = new double[noise.length];
        for (int m = 0; m < rows; m++) {
            RandomGenerator rng = seed.stream(first + m);
            for (int i = m * latents; i < (m + 1) * latents; i++) {
                noise[i] = rng.nextGaussian();
                z[i] = encoded(i, 0) + noise[i] * StrictMath.exp(logSd(i));
            }
        }
        return z;
    }

    private double[] context() {
        double[] context = new double[steps.isEmpty() ? 0 : noise.length];
        for (int i = 0; i < context.length; i++) context[i] = encoded(i, 2);
        return context;
    }

    private double divergence() {
        double sum = 0;
        for (DenseStep.Pass step : steps) sum -= step.logGates();
        for (int i = 0; i < noise.length; i++) {
            double mean = encoded(i, 0);
            sum += steps.isEmpty()
                    ? (mean * mean + StrictMath.exp(2 * logSd(i)) - 1) / 2 - logSd(i)
                    : (last[i] * last[i] - noise[i] * noise[i]) / 2 - logSd(i);
        }
        return sum;
    }

    @Override
    public void backward(float share, Block dSummary) {
        double[] dDecoded = new double[theta.length];
        for (int i = 0; i < theta.length; i++) dDecoded[i] = 2 * share * (decoded[i] - theta[i]) / width;
        double[] dz = Rows.read(decoder.backward(decodedRows.sets(dDecoded)));
        decoder.addConditionGradient(dSummary);
        double[] dContext = new double[dz.length];
        double weight = share * beta;
        if (!steps.isEmpty()) for (int i = 0; i < dz.length; i++) dz[i] += weight * last[i];
        for (DenseStep.Pass step : steps.reversed()) step.backward(weight, dz, dContext, dSummary);
        encoder.backward(encodedRows.sets(ofEncoder(weight, dz, dContext)));
        encoder.addConditionGradient(dSummary);
    }

    private double[] ofEncoder(double weight, double[] dz, double[] dContext) {
        double[] d = new double[encoded.length];
        for (int i = 0; i < dz.length; i++) {
            int at = i / latents * design.encoded() + i % latents;
            double sd = StrictMath.exp(logSd(i));
            if (steps.isEmpty()) {
                d[at] = dz[i] + weight * encoded(i, 0);
                d[at + latents] = (dz[i] * noise[i] * sd + weight * (sd * sd - 1)) / 2;
            } else {
                d[at] = dz[i];
                d[at + latents] = dz[i] * noise[i] * sd - weight;
                d[at + 2 * latents] = dContext[i];
            }
        }
        return d;
    }
}
