package bayesflow4j.amortized;

import bayesflow4j.engine.Block;
import bayesflow4j.model.Batch;
import bayesflow4j.model.GenerativeModel;
import java.util.List;
import java.util.stream.Stream;

/** How parameters and data of a model become the numbers that networks see, learned from pilot simulations. */
public record Scales(ParameterScale parameters, DataScale data) {
    /** Simulated data sets as the networks see them: θ [M, 1, D] and x [M, N, d]. */
    public record Prepared(Block theta, Block x) {}

    /** From pilot simulations of the model. */
    public static Scales of(GenerativeModel model, List<Batch> pilot) {
        List<double[]> thetas =
                pilot.stream().flatMap(batch -> Stream.of(batch.theta())).toList();
        return new Scales(ParameterScale.of(model.prior(), thetas), DataScale.of(model.columns(), pilot));
    }

    /** The batch as the networks see it. */
    public Prepared prepare(Batch batch) {
        int width = parameters.domain().dimension();
        float[] theta = new float[batch.size() * width];
        for (int m = 0; m < batch.size(); m++) parameters.apply(batch.theta()[m], theta, m * width);
        return new Prepared(
                Block.of(theta, batch.size(), 1, width),
                Block.of(data.apply(batch.x()), batch.size(), batch.count(), batch.width()));
    }
}
