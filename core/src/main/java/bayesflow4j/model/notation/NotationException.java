package bayesflow4j.model.notation;

/** A text cannot be read as a {@link Factor} of a prior; the message gives the column. */
public final class NotationException extends IllegalArgumentException {
    private final String parameter;
    private final String notation;
    private final int column;
    private final String problem;

    NotationException(String parameter, String notation, int column, String problem) {
        super("prior of \"" + parameter + "\", column " + column + " of \"" + notation + "\": " + problem);
        this.parameter = parameter;
        this.notation = notation;
        this.column = column;
        this.problem = problem;
    }

    /** The name of the parameter whose prior was read. */
    public String parameter() {
        return parameter;
    }

    /** The text that was read. */
    public String notation() {
        return notation;
    }

    /** The position of the character that could not be read, from 1. */
    public int column() {
        return column;
    }

    /** What is wrong, without the position. */
    public String problem() {
        return problem;
    }
}
