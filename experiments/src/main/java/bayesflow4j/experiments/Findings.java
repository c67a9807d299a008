package bayesflow4j.experiments;

import bayesflow4j.report.Figure;
import java.util.List;

/**
 * The findings of an experiment.
 *
 * @param notes sentences on how to read the numbers
 */
public record Findings(List<Section> sections, List<Figure> figures, List<String> notes) {
    public Findings {
        sections = List.copyOf(sections);
        figures = List.copyOf(figures);
        notes = List.copyOf(notes);
    }
}
