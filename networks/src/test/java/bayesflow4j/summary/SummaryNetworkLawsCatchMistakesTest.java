package bayesflow4j.summary;

import static org.junit.jupiter.api.Assertions.assertThrows;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Pass;
import bayesflow4j.engine.layer.Subject;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.summary.SummaryNetworkLaws.Order;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;

/** Each law of summary networks fails on a network that breaks it, and passes on the same one without the mistake. */
class SummaryNetworkLawsCatchMistakesTest {
    private static final Invariant SET = new Invariant(1, 6, 2, 5, Pool.MOMENTS_AND_MAXIMA);
    private static final Recurrent SERIES = new Recurrent(6, 7, 5);

    /** The laws of a network, and what is said of it. */
    private static final class Of extends SummaryNetworkLaws {
        private final SummaryNetwork network;
        private final int width;
        private final Order order;

        Of(SummaryNetwork network, int width, Order order) {
            this.network = network;
            this.width = width;
            this.order = order;
        }

        @Override
        protected SummaryNetwork network() {
            return network;
        }

        @Override
        protected int summaryWidth() {
            return width;
        }

        @Override
        protected Order order() {
            return order;
        }
    }

    private static void caught(SummaryNetwork network, Consumer<SummaryNetworkLaws> law) {
        SummaryNetworkLaws laws = new Of(network, 5, Order.DOES_NOT_MATTER);
        assertThrows(AssertionFailedError.class, () -> law.accept(laws));
    }

    /** A network of sets that does something else on its way forward. */
    private static SummaryNetwork onTheWay(Forward forward) {
        return new FlawedSummary(SET) {
            @Override
            Block forward(Pass pass, Block x, Memory memory) {
                return forward.of(pass, x, memory);
            }
        };
    }

    private interface Forward {
        Block of(Pass pass, Block x, Memory memory);
    }

    @Test
    void withoutAMistakeAllLawsHold() {
        SummaryNetworkLaws laws = new Of(new FlawedSummary(SET), 5, Order.DOES_NOT_MATTER);
        laws.everyLengthGivesASummaryOfTheSameWidth();
        laws.theDataMatter();
        laws.eachDataSetHasItsOwnSummary();
        laws.theOrderOfRowsIsWhatItIsSaidToBe();
        laws.whatIsWrittenIsReadBack();
        laws.kernelsAgreeBitForBit();
        laws.theWeightsAloneHaveTheSameGradient();
        laws.aUsedPassIsAsGoodAsNew();
    }

    @Test
    void aSummaryOfAnotherWidth() {
        SummaryNetworkLaws laws = new Of(SET, 6, Order.DOES_NOT_MATTER);
        assertThrows(AssertionFailedError.class, laws::everyLengthGivesASummaryOfTheSameWidth);
    }

    /** Longer data sets have as many summaries as they have rows. */
    @Test
    void aSummaryForEachRow() {
        SummaryNetwork network =
                onTheWay((pass, x, _) -> pass.forward(Block.of(Subject.flat(x), x.rows(), 1, x.width())));
        caught(network, SummaryNetworkLaws::everyLengthGivesASummaryOfTheSameWidth);
    }

    @Test
    void aColumnThatIsNotRead() {
        SummaryNetwork network = onTheWay((pass, x, _) -> {
            float[] values = Subject.flat(x);
            for (int i = x.width() - 1; i < values.length; i += x.width()) values[i] = 0;
            return pass.forward(Block.of(values, x.sets(), x.length(), x.width()));
        });
        caught(network, SummaryNetworkLaws::theDataMatter);
    }

    @Test
    void aRowThatIsNotRead() {
        SummaryNetwork network = onTheWay((pass, x, _) -> {
            float[] values = Subject.flat(x);
            System.arraycopy(values, x.width(), values, 0, x.width());
            return pass.forward(Block.of(values, x.sets(), x.length(), x.width()));
        });
        caught(network, SummaryNetworkLaws::theDataMatter);
    }

    @Test
    void dataSetsThatSeeEachOther() {
        SummaryNetwork network = onTheWay((pass, x, _) -> {
            Block s = pass.forward(x);
            if (s.sets() > 1) s.data()[s.at(1, 0)] += s.data()[s.at(0, 0)];
            return s;
        });
        caught(network, SummaryNetworkLaws::eachDataSetHasItsOwnSummary);
    }

    /** The first row counts a little more than the others. */
    @Test
    void aSetWhoseOrderMatters() {
        SummaryNetwork network = onTheWay((pass, x, _) -> {
            float[] values = Subject.flat(x);
            for (int j = 0; j < x.width(); j++) values[j] *= 1.1f;
            return pass.forward(Block.of(values, x.sets(), x.length(), x.width()));
        });
        caught(network, SummaryNetworkLaws::theOrderOfRowsIsWhatItIsSaidToBe);
        caught(SERIES, SummaryNetworkLaws::theOrderOfRowsIsWhatItIsSaidToBe);
    }

    @Test
    void aSeriesWhoseOrderDoesNotMatter() {
        new Of(SERIES, 5, Order.MATTERS).theOrderOfRowsIsWhatItIsSaidToBe();
        SummaryNetworkLaws wrong = new Of(SET, 5, Order.MATTERS);
        assertThrows(AssertionFailedError.class, wrong::theOrderOfRowsIsWhatItIsSaidToBe);
    }

    @Test
    void aVectorOfSeveralRows() {
        new Of(new Identity(), 3, Order.HAS_ONE_ROW).theOrderOfRowsIsWhatItIsSaidToBe();
        SummaryNetworkLaws wrong = new Of(SET, 5, Order.HAS_ONE_ROW);
        assertThrows(AssertionFailedError.class, wrong::theOrderOfRowsIsWhatItIsSaidToBe);
    }

    /** Early files name no pool and are read as taking means, so a pool that is left out comes back as another network. */
    @Test
    void aSettingThatIsNotWritten() {
        SummaryNetwork network = new FlawedSummary(SET) {
            @Override
            public Map<String, Object> settings() {
                Map<String, Object> settings = new LinkedHashMap<>(super.settings());
                settings.remove("pool");
                return settings;
            }
        };
        caught(network, SummaryNetworkLaws::whatIsWrittenIsReadBack);
    }

    @Test
    void aSettingThatIsWrittenWrong() {
        SummaryNetwork network = new FlawedSummary(SET) {
            @Override
            public Map<String, Object> settings() {
                Map<String, Object> settings = new LinkedHashMap<>(super.settings());
                settings.put("depth", SET.width());
                return settings;
            }
        };
        caught(network, SummaryNetworkLaws::whatIsWrittenIsReadBack);
    }

    @Test
    void kernelsThatDifferInTheLastBit() {
        SummaryNetwork network = onTheWay((pass, x, memory) -> {
            Block s = pass.forward(x);
            if (memory.kernels() == Kernels.plain()) s.data()[s.at(0, 0)] = Math.nextUp(s.data()[s.at(0, 0)]);
            return s;
        });
        caught(network, SummaryNetworkLaws::kernelsAgreeBitForBit);
    }

    @Test
    void aGradientOfTheWeightsAloneThatIsAnother() {
        SummaryNetwork network = new FlawedSummary(SET) {
            @Override
            void backwardToWeights(Pass pass, Block dy, Memory memory) {
                super.backwardToWeights(pass, dy, memory);
                memory.gradient()[0] *= 2;
            }
        };
        caught(network, SummaryNetworkLaws::theWeightsAloneHaveTheSameGradient);
    }

    @Test
    void aPassThatRemembers() {
        int[] seen = {0};
        SummaryNetwork network = onTheWay((pass, x, _) -> {
            Block s = pass.forward(x);
            s.data()[s.at(0, 0)] += seen[0]++;
            return s;
        });
        caught(network, SummaryNetworkLaws::aUsedPassIsAsGoodAsNew);
    }
}
