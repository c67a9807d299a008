package bayesflow4j.external;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The queue of simulations that wait for a worker. */
final class TaskQueue {
    private final Deque<Task> waiting = new ArrayDeque<>();
    private RuntimeException end = new IllegalStateException();
    private boolean ended;

    /** Adds a task; it fails at once after the end. */
    synchronized void add(Task task) {
        if (ended) task.fail(end);
        else waiting.addLast(task);
        notify();
    }

    /** Returns a task to the front; it fails at once after the end. */
    synchronized void again(Task task) {
        if (ended) task.fail(end);
        else waiting.addFirst(task);
        notify();
    }

    /** Waits for tasks and takes up to {@code most} that may be sent together; none after the end. */
    synchronized List<Task> take(int most) throws InterruptedException {
        while (waiting.isEmpty() && !ended) wait();
        List<Task> taken = new ArrayList<>();
        while (!waiting.isEmpty() && taken.size() < most) {
            if (!waiting.getFirst().social() && !taken.isEmpty()) break;
            Task task = waiting.removeFirst();
            taken.add(task);
            if (!task.social()) break;
        }
        return taken;
    }

    /** Fails all waiting tasks and those added later; the first reason counts. */
    synchronized void end(RuntimeException reason) {
        if (ended) return;
        ended = true;
        end = reason;
        waiting.forEach(task -> task.fail(reason));
        waiting.clear();
        notifyAll();
    }

    synchronized boolean ended() {
        return ended;
    }

    /** Why it ended. */
    synchronized RuntimeException reason() {
        return end;
    }
}
