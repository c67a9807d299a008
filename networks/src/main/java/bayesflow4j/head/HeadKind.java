package bayesflow4j.head;

import bayesflow4j.design.DesignKind;

/** One kind of head; providers are listed in {@code META-INF/services/bayesflow4j.head.HeadKind}. */
public interface HeadKind extends DesignKind<HeadDesign> {}
