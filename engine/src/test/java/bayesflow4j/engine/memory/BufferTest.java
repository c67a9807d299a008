package bayesflow4j.engine.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.engine.kernel.Kernels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class BufferTest {
    @Test
    void growsToTheLargestSizeAndStays() {
        Buffer buffer = new Buffer();
        assertEquals(100, buffer.atLeast(100).length);
        float[] grown = buffer.atLeast(101);
        assertTrue(grown.length > 101);
        assertSame(grown, buffer.atLeast(7));
        assertSame(grown, buffer.data());
    }

    @Test
    void refusesWhatTheIndicesOfKernelsDoNotReach() {
        refuses(
                () -> new Buffer().atLeast(Kernels.MOST_FLOATS + 1),
                "at most 1073741823 floats (4 GiB), got 1073741824");
        refuses(() -> new Buffer().atLeast(50_000 * 50_000), "got more");
        refuses(() -> new Layout().matrix("huge", 33_000, 33_000), "huge: expected at most 1073741823 weights");
        refuses(() -> new Layout().matrix("beyond", 70_000, 70_000), "beyond: expected at most 1073741823 weights");
    }

    private static void refuses(Executable action, String message) {
        String said = assertThrows(IllegalArgumentException.class, action).getMessage();
        assertTrue(said.contains(message), said);
    }
}
