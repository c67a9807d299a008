package bayesflow4j.spark;

import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.SparkException;

/** What went wrong in a task, without what Spark says around it. */
final class Complaint {
    /** The first line of a failed task, after which the stack follows. */
    private static final Pattern FIRST_LINE = Pattern.compile("executor [^)]*\\): ((?:[\\w.$]+: )*)(.*)");

    private Complaint() {}

    /** The result of some work on Spark; where a task failed, the exception is the task's own. */
    static <T> T instead(Supplier<T> work) {
        try {
            return work.get();
        } catch (RuntimeException e) {
            throw of(e);
        } catch (Exception e) {
            // Methods of Scala throw checked exceptions that they do not declare.
            throw of(e);
        }
    }

    private static RuntimeException of(Exception failure) {
        if (!(failure instanceof SparkException) && failure instanceof RuntimeException own) return own;
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause())
            if (!(cause instanceof SparkException))
                return cause instanceof RuntimeException own
                        ? own
                        : new IllegalStateException(cause.getMessage(), cause);
        Matcher line = FIRST_LINE.matcher(String.valueOf(failure.getMessage()));
        return new IllegalStateException(line.find() ? line.group(2) : failure.getMessage(), failure);
    }
}
