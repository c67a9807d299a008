package bayesflow4j.model;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * c, the known covariates of one data set, by name: one number for the whole data set, such as an effort, or one for each
 * of its N rows, such as a time of observation.
 */
public final class Covariates {
    /** No covariates. */
    public static final Covariates NONE = new Covariates(Map.of(), Map.of());

    private final Map<String, Double> ofSet;
    private final Map<String, double[]> ofRows;

    /**
     * @param ofSet one number for the data set
     * @param ofRows one number for each row [N]
     */
    public Covariates(Map<String, Double> ofSet, Map<String, double[]> ofRows) {
        this.ofSet = new LinkedHashMap<>(ofSet);
        this.ofRows = new LinkedHashMap<>(ofRows);
    }

    /** The value of a covariate of the data set. */
    public double of(String name) {
        Double value = ofSet.get(name);
        if (value == null) throw unknown("covariate of the data set", name, ofSet);
        return value;
    }

    /** The values of a covariate of the rows [N], a copy. */
    public double[] rows(String name) {
        double[] values = ofRows.get(name);
        if (values == null) throw unknown("covariate of the rows", name, ofRows);
        return values.clone();
    }

    private static IllegalArgumentException unknown(String what, String name, Map<String, ?> known) {
        return new IllegalArgumentException(what + ": expected one of " + known.keySet() + ", got \"" + name + '"');
    }

    /** All covariates by name: a {@link Double}, or an array of doubles [N]; those of the data set come first. */
    public Map<String, Object> byName() {
        Map<String, Object> all = new LinkedHashMap<>(ofSet);
        ofRows.forEach((name, values) -> all.put(name, values.clone()));
        return all;
    }

    /** Whether there are none. */
    public boolean isEmpty() {
        return ofSet.isEmpty() && ofRows.isEmpty();
    }

    @Override
    public String toString() {
        return "covariates " + byName().keySet();
    }
}
