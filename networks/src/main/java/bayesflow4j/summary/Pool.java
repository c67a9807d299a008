package bayesflow4j.summary;

import bayesflow4j.engine.layer.Beside;
import bayesflow4j.engine.layer.Chain;
import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.layer.Maxima;
import bayesflow4j.engine.layer.Mlp;
import bayesflow4j.engine.layer.Moments;
import bayesflow4j.engine.layer.Pooling;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.storage.Fields;
import java.util.Locale;

/** What a summary keeps of many rows of features. */
public enum Pool {
    /** The mean of each feature, as in the paper. */
    MEAN,
    /** The mean and the standard deviation of each feature. */
    MOMENTS,
    /**
     * Mean and standard deviation of each feature, and a linear map of their maxima, which sees bounds and rare rows. The map
     * begins as zero: where maxima say nothing, they do not get in the way.
     */
    MOMENTS_AND_MAXIMA;

    String written() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The pool among the settings of a network. The first files did not say it: all of their networks took means. */
    static Pool read(Fields settings) {
        return settings.has("pool") ? settings.choice("pool", Pool.class) : MEAN;
    }

    /** @param name the beginning of the names of its weights */
    Layer layer(Layout layout, String name, int width) {
        return switch (this) {
            case MEAN -> new Pooling(width, Pooling.Kind.MEAN);
            case MOMENTS -> new Moments(width);
            case MOMENTS_AND_MAXIMA ->
                new Beside(
                        new Moments(width),
                        Chain.of(new Maxima(width), Mlp.linear(layout, name + ".maxima", width, 0, width)));
        };
    }
}
