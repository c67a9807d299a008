package bayesflow4j.training;

/** Training was asked to stop before its end; what was done is in the checkpoint, if there is one. */
public final class TrainingStopped extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long step;

    TrainingStopped(long step) {
        super("training was stopped; the last saved state is that after step " + step);
        this.step = step;
    }

    /** The last step whose state was kept. */
    public long step() {
        return step;
    }
}
