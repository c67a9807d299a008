package bayesflow4j.summary;

import bayesflow4j.design.DesignKind;

/** One kind of summary network; providers are listed in {@code META-INF/services/bayesflow4j.summary.SummaryKind}. */
public interface SummaryKind extends DesignKind<SummaryNetwork> {}
