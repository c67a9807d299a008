package bayesflow4j.diagnostics;

/** The diagnosis of a marginal posterior, from the ranks of the truths. */
public enum Calibration {
    /** No test finds a deviation. */
    WELL_CALIBRATED("well calibrated"),
    /** Posteriors are too narrow. */
    OVER_CONFIDENT("over-confident"),
    /** Posteriors are too wide. */
    UNDER_CONFIDENT("under-confident"),
    /** The truths lie systematically above or below the posteriors. */
    BIASED("biased"),
    /** Center and width are right on average, but the ranks are not uniform. */
    WRONG_SHAPE("miscalibrated in shape"),
    /** Calibrated on average over data sets but not given the data: the posteriors ignore part of the information. */
    WASTEFUL("off for some data sets");

    private final String words;

    Calibration(String words) {
        this.words = words;
    }

    /** The diagnosis as words of a sentence. */
    public String words() {
        return words;
    }
}
