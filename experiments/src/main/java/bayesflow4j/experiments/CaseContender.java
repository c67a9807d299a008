package bayesflow4j.experiments;

import bayesflow4j.catalog.CaseMethods;
import bayesflow4j.catalog.Models;
import bayesflow4j.method.CaseFit;
import bayesflow4j.method.Fitting;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.HandMadeStatistics;
import bayesflow4j.model.Observations;
import java.util.Map;

/**
 * A method that works for one data set at a time, to be compared with BayesFlow.
 *
 * @param label its name in the paper
 * @param method its name among the methods
 * @param statistics whether it reads the model's hand-made statistics instead of the data
 * @param single changes to its settings for the data set that the paper shows, for each effort
 * @param many the same for each of the data sets that accuracy is measured on
 */
record CaseContender(
        String label,
        String method,
        boolean statistics,
        Map<Effort, Map<String, Object>> single,
        Map<Effort, Map<String, Object>> many) {
    /** The fit of one data set. */
    CaseFit fit(GenerativeModel model, Observations x, Map<String, Object> settings, Fitting fitting) {
        Fitting own = fitting.withSettings(Map.of("case", settings));
        if (!statistics) return CaseMethods.named(method).fit(model, x, own);
        HandMadeStatistics known = Models.statistics(model.name()).orElseThrow();
        return CaseMethods.named(method).fit(known.applied(model, x.count()), known.applied(x), own);
    }
}
