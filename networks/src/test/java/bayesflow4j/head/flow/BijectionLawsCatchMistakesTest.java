package bayesflow4j.head.flow;

import static org.junit.jupiter.api.Assertions.assertThrows;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.ConditionalLanes;
import bayesflow4j.engine.layer.Lanes;
import bayesflow4j.engine.layer.Numbers;
import bayesflow4j.engine.layer.Subject;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;

/** Each law of bijections fails on a bijection that breaks it, and passes on the same one without the mistake. */
class BijectionLawsCatchMistakesTest {
    private static final CouplingDesign DESIGN = CouplingDesign.PAPER.withHidden(9, 16);
    private static final int WIDTH = 4;
    private static final int CONDITION = 3;

    /** The laws of a coupling that something is done to. */
    private static final class OfCoupling extends BijectionLaws {
        private final UnaryOperator<ConditionalBijection> flaw;

        OfCoupling(UnaryOperator<ConditionalBijection> flaw) {
            this.flaw = flaw;
        }

        @Override
        ConditionalBijection bijection(Layout layout) {
            return flaw.apply(new AffineCoupling(layout, "a", WIDTH, CONDITION, DESIGN));
        }

        @Override
        double[] formula(Numbers w, double[] x, double[] c) {
            return CouplingFormula.of(w, "a", x, c, DESIGN);
        }
    }

    private static Block none(Block condition) {
        return Block.of(new float[condition.sets() * CONDITION], condition.sets(), 1, CONDITION);
    }

    @SafeVarargs
    private static void caught(UnaryOperator<ConditionalBijection> flaw, Consumer<BijectionLaws>... laws) {
        for (int i = 0; i < laws.length; i++) {
            Consumer<BijectionLaws> law = laws[i];
            assertThrows(AssertionFailedError.class, () -> law.accept(new OfCoupling(flaw)), "law " + i);
        }
    }

    @Test
    void withoutAMistakeAllLawsHold() {
        BijectionLaws laws = new OfCoupling(FlawedBijection::new);
        laws.forwardIsTheFormula();
        laws.backwardIsTheDerivative();
        laws.kernelsAgreeBitForBit();
        laws.theInverseUndoesItAndTheLogDeterminantsCancel();
        laws.drawsByColumnsAreTheInverseByRowsToTheLastBit();
        laws.theLogDeterminantIsThatOfTheJacobian();
        laws.anotherConditionGivesAnotherMap();
        laws.eachDataSetHasItsOwnCondition();
        laws.anotherWidthIsRefused();
    }

    @Test
    void aForwardThatIsOff() {
        caught(
                right -> new FlawedBijection(right) {
                    @Override
                    Block forward(Pass pass, Block condition, Block x, float[] logDet, Memory memory) {
                        Block z = super.forward(pass, condition, x, logDet, memory);
                        z.data()[z.at(0, 0)] *= 1.01f;
                        return z;
                    }
                },
                BijectionLaws::forwardIsTheFormula,
                BijectionLaws::theInverseUndoesItAndTheLogDeterminantsCancel);
    }

    /** z₁ = x₁ ⊙ exp(s₁) + t₁: one more in x₁ is exp(s₁) more in z₁, so the logarithms of that are what is left out. */
    @Test
    void theLogDeterminantOfOneHalfForgotten() {
        caught(
                right -> new FlawedBijection(right) {
                    @Override
                    Block forward(Pass pass, Block condition, Block x, float[] logDet, Memory memory) {
                        float[] moved = Subject.flat(x);
                        for (int i = 0; i < moved.length; i++) if (i % WIDTH < WIDTH / 2) moved[i] += 1;
                        Block other = Block.of(moved, x.sets(), x.length(), WIDTH);
                        float[] above = Subject.flat(pass.given(condition).forward(other, logDet.clone()));
                        Block z = super.forward(pass, condition, x, logDet, memory);
                        float[] below = Subject.flat(z);
                        for (int i = 0; i < moved.length; i++)
                            if (i % WIDTH < WIDTH / 2) logDet[i / WIDTH] -= (float) Math.log(above[i] - below[i]);
                        return z;
                    }
                },
                BijectionLaws::forwardIsTheFormula,
                BijectionLaws::theLogDeterminantIsThatOfTheJacobian,
                BijectionLaws::theInverseUndoesItAndTheLogDeterminantsCancel);
    }

    @Test
    void anInverseWithTheLogDeterminantOfTheForward() {
        caught(
                right -> new FlawedBijection(right) {
                    @Override
                    Block inverse(Pass pass, Block condition, Block z, float[] logDet) {
                        float[] added = new float[logDet.length];
                        Block x = super.inverse(pass, condition, z, added);
                        for (int i = 0; i < added.length; i++) logDet[i] -= added[i];
                        return x;
                    }
                },
                BijectionLaws::theInverseUndoesItAndTheLogDeterminantsCancel);
    }

    @Test
    void anInverseThatIsSlightlyOff() {
        caught(
                right -> new FlawedBijection(right) {
                    @Override
                    Block inverse(Pass pass, Block condition, Block z, float[] logDet) {
                        Block x = super.inverse(pass, condition, z, logDet);
                        for (int i = 0; i < x.rows(); i++) x.data()[i * x.rowStride()] += 1e-3f;
                        return x;
                    }
                },
                BijectionLaws::theInverseUndoesItAndTheLogDeterminantsCancel,
                BijectionLaws::drawsByColumnsAreTheInverseByRowsToTheLastBit);
    }

    @Test
    void aForwardThatIgnoresTheCondition() {
        caught(
                right -> new FlawedBijection(right) {
                    @Override
                    Block forward(Pass pass, Block condition, Block x, float[] logDet, Memory memory) {
                        return super.forward(pass, none(condition), x, logDet, memory);
                    }
                },
                BijectionLaws::forwardIsTheFormula,
                BijectionLaws::theInverseUndoesItAndTheLogDeterminantsCancel,
                BijectionLaws::anotherConditionGivesAnotherMap);
    }

    @Test
    void anInverseThatIgnoresTheCondition() {
        caught(
                right -> new FlawedBijection(right) {
                    @Override
                    Block inverse(Pass pass, Block condition, Block z, float[] logDet) {
                        return super.inverse(pass, none(condition), z, logDet);
                    }
                },
                BijectionLaws::theInverseUndoesItAndTheLogDeterminantsCancel,
                BijectionLaws::drawsByColumnsAreTheInverseByRowsToTheLastBit,
                BijectionLaws::anotherConditionGivesAnotherMap);
    }

    /** Both ways alike, so that they undo each other. */
    @Test
    void theConditionOfTheFirstDataSetForAll() {
        caught(
                right -> new FlawedBijection(right) {
                    @Override
                    Block forward(Pass pass, Block condition, Block x, float[] logDet, Memory memory) {
                        return super.forward(pass, first(condition), x, logDet, memory);
                    }

                    @Override
                    Block inverse(Pass pass, Block condition, Block z, float[] logDet) {
                        return super.inverse(pass, first(condition), z, logDet);
                    }

                    private static Block first(Block condition) {
                        return new Block()
                                .repeat(condition.data(), condition.at(0, 0), condition.sets(), 1, CONDITION, 0);
                    }
                },
                BijectionLaws::forwardIsTheFormula,
                BijectionLaws::eachDataSetHasItsOwnCondition);
    }

    @Test
    void theGradientOfTheConditionForgotten() {
        caught(
                right -> new FlawedBijection(right) {
                    @Override
                    void addConditionGradient(Pass pass, Block dCondition) {}
                },
                BijectionLaws::backwardIsTheDerivative);
    }

    @Test
    void theGradientOfTheLogDeterminantForgotten() {
        caught(
                right -> new FlawedBijection(right) {
                    @Override
                    Block backward(Bijection given, Block dz, float[] dLogDet) {
                        return super.backward(given, dz, new float[dLogDet.length]);
                    }
                },
                BijectionLaws::backwardIsTheDerivative);
    }

    @Test
    void kernelsThatDifferInTheLastBit() {
        caught(
                right -> new FlawedBijection(right) {
                    @Override
                    Block forward(Pass pass, Block condition, Block x, float[] logDet, Memory memory) {
                        Block z = super.forward(pass, condition, x, logDet, memory);
                        if (memory.kernels() == Kernels.plain()) logDet[0] = Math.nextUp(logDet[0]);
                        return z;
                    }
                },
                BijectionLaws::kernelsAgreeBitForBit);
    }

    @Test
    void drawsByColumnsThatDifferInOneBit() {
        caught(
                right -> new FlawedBijection(right) {
                    @Override
                    public ConditionalLanes inverse(Memory memory) {
                        ConditionalLanes lanes = right.inverse(memory);
                        return condition -> {
                            Lanes given = lanes.given(condition);
                            return (z, z0, x, x0) -> {
                                given.map(z, z0, x, x0);
                                x[x0 + Lanes.ROWS + 1] = Math.nextUp(x[x0 + Lanes.ROWS + 1]);
                            };
                        };
                    }
                },
                BijectionLaws::drawsByColumnsAreTheInverseByRowsToTheLastBit);
    }

    @Test
    void drawsByColumnsOfTheConditionBefore() {
        caught(
                right -> new FlawedBijection(right) {
                    @Override
                    public ConditionalLanes inverse(Memory memory) {
                        ConditionalLanes lanes = right.inverse(memory);
                        Lanes[] first = new Lanes[1];
                        return condition -> first[0] == null ? first[0] = lanes.given(condition) : first[0];
                    }
                },
                BijectionLaws::drawsByColumnsAreTheInverseByRowsToTheLastBit);
    }

    @Test
    void columnsTooManyThatAreCutOff() {
        caught(
                right -> new FlawedBijection(right) {
                    @Override
                    Block forward(Pass pass, Block condition, Block x, float[] logDet, Memory memory) {
                        Block cut = new Block().show(x.data(), x.offset(), x.sets(), x.length(), WIDTH, x.rowStride());
                        return super.forward(pass, condition, cut, logDet, memory);
                    }
                },
                BijectionLaws::anotherWidthIsRefused);
    }
}
