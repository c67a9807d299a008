package bayesflow4j.diagnostics;

/** What the ranks of the truths say about a posterior's marginal. */
public enum Calibration {
    /** No test found a deviation. */
    WELL_CALIBRATED("well calibrated"),
    /** Posteriors are too narrow. */
    OVER_CONFIDENT("over-confident"),
    /** Posteriors are too wide. */
    UNDER_CONFIDENT("under-confident"),
    /** Truths lie to one side of the posteriors, whatever their width. */
    BIASED("biased"),
    /** Centre and width are right on average, the ranks are not uniform. */
    WRONG_SHAPE("miscalibrated in shape"),
    /** Right on average over all data sets, wrong given the data: what the data tell is not all used. */
    WASTEFUL("calibrated on average only");

    private final String words;

    Calibration(String words) {
        this.words = words;
    }

    /** As said in a sentence. */
    public String words() {
        return words;
    }
}
