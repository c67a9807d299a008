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

/** How a summary reduces many rows of features to one. */
public enum Pool {
    /** The mean of each feature, as in the paper. */
    MEAN,
    /** The mean and the standard deviation of each feature. */
    MOMENTS,
    /**
     * Mean and standard deviation of each feature, and a linear map of their maxima, which are sensitive to bounds and
     * rare rows. The map starts at zero, so uninformative maxima do no harm.
     */
    MOMENTS_AND_MAXIMA;

    String written() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The pool among the settings of a network; files of the first format omit it, as all their networks used means.
     */
    static Pool read(Fields settings) {
        return settings.has("pool") ? settings.choice("pool", Pool.class) : MEAN;
    }

    /** @param name prefix of the names of its weights */
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
