package bayesflow4j.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Pieces of work are done in the order in which they came, and no request keeps the turn. */
@Timeout(60)
class GateTest {
    private final Gate gate = new Gate(Limits.DEFAULT.withConcurrency(1, 100));
    private final List<String> done = Collections.synchronizedList(new ArrayList<>());

    private Thread request(String name, int pieces) {
        return Thread.startVirtualThread(() -> {
            try (Gate.Admission admission = gate.admit()) {
                for (int i = 0; i < pieces; i++) admission.run(() -> done.add(name));
            }
        });
    }

    private void awaitQueued(int count) {
        while (gate.queued() != count) Thread.onSpinWait();
    }

    @Test
    void workIsDoneInTheOrderInWhichItCame() throws InterruptedException {
        List<String> came = new ArrayList<>();
        List<Thread> requests = new ArrayList<>();
        try (Gate.Admission first = gate.admit()) {
            first.run(() -> {
                for (int i = 0; i < 50; i++) {
                    came.add("request " + i);
                    requests.add(request(came.getLast(), 1));
                    awaitQueued(i + 1);
                }
                return done.isEmpty();
            });
        }
        for (Thread request : requests) request.join();
        assertEquals(came, done);
    }

    @Test
    void aLongRequestWaitsAgainAfterEachPiece() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        Thread big = Thread.startVirtualThread(() -> {
            try (Gate.Admission admission = gate.admit()) {
                admission.run(() -> {
                    begun.countDown();
                    awaitQueued(2);
                    return done.add("big");
                });
                admission.run(() -> done.add("big"));
            }
        });
        begun.await();
        Thread first = request("small", 1);
        awaitQueued(1);
        Thread second = request("small too", 1);
        for (Thread request : List.of(big, first, second)) request.join();
        assertEquals(List.of("big", "small", "small too", "big"), done);
    }

    @Test
    void whoseTurnDoesNotComeInTimeLeavesTheQueue() throws InterruptedException {
        Gate hasty = new Gate(Limits.DEFAULT.withTime(Duration.ofMillis(50)).withConcurrency(1, 100));
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Thread busy = Thread.startVirtualThread(() -> {
            try (Gate.Admission admission = hasty.admit()) {
                admission.run(() -> {
                    begun.countDown();
                    return awaited(end);
                });
            }
        });
        begun.await();
        try (Gate.Admission late = hasty.admit()) {
            Problem problem = assertThrows(Problem.class, () -> late.run(() -> done.add("late")));
            assertEquals(408, problem.status());
        }
        assertEquals(0, hasty.queued());
        end.countDown();
        busy.join();
        assertEquals(List.of(), done);
    }

    private static boolean awaited(CountDownLatch latch) {
        try {
            latch.await();
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }
}
