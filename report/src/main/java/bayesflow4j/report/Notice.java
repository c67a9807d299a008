package bayesflow4j.report;

import bayesflow4j.diagnostics.Verdict;
import bayesflow4j.posterior.Disagreement;

/** A sentence at the top of a report, with a grade that sets its color. */
public record Notice(Verdict.Grade grade, String text) {
    /**
     * Whether the members of an ensemble agree. They can agree and be wrong.
     *
     * @param best the grade that a reassuring sentence may have
     */
    static Notice of(Disagreement disagreement, Verdict.Grade best) {
        return new Notice(disagreement.notable() ? Verdict.Grade.FAIR : best, disagreement.sentence());
    }

    /** The one of two grades that trusts less. */
    static Verdict.Grade worse(Verdict.Grade a, Verdict.Grade b) {
        return a.compareTo(b) > 0 ? a : b;
    }
}
