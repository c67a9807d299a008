package bayesflow4j.report;

import bayesflow4j.diagnostics.Verdict;

/** A sentence at the top of a report, with a grade that sets its color. */
public record Notice(Verdict.Grade grade, String text) {}
