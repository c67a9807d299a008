package bayesflow4j.report;

import java.util.ArrayList;
import java.util.List;

/** One panel per parameter, up to a number that a reader can take in. */
final class Panels {
    static final int MOST = 12;
    static final int WIDTH = 300;

    interface Panel {
        Plot of(int parameter, String label);
    }

    private Panels() {}

    static Figure perParameter(
            List<String> parameters, String name, String title, String reading, int height, Panel panel) {
        List<Plot> plots = new ArrayList<>();
        int shown = Math.min(MOST, parameters.size());
        for (int j = 0; j < shown; j++) plots.add(panel.of(j, ParameterLabel.of(parameters.get(j))));
        String note = shown < parameters.size()
                ? " The first " + shown + " of " + parameters.size() + " parameters are shown."
                : "";
        return Figure.flowing(name, title, reading + note, plots, WIDTH, height);
    }
}
