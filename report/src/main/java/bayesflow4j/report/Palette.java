package bayesflow4j.report;

import java.util.List;

/**
 * The colours of all figures: those of Okabe and Ito, which colour-blind readers tell apart and which differ in grey as
 * well. The first means "posterior", the second "compared with", grey means "what chance alone would do".
 */
final class Palette {
    static final String INK = "#1f2328";
    static final String FAINT = "#d0d7de";
    static final String CHANCE = "#8c959f";
    static final String BLUE = "#0072b2";
    static final String VERMILION = "#d55e00";
    static final String GREEN = "#009e73";
    static final List<String> SERIES = List.of(BLUE, VERMILION, GREEN, "#cc79a7", "#e69f00", "#56b4e9", "#8a8000", INK);

    private Palette() {}

    static String series(int index) {
        return SERIES.get(index % SERIES.size());
    }
}
