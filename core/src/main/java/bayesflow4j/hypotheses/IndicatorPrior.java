package bayesflow4j.hypotheses;

import bayesflow4j.model.Parameter;
import bayesflow4j.model.Prior;
import bayesflow4j.model.distribution.Support;
import java.util.List;
import java.util.random.RandomGenerator;

/** One of J models, as an indicator θ [J]: 1 for the model, 0 for all others. */
record IndicatorPrior(List<String> names, List<Double> probabilities) implements Prior {
    static double[] indicator(int index, int size) {
        double[] indicator = new double[size];
        indicator[index] = 1;
        return indicator;
    }

    /** The model that an indicator points at. */
    static int index(double[] indicator) {
        int index = 0;
        for (int j = 1; j < indicator.length; j++) if (indicator[j] > indicator[index]) index = j;
        return index;
    }

    @Override
    public List<Parameter> parameters() {
        return names.stream().map(name -> new Parameter(name, Support.REAL)).toList();
    }

    @Override
    public double[] sample(RandomGenerator rng) {
        double u = rng.nextDouble();
        int index = 0;
        while (index < names.size() - 1 && (u -= probabilities.get(index)) >= 0) index++;
        return indicator(index, names.size());
    }

    /** Keeps the model: a model whose simulator fails now and then is no less probable for that. */
    @Override
    public double[] resample(double[] failed, RandomGenerator rng) {
        return failed;
    }

    @Override
    public double logDensity(double[] theta) {
        double sum = 0;
        for (double value : theta) {
            if (value != 0 && value != 1) return Double.NEGATIVE_INFINITY;
            sum += value;
        }
        return sum == 1 ? Math.log(probabilities.get(index(theta))) : Double.NEGATIVE_INFINITY;
    }

    @Override
    public List<String> notation() {
        return probabilities.stream().map(p -> "bernoulli(" + p + ")").toList();
    }
}
