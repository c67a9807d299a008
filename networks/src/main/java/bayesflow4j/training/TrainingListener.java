package bayesflow4j.training;

/** Is told what happens in training, on the training thread. It may not change what training computes. */
@FunctionalInterface
public interface TrainingListener {
    /** Hears nothing. */
    TrainingListener SILENT = event -> {};

    void on(TrainingEvent event);
}
