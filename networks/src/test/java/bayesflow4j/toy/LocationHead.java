package bayesflow4j.toy;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Mlp;
import bayesflow4j.engine.layer.Pass;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.head.Head;
import bayesflow4j.head.HeadDesign;
import bayesflow4j.head.HeadKind;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.Fields;
import java.util.Map;
import java.util.random.RandomGenerator;

/** A toy that shows what a new head takes: q(θ | s) = N(W·s + b, deviation² I), all in one file. */
public record LocationHead(float deviation) implements HeadDesign {
    @Override
    public Head head(Layout layout, int parameters, int condition, Seed structure) {
        Mlp mean = Mlp.linear(layout, "location", condition, 0, parameters);
        return new Location(mean, deviation);
    }

    @Override
    public String kind() {
        return "toy-location";
    }

    @Override
    public Map<String, Object> settings() {
        return Map.of("deviation", deviation);
    }

    /** Found by its name. */
    public static final class Kind implements HeadKind {
        @Override
        public String name() {
            return "toy-location";
        }

        @Override
        public HeadDesign standard() {
            return new LocationHead(1);
        }

        @Override
        public HeadDesign read(Fields settings) {
            return new LocationHead((float) settings.number("deviation"));
        }
    }

    private record Location(Mlp mean, float deviation) implements Head {
        @Override
        public int width() {
            return mean.out();
        }

        @Override
        public int condition() {
            return mean.in();
        }

        /** ½ ((θ − m) / deviation)² + log deviation. */
        private double minusLog(Block theta, Block m, int row) {
            double sum = 0;
            for (int j = 0; j < width(); j++) {
                double z = (theta.data()[theta.at(row, 0) + j] - m.data()[m.at(row, 0) + j]) / deviation;
                sum += z * z / 2 + Math.log(deviation);
            }
            return sum;
        }

        @Override
        public Training training(Memory memory) {
            Pass pass = mean.pass(memory);
            return new Training() {
                private Block theta = new Block();
                private Block m = new Block();

                @Override
                public double loss(Block theta, Block summary, Seed noise, int first) {
                    this.theta = theta;
                    m = pass.forward(summary);
                    double sum = 0;
                    for (int row = 0; row < theta.sets(); row++) sum += minusLog(theta, m, row);
                    return sum;
                }

                @Override
                public void backward(float share, Block dSummary) {
                    int stride = Kernels.padded(width());
                    float[] d = new float[theta.sets() * stride];
                    for (int row = 0; row < theta.sets(); row++)
                        for (int j = 0; j < width(); j++)
                            d[row * stride + j] = share
                                    * (m.data()[m.at(row, 0) + j] - theta.data()[theta.at(row, 0) + j])
                                    / (deviation * deviation);
                    Block back = pass.backward(new Block().show(d, 0, theta.sets(), 1, width(), stride));
                    for (int row = 0; row < back.sets(); row++)
                        for (int j = 0; j < back.width(); j++)
                            dSummary.data()[dSummary.at(row, 0) + j] += back.data()[back.at(row, 0) + j];
                }
            };
        }

        @Override
        public DensityEvaluation evaluation(Memory memory) {
            Pass pass = mean.pass(memory);
            return new DensityEvaluation() {
                @Override
                public void sample(Block summary, RandomGenerator rng, float[] to) {
                    Block m = pass.forward(summary);
                    for (int i = 0; i < to.length; i++)
                        to[i] = (float) rng.nextGaussian(m.data()[m.at(0, 0) + i % width()], deviation);
                }

                @Override
                public double logDensity(Block theta, Block summary) {
                    return -minusLog(theta, pass.forward(summary), 0) - width() * Math.log(2 * Math.PI) / 2;
                }
            };
        }
    }
}
