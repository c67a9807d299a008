package bayesflow4j.report;

import bayesflow4j.diagnostics.Verdict;
import bayesflow4j.posterior.Disagreement;

/** A sentence at the top of a report, with a grade that sets its color. */
public record Notice(Verdict.Grade grade, String text) {
    /** Whether the members of an ensemble agree. */
    static Notice of(Disagreement disagreement) {
        return new Notice(disagreement.notable() ? Verdict.Grade.FAIR : Verdict.Grade.GOOD, disagreement.sentence());
    }
}
