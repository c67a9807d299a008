package bayesflow4j.summary;

import bayesflow4j.engine.Layer;
import bayesflow4j.engine.Moments;
import bayesflow4j.engine.Pooling;

/** What a summary keeps of many rows of features. */
public enum Pool {
    /** The mean of each feature, as in the paper. */
    MEAN,
    /** The mean and the standard deviation of each feature. */
    MOMENTS;

    Layer layer(int width) {
        return this == MEAN ? new Pooling(width, Pooling.Kind.MEAN) : new Moments(width);
    }
}
