package bayesflow4j.report;

import bayesflow4j.diagnostics.Verdict;

/** A sentence that stands at the top of a report, with how good the news are. */
public record Notice(Verdict.Grade grade, String text) {}
