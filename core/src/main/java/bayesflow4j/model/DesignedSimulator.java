package bayesflow4j.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** p(c) p(x | θ, c): covariates are drawn first, and their columns follow those of the simulator. */
record DesignedSimulator(CovariateSimulator simulator, List<Covariate> design, int width) implements Simulator {
    @Override
    public Observations simulate(double[] theta, int count, RandomGenerator rng) {
        double[][] values = new double[design.size()][];
        for (int j = 0; j < values.length; j++) values[j] = design.get(j).sample(count, rng);
        return simulate(theta, values, count, rng);
    }

    @Override
    public Simulator given(Observations observed) {
        double[][] values = new double[design.size()][observed.count()];
        for (int j = 0; j < values.length; j++)
            for (int n = 0; n < observed.count(); n++) values[j][n] = observed.at(n, width + j);
        return (theta, count, rng) -> simulate(theta, values, count, rng);
    }

    private Observations simulate(double[] theta, double[][] values, int count, RandomGenerator rng) {
        Observations x = simulator.simulate(theta, covariates(values), count, rng);
        if (x.count() != count || x.width() != width)
            throw new IllegalArgumentException(
                    "returned " + x.count() + " × " + x.width() + " numbers, expected " + count + " × " + width);
        int all = width + values.length;
        float[] joined = new float[count * all];
        for (int n = 0; n < count; n++) {
            System.arraycopy(x.values(), n * width, joined, n * all, width);
            for (int j = 0; j < values.length; j++)
                joined[n * all + width + j] = (float) values[j][Math.min(n, values[j].length - 1)];
        }
        return new Observations(count, all, joined);
    }

    private Covariates covariates(double[][] values) {
        Map<String, Double> ofSet = new LinkedHashMap<>();
        Map<String, double[]> ofRows = new LinkedHashMap<>();
        for (int j = 0; j < values.length; j++) {
            Covariate covariate = design.get(j);
            if (covariate.scope() == Covariate.Scope.DATA_SET) ofSet.put(covariate.name(), values[j][0]);
            else ofRows.put(covariate.name(), values[j]);
        }
        return new Covariates(ofSet, ofRows);
    }
}
