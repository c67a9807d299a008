package bayesflow4j.method;

/** Training was stopped on request; its state is in the checkpoint, if there is one. */
public final class TrainingStopped extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long step;

    /** After the step whose state was saved last. */
    public TrainingStopped(long step) {
        super("training was stopped; the last saved state is after step " + step);
        this.step = step;
    }

    /** The last step whose state was saved. */
    public long step() {
        return step;
    }
}
