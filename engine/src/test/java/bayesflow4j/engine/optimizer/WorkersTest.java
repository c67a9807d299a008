package bayesflow4j.engine.optimizer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

class WorkersTest {
    @Test
    void everyTaskRunsOnceHoweverManyWorkers() {
        for (int count = 1; count <= 5; count++) {
            try (Workers workers = new Workers(count)) {
                for (int round = 0; round < 2000; round++) {
                    int tasks = round % 11;
                    AtomicIntegerArray runs = new AtomicIntegerArray(11);
                    workers.run(tasks, (index, worker) -> runs.incrementAndGet(index));
                    for (int i = 0; i < 11; i++) assertEquals(i < tasks ? 1 : 0, runs.get(i), "task " + i);
                }
            }
        }
    }

    @Test
    void aFailureReachesTheCallerAndTheTeamGoesOn() {
        try (Workers workers = new Workers(3)) {
            IllegalStateException failure = assertThrows(
                    IllegalStateException.class,
                    () -> workers.run(10, (index, worker) -> {
                        if (index == 4) throw new IllegalStateException("task four");
                    }));
            assertEquals("task four", failure.getMessage());
            AtomicInteger runs = new AtomicInteger();
            workers.run(10, (index, worker) -> runs.incrementAndGet());
            assertEquals(10, runs.get());
        }
    }

    @Test
    void closedWorkersRefuse() {
        Workers workers = new Workers(2);
        workers.close();
        assertThrows(IllegalStateException.class, () -> workers.run(1, (index, worker) -> {}));
        assertThrows(IllegalArgumentException.class, () -> new Workers(0));
    }
}
