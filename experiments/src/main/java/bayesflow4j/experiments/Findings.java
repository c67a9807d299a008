package bayesflow4j.experiments;

import bayesflow4j.report.Figure;
import java.util.List;

/**
 * What came out of an experiment.
 *
 * @param notes sentences that a reader of the numbers needs
 */
public record Findings(List<Section> sections, List<Figure> figures, List<String> notes) {
    public Findings {
        sections = List.copyOf(sections);
        figures = List.copyOf(figures);
        notes = List.copyOf(notes);
    }
}
