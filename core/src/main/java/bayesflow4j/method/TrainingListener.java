package bayesflow4j.method;

/** Receives the events of a training, on the training thread. It must not influence the result. */
@FunctionalInterface
public interface TrainingListener {
    /** Ignores all events. */
    TrainingListener SILENT = event -> {};

    /** Called once per event, in the order of events. */
    void on(TrainingEvent event);
}
