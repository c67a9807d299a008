package bayesflow4j.report;

import java.util.List;
import java.util.Map;

/**
 * The colors of all figures: those of Okabe and Ito, which color-blind readers can tell apart and which also differ in
 * grayscale. The first color marks the posterior, the second what it is compared with; gray marks what chance alone
 * would produce.
 */
final class Palette {
    static final String INK = "#1f2328";
    static final String FAINT = "#d0d7de";
    static final String CHANCE = "#8c959f";
    static final String BLUE = "#0072b2";
    static final String VERMILION = "#d55e00";
    static final String GREEN = "#009e73";
    static final String YELLOW = "#e69f00";
    static final List<String> SERIES = List.of(BLUE, VERMILION, GREEN, "#cc79a7", YELLOW, "#56b4e9", "#8a8000", INK);
    private static final Map<String, String> BY_NAME =
            Map.of("red", VERMILION, "green", GREEN, "blue", BLUE, "yellow", YELLOW);

    private Palette() {}

    static String series(int index) {
        return SERIES.get(index % SERIES.size());
    }

    /** The color of a group of points: the one it is named after, otherwise by its index. */
    static String group(String name, int index) {
        return BY_NAME.getOrDefault(name, series(index));
    }
}
