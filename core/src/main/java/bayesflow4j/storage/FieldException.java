package bayesflow4j.storage;

import bayesflow4j.model.notation.Spelling;
import java.util.Collection;

/** A field of an object is missing, unknown or invalid. */
public final class FieldException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String path;
    private final String problem;
    private final boolean unknown;

    /**
     * Names the field and the problem.
     *
     * @param path of the field, such as {@code network.head.blocks}
     * @param problem what was expected and what was found
     */
    public FieldException(String path, String problem) {
        this(path, problem, false);
    }

    private FieldException(String path, String problem, boolean unknown) {
        super(path + ": " + problem);
        this.path = path;
        this.problem = problem;
        this.unknown = unknown;
    }

    /**
     * The error of a field that nobody asks for.
     *
     * @param path of the field
     * @param known names of the fields that there are
     */
    public static FieldException unknown(String path, Collection<String> known) {
        String name = path.substring(path.lastIndexOf('.') + 1);
        String nearest = Spelling.nearest(name, known)
                .map(word -> "; did you mean " + word + "?")
                .orElse("");
        return new FieldException(path, "not known, expected one of " + String.join(", ", known) + nearest, true);
    }

    /** The same error, seen from further out. */
    public FieldException within(String section) {
        return new FieldException(section + "." + path, problem, unknown);
    }

    /** Whether it is the name that is wrong, not the value. */
    public boolean isUnknown() {
        return unknown;
    }

    /** The path of the field, its parts separated by points. */
    public String path() {
        return path;
    }

    /** What is wrong, without the path. */
    public String problem() {
        return problem;
    }
}
