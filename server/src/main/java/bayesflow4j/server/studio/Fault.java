package bayesflow4j.server.studio;

import bayesflow4j.data.DataFileException;
import bayesflow4j.server.Problem;
import java.util.function.Supplier;

/** Turns what the library refuses into a reply that says why. */
final class Fault {
    private Fault() {}

    /** The result of some work on what a client sent. */
    static <T> T explained(Supplier<T> work) {
        try {
            return work.get();
        } catch (Problem e) {
            throw e;
        } catch (DataFileException | IllegalArgumentException | IllegalStateException e) {
            throw Problem.unfit(message(e));
        }
    }

    /** What went wrong, in one sentence. */
    static String message(Throwable failure) {
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }
}
