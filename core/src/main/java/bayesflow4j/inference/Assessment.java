package bayesflow4j.inference;

import bayesflow4j.check.CheckRecord;
import bayesflow4j.check.LocalCheck;
import bayesflow4j.check.PriorSensitivity;
import bayesflow4j.check.Standing;
import bayesflow4j.diagnostics.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What is known about some posteriors beside their draws.
 *
 * @param standing how the estimator was trained and checked
 * @param local whether it is right near each data set; empty if that was not tested
 * @param sensitivity how each posterior depends on its prior; empty if the prior is not known
 */
public record Assessment(Standing standing, List<LocalCheck> local, List<PriorSensitivity> sensitivity) {
    /** Copies the lists. */
    public Assessment {
        local = List.copyOf(local);
        sensitivity = List.copyOf(sensitivity);
    }

    /** An estimator's standing, and nothing about data sets. */
    public static Assessment of(Standing standing) {
        return new Assessment(standing, List.of(), List.of());
    }

    /** The state of the estimator in one word or a few. */
    public String state() {
        return standing.check().map(CheckRecord::outcome).orElse("never checked");
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("check", state());
        json.put("overfitted", standing.isOverfitted());
        json.put("sentences", standing.sentences());
        return json;
    }

    /** What is known about data set k, as fields of its entry in {@code summary.json}. */
    Map<String, Object> json(int k) {
        Map<String, Object> json = new LinkedHashMap<>();
        if (k < local.size()) {
            Map<String, Object> near = new LinkedHashMap<>();
            near.put("conclusive", local.get(k).conclusive());
            near.put("unlike_predictions", local.get(k).isUnlike());
            near.put("grade", local.get(k).grade().name().toLowerCase(Locale.ROOT));
            near.put("sentence", local.get(k).sentence());
            json.put("check_near_data", near);
        }
        if (k < sensitivity.size()) {
            Map<String, Object> prior = new LinkedHashMap<>();
            prior.put("effective_sample_size_wider", sensitivity.get(k).widerSize());
            prior.put("effective_sample_size_narrower", sensitivity.get(k).narrowerSize());
            prior.put("sentence", sensitivity.get(k).sentence());
            json.put("prior_sensitivity", prior);
        }
        return json;
    }

    /** The grade that a reassuring sentence may have: good only if the estimator passed its check. */
    public Verdict.Grade best() {
        return standing.passed() ? Verdict.Grade.GOOD : Verdict.Grade.FAIR;
    }
}
