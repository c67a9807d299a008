package bayesflow4j.head;

import static org.junit.jupiter.api.Assertions.assertThrows;

import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.head.autoregressive.AutoregressiveHead;
import bayesflow4j.head.categorical.CategoricalHead;
import bayesflow4j.head.flow.CouplingDesign;
import bayesflow4j.head.flow.CouplingHead;
import bayesflow4j.head.flow.SplineHead;
import bayesflow4j.head.matching.MatchingHead;
import bayesflow4j.head.mixture.MeanHead;
import bayesflow4j.head.mixture.MixtureHead;
import bayesflow4j.head.variational.InverseAutoregressiveHead;
import bayesflow4j.head.variational.VariationalHead;
import bayesflow4j.random.Seed;
import bayesflow4j.toy.LocationHead;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The laws for every head there is, and what they catch. */
class HeadLawsTest {
    @Nested
    class Couplings extends HeadLaws {
        @Override
        protected HeadDesign design() {
            return new CouplingHead(3, CouplingDesign.DEFAULT.withHidden(8, 8));
        }

        @Override
        protected boolean lossIsTheDensity() {
            return true;
        }
    }

    @Nested
    class MaskedAutoregressiveFlow extends HeadLaws {
        @Override
        protected HeadDesign design() {
            return new AutoregressiveHead(3, HiddenLayers.of(8, 8), 1.9f);
        }

        @Override
        protected boolean lossIsTheDensity() {
            return true;
        }
    }

    @Nested
    class Means extends HeadLaws {
        @Override
        protected HeadDesign design() {
            return new MeanHead(HiddenLayers.of(8));
        }

        @Override
        protected boolean lossIsTheDensity() {
            return true;
        }
    }

    @Nested
    class Splines extends HeadLaws {
        @Override
        protected HeadDesign design() {
            return new SplineHead(2, 3, HiddenLayers.of(4), false);
        }

        @Override
        protected boolean lossIsTheDensity() {
            return true;
        }
    }

    @Nested
    class SplinesOnQuantiles extends HeadLaws {
        @Override
        protected HeadDesign design() {
            return new SplineHead(2, 3, HiddenLayers.of(4), true);
        }

        @Override
        protected boolean lossIsTheDensity() {
            return true;
        }

        @Override
        protected float[] theta(int size) {
            float[] theta = new float[size];
            RandomGenerator rng = new Seed(2).stream(0);
            for (int i = 0; i < size; i++) theta[i] = (2 * rng.nextFloat() - 1) * HeadDesign.QUANTILE_BOUND;
            return theta;
        }
    }

    @Nested
    class OneNormal extends HeadLaws {
        @Override
        protected HeadDesign design() {
            return new MixtureHead(1, false, HiddenLayers.of(8));
        }

        @Override
        protected boolean lossIsTheDensity() {
            return true;
        }
    }

    @Nested
    class MixtureOfCorrelatedNormals extends HeadLaws {
        @Override
        protected HeadDesign design() {
            return new MixtureHead(3, true, HiddenLayers.of(8, 8));
        }

        @Override
        protected boolean lossIsTheDensity() {
            return true;
        }
    }

    @Nested
    class VariationalAutoencoder extends HeadLaws {
        @Override
        protected HeadDesign design() {
            return new VariationalHead(2, 0.05, HiddenLayers.of(8));
        }

        @Override
        protected boolean lossIsTheDensity() {
            return false;
        }
    }

    @Nested
    class VariationalAutoencoderWithAFlow extends HeadLaws {
        @Override
        protected HeadDesign design() {
            return new InverseAutoregressiveHead(3, 2, 4, 10, HiddenLayers.of(8), List.of(9));
        }

        @Override
        protected boolean lossIsTheDensity() {
            return false;
        }
    }

    @Nested
    class FlowMatching extends HeadLaws {
        @Override
        protected HeadDesign design() {
            return new MatchingHead(3, 1e-3, HiddenLayers.of(8));
        }

        @Override
        protected boolean lossIsTheDensity() {
            return false;
        }

        @Override
        protected boolean lossIsABound() {
            return false;
        }

        @Override
        protected boolean densityIsExact() {
            return true;
        }
    }

    abstract static class OfClasses extends HeadLaws {
        @Override
        protected boolean lossIsTheDensity() {
            return false;
        }

        @Override
        protected boolean continuous() {
            return false;
        }
    }

    @Nested
    class OneClassifier extends OfClasses {
        @Override
        protected HeadDesign design() {
            return new CategoricalHead(1, 0, HiddenLayers.of(8));
        }
    }

    @Nested
    class ClassifiersWithASharedPart extends OfClasses {
        @Override
        protected HeadDesign design() {
            return new CategoricalHead(2, 1, HiddenLayers.of(8, 8));
        }
    }

    @Nested
    class AToyInTheTestTree extends HeadLaws {
        @Override
        protected HeadDesign design() {
            return new LocationHead(0.7f);
        }

        @Override
        protected boolean lossIsTheDensity() {
            return true;
        }
    }

    /** A correct head with one thing wrong. */
    private enum Fault {
        GRADIENT_FORGETS_THE_SUMMARY,
        GRADIENT_FORGETS_ITS_SHARE,
        DRAWS_TOO_WIDE,
        DENSITY_NOT_NORMALIZED,
        LOSS_IGNORES_A_ROW
    }

    private static HeadLaws with(Fault fault) {
        HeadDesign correct = new LocationHead(0.7f);
        return new HeadLaws() {
            @Override
            protected HeadDesign design() {
                return new HeadDesign() {
                    @Override
                    public Head head(Layout layout, int parameters, int condition, Seed structure) {
                        return new Faulty(fault, correct.head(layout, parameters, condition, structure));
                    }

                    @Override
                    public String kind() {
                        return correct.kind();
                    }

                    @Override
                    public Map<String, Object> settings() {
                        return correct.settings();
                    }
                };
            }

            @Override
            protected boolean lossIsTheDensity() {
                return true;
            }
        };
    }

    private record Faulty(Fault fault, Head correct) implements Head {
        @Override
        public int width() {
            return correct.width();
        }

        @Override
        public int condition() {
            return correct.condition();
        }

        @Override
        public Training training(Memory memory) {
            Training inner = correct.training(memory);
            return new Training() {
                @Override
                public double loss(Block theta, Block summary, Seed noise, int first) {
                    double loss = inner.loss(theta, summary, noise, first);
                    return fault == Fault.LOSS_IGNORES_A_ROW ? loss * (theta.sets() - 1) / theta.sets() : loss;
                }

                @Override
                public void backward(float share, Block dSummary) {
                    Block lost = Block.of(new float[dSummary.rows() * 8], dSummary.rows(), 1, 8);
                    lost.show(lost.data(), 0, dSummary.rows(), 1, dSummary.width(), 8);
                    inner.backward(
                            fault == Fault.GRADIENT_FORGETS_ITS_SHARE ? 1 : share,
                            fault == Fault.GRADIENT_FORGETS_THE_SUMMARY ? lost : dSummary);
                }
            };
        }

        @Override
        public Evaluation evaluation(Memory memory) {
            DensityEvaluation inner = (DensityEvaluation) correct.evaluation(memory);
            return new DensityEvaluation() {
                @Override
                public double logDensity(Block theta, Block summary) {
                    double density = inner.logDensity(theta, summary);
                    return fault == Fault.DENSITY_NOT_NORMALIZED ? density + 0.1 : density;
                }

                @Override
                public void sample(Block summary, RandomGenerator rng, float[] to) {
                    inner.sample(summary, rng, to);
                    if (fault == Fault.DRAWS_TOO_WIDE) for (int i = 0; i < to.length; i++) to[i] *= 1.3f;
                }
            };
        }
    }

    private static void assertCaught(Runnable law) {
        assertThrows(AssertionError.class, law::run);
    }

    @Test
    void faultsAreCaught() {
        assertCaught(with(Fault.GRADIENT_FORGETS_THE_SUMMARY)::theGradientIsTheDerivativeOfTheLoss);
        assertCaught(with(Fault.GRADIENT_FORGETS_ITS_SHARE)::theGradientIsTheDerivativeOfTheLoss);
        assertCaught(with(Fault.DRAWS_TOO_WIDE)::theDensityIntegratesToOneAndDrawsFollowIt);
        assertCaught(with(Fault.DENSITY_NOT_NORMALIZED)::theDensityIntegratesToOneAndDrawsFollowIt);
        assertCaught(with(Fault.DENSITY_NOT_NORMALIZED)::theLossIsMinusTheLogDensity);
        assertCaught(with(Fault.LOSS_IGNORES_A_ROW)::theLossesOfShardsAddUp);
        assertCaught(with(Fault.LOSS_IGNORES_A_ROW)::theGradientIsTheDerivativeOfTheLoss);
    }
}
