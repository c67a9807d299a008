package bayesflow4j.cluster;

/**
 * What became of a {@link BulkInference}.
 *
 * @param dataSets K
 * @param faulty how many of them the estimator cannot read; the column {@code fault} says why
 * @param firstFault one of the reasons, empty if there is none
 * @param unlike how many of the others are unlike the data that the estimator learned from
 */
public record BulkResult(long dataSets, long faulty, String firstFault, long unlike) {}
