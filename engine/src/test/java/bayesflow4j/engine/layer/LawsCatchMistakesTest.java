package bayesflow4j.engine.layer;

import static org.junit.jupiter.api.Assertions.assertThrows;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;

/** Each law fails on a layer that breaks it. */
class LawsCatchMistakesTest {
    private static final int IN = 3;
    private static final int OUT = 2;

    /** A dense layer with one mistake in it. */
    private static class Flawed implements Layer {
        final Layer right;

        Flawed(Layout layout) {
            right = Mlp.dense(layout, "d", IN, OUT, Activation.ELU);
        }

        @Override
        public int in() {
            return IN;
        }

        @Override
        public int out() {
            return OUT;
        }

        @Override
        public Pass pass(Memory memory) {
            Pass pass = right.pass(memory);
            return new Pass() {
                @Override
                public Block forward(Block x) {
                    return Flawed.this.forward(pass, x, memory);
                }

                @Override
                public Block backward(Block dy) {
                    return Flawed.this.backward(pass, dy, memory);
                }
            };
        }

        Block forward(Pass pass, Block x, Memory memory) {
            return pass.forward(x);
        }

        Block backward(Pass pass, Block dy, Memory memory) {
            return pass.backward(dy);
        }
    }

    private static double[] formula(Numbers w, double[] x) {
        return MlpTest.rowByRow(x, IN, row -> w.mlp("d", 1, Activation.ELU, Activation.ELU, row, new double[0]));
    }

    private static void gradientLawFails(Layout layout, Layer layer) {
        assertThrows(
                AssertionFailedError.class,
                () -> Laws.backwardIsTheDerivative(
                        layout, Subject.of(layer, 4, 1), LawsCatchMistakesTest::formula, 4 * IN));
    }

    @Test
    void aWrongForward() {
        Layout layout = new Layout();
        Layer layer = new Flawed(layout) {
            @Override
            Block forward(Pass pass, Block x, Memory memory) {
                Block y = pass.forward(x);
                y.data()[1] *= 1.01f;
                return y;
            }
        };
        assertThrows(
                AssertionFailedError.class,
                () -> Laws.forwardIsTheFormula(
                        layout, Subject.of(layer, 4, 1), LawsCatchMistakesTest::formula, 4 * IN));
    }

    @Test
    void aBiasGradientThatIsForgotten() {
        Layout layout = new Layout();
        gradientLawFails(layout, new Flawed(layout) {
            @Override
            Block backward(Pass pass, Block dy, Memory memory) {
                Block dx = pass.backward(dy);
                memory.gradient()[layout.tensors().get(1).offset()] = 0;
                return dx;
            }
        });
    }

    @Test
    void aWeightGradientThatIsAddedToWhatWasThere() {
        Layout layout = new Layout();
        gradientLawFails(layout, new Flawed(layout) {
            @Override
            Block backward(Pass pass, Block dy, Memory memory) {
                float before = memory.gradient()[0];
                Block dx = pass.backward(dy);
                memory.gradient()[0] += before;
                return dx;
            }
        });
    }

    @Test
    void anInputGradientOfTheWrongSign() {
        Layout layout = new Layout();
        gradientLawFails(layout, new Flawed(layout) {
            @Override
            Block backward(Pass pass, Block dy, Memory memory) {
                Block dx = pass.backward(dy);
                dx.data()[0] *= -1;
                return dx;
            }
        });
    }

    @Test
    void aGradientInThePadding() {
        Layout layout = new Layout();
        gradientLawFails(layout, new Flawed(layout) {
            @Override
            Block backward(Pass pass, Block dy, Memory memory) {
                Block dx = pass.backward(dy);
                memory.gradient()[OUT] = 1;
                return dx;
            }
        });
    }

    @Test
    void kernelsThatDifferInTheLastBit() {
        Layout layout = new Layout();
        Layer layer = new Flawed(layout) {
            @Override
            Block forward(Pass pass, Block x, Memory memory) {
                Block y = pass.forward(x);
                if (memory.kernels() == Kernels.plain()) y.data()[0] = Math.nextUp(y.data()[0]);
                return y;
            }
        };
        assertThrows(AssertionFailedError.class, () -> Laws.kernelsAgree(layout, Subject.of(layer, 4, 1), 4 * IN));
    }

    /** The way of a layer that has none of its own for rows by columns is right, and is caught if it differs in the last bit. */
    @Test
    void rowsByColumnsThatDifferInTheLastBit() {
        Layout layout = new Layout();
        Mlp mlp = new Mlp(layout, "m", IN, 2, new int[] {OUT}, Activation.ELU, Activation.ELU);
        Laws.lanesAreRows(layout, new ByRowsOnly(mlp));
        ConditionalLayer flawed = new ByRowsOnly(mlp) {
            @Override
            public ConditionalLanes lanes(Memory memory) {
                ConditionalLanes right = super.lanes(memory);
                return condition -> {
                    Lanes given = right.given(condition);
                    return (x, x0, y, y0) -> {
                        given.map(x, x0, y, y0);
                        y[y0 + 70] = Math.nextUp(y[y0 + 70]);
                    };
                };
            }
        };
        assertThrows(AssertionFailedError.class, () -> Laws.lanesAreRows(layout, flawed));
    }

    private static class ByRowsOnly implements ConditionalLayer {
        private final Mlp mlp;

        ByRowsOnly(Mlp mlp) {
            this.mlp = mlp;
        }

        @Override
        public int in() {
            return mlp.in();
        }

        @Override
        public int condition() {
            return mlp.condition();
        }

        @Override
        public int out() {
            return mlp.out();
        }

        @Override
        public ConditionalPass pass(Memory memory) {
            return mlp.pass(memory);
        }
    }

    /** A layer that leaves the gradient of its bias out where that of the inputs is not asked for. */
    @Test
    void aWeightGradientThatDependsOnWhatElseIsAskedFor() {
        Layout layout = new Layout();
        Layer right = new Flawed(layout);
        Laws.weightsAloneHaveTheSameGradient(layout, right, 4, 1);
        Layer wrong = new Layer() {
            @Override
            public int in() {
                return IN;
            }

            @Override
            public int out() {
                return OUT;
            }

            @Override
            public Pass pass(Memory memory) {
                Pass pass = right.pass(memory);
                return new Pass() {
                    @Override
                    public Block forward(Block x) {
                        return pass.forward(x);
                    }

                    @Override
                    public Block backward(Block dy) {
                        return pass.backward(dy);
                    }

                    @Override
                    public void backwardToWeights(Block dy) {
                        pass.backward(dy);
                        memory.gradient()[layout.tensors().get(1).offset()] = 0;
                    }
                };
            }
        };
        assertThrows(AssertionFailedError.class, () -> Laws.weightsAloneHaveTheSameGradient(layout, wrong, 4, 1));
    }

    @Test
    void aPassThatRemembers() {
        Layout layout = new Layout();
        Layer layer = new Flawed(layout) {
            private float seen;

            @Override
            Block forward(Pass pass, Block x, Memory memory) {
                Block y = pass.forward(x);
                y.data()[0] += seen;
                seen += 1;
                return y;
            }
        };
        assertThrows(
                AssertionFailedError.class,
                () -> Laws.nothingIsLeftOver(layout, Subject.of(layer, 9, 1), 9 * IN, Subject.of(layer, 4, 1), 4 * IN));
    }
}
