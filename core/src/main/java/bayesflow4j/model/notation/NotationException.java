package bayesflow4j.model.notation;

/** A prior that is not written in the notation of {@link Factor}, and the place where reading it stopped. */
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

    /** The parameter whose prior it is. */
    public String parameter() {
        return parameter;
    }

    /** The text that was read. */
    public String notation() {
        return notation;
    }

    /** The character that could not be read, counted from 1. */
    public int column() {
        return column;
    }

    /** What is wrong there, without saying where. */
    public String problem() {
        return problem;
    }
}
