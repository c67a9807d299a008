package bayesflow4j.head.categorical;

import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.head.Head;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The same where the head of the continuous parameters knows its density, or there is no such head. */
final class MixedDensityEvaluation extends MixedEvaluation implements Head.DensityEvaluation {
    MixedDensityEvaluation(MixedHead head, Memory memory, Optional<Head.Evaluation> rest) {
        super(head, memory, rest);
    }

    @Override
    public double logDensity(Block theta, Block summary) {
        double log = 0;
        List<Integer> numbers = new ArrayList<>();
        for (int j = 0; j < head.lattice().size(); j++) {
            float number = theta.data()[theta.at(0, 0) + head.lattice().position(j)];
            if (!(number >= 0 && number < head.lattice().count(j) && Math.rint(number) == number))
                return Double.NEGATIVE_INFINITY;
            log += StrictMath.log(probabilities(summary, numbers)[(int) number]);
            numbers.add((int) number);
        }
        if (rest.isEmpty() || log == Double.NEGATIVE_INFINITY) return log;
        float[] others = new float[continuous.length];
        for (int i = 0; i < others.length; i++) others[i] = theta.data()[theta.at(0, 0) + continuous[i]];
        return log
                + ((Head.DensityEvaluation) rest.get())
                        .logDensity(Block.of(others, 1, 1, others.length), condition(summary, numbers));
    }
}
