package bayesflow4j.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.layer.LayerLaws;
import bayesflow4j.engine.layer.Numbers;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.summary.Convolutional.Filters;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ConvolutionalTest {
    abstract static class OfSeries extends SummaryNetworkLaws {
        private final Convolutional network;

        OfSeries(Convolutional network) {
            this.network = network;
        }

        @Override
        protected SummaryNetwork network() {
            return network;
        }

        @Override
        protected int summaryWidth() {
            return network.out();
        }

        @Override
        protected Order order() {
            return Order.MATTERS;
        }

        @Test
        void aShorterSeriesIsRefused() {
            int tooFew = network.leastLength() - 1;
            assertThrows(IllegalArgumentException.class, () -> summaries(new float[tooFew * WIDTH], 1, tooFew));
        }
    }

    @Nested
    class TheDefault extends OfSeries {
        TheDefault() {
            super(Convolutional.DEFAULT);
        }
    }

    @Nested
    class OfThePaper extends OfSeries {
        OfThePaper() {
            super(Convolutional.PAPER);
        }
    }

    @Nested
    class WithMeans extends OfSeries {
        WithMeans() {
            super(new Convolutional(List.of(new Filters(9, 3, 2), new Filters(8, 2, 1)), 5, Pool.MEAN));
        }
    }

    @Nested
    class WithMomentsAndMaxima extends OfSeries {
        WithMomentsAndMaxima() {
            super(new Convolutional(List.of(new Filters(9, 3, 2)), 5, Pool.MOMENTS_AND_MAXIMA));
        }
    }

    @Test
    void leastLengthsAreThoseOfTheConvolutions() {
        assertEquals(
                5, new Convolutional(List.of(new Filters(1, 3, 2), new Filters(1, 2, 1)), 1, Pool.MEAN).leastLength());
        assertEquals(53, Convolutional.PAPER.leastLength());
    }

    @Nested
    class TheFormula extends LayerLaws {
        private final Convolutional network =
                new Convolutional(List.of(new Filters(5, 3, 2), new Filters(4, 2, 1)), 3, Pool.MOMENTS);

        @Override
        protected int[][] shapes() {
            return new int[][] {{1, 5}, {2, 6}, {3, 11}, {2, 25}};
        }

        @Override
        protected Layer layer(Layout layout) {
            return network.layer(layout, 2);
        }

        @Override
        protected double[] formula(Numbers w, double[] x, int sets, int length) {
            double[] y = new double[sets * 3];
            for (int m = 0; m < sets; m++) {
                double[][] rows = Numbers.rows(x, length, 2, m);
                for (int i = 0; i < 2; i++)
                    rows = convolved(
                            w,
                            "summary.convolution." + i,
                            rows,
                            network.convolutions().get(i));
                double[] kept = PoolFormula.of(network.pool(), w, "summary", rows);
                double[] row = w.mlp("summary.dense", 1, Activation.ELU, Activation.ELU, kept, new double[0]);
                System.arraycopy(row, 0, y, m * 3, 3);
            }
            return y;
        }

        private static double[][] convolved(Numbers w, String name, double[][] rows, Filters filters) {
            double[][] out = new double[(rows.length - filters.size()) / filters.stride() + 1][];
            for (int i = 0; i < out.length; i++) {
                double[] window = Arrays.stream(rows, i * filters.stride(), i * filters.stride() + filters.size())
                        .flatMapToDouble(Arrays::stream)
                        .toArray();
                double[] row = w.affine(name + ".kernel", name + ".bias", window);
                out[i] = Arrays.stream(row)
                        .map(v -> Numbers.activate(Activation.RELU, v))
                        .toArray();
            }
            return out;
        }
    }
}
