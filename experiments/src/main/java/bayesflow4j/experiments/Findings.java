package bayesflow4j.experiments;

import bayesflow4j.report.Figure;
import java.util.List;
import java.util.stream.Stream;

/**
 * The findings of an experiment.
 *
 * @param compared sections of several methods under one condition, shown side by side
 * @param sections all others, shown one below the other
 * @param notes sentences on how to read the numbers
 */
public record Findings(List<Section> compared, List<Section> sections, List<Figure> figures, List<String> notes) {
    public Findings {
        compared = List.copyOf(compared);
        sections = List.copyOf(sections);
        figures = List.copyOf(figures);
        notes = List.copyOf(notes);
    }

    /** Findings without a comparison of methods. */
    public Findings(List<Section> sections, List<Figure> figures, List<String> notes) {
        this(List.of(), sections, figures, notes);
    }

    /** All sections, those that are compared first. */
    public List<Section> all() {
        return Stream.concat(compared.stream(), sections.stream()).toList();
    }
}
