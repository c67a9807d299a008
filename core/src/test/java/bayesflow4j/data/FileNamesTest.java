package bayesflow4j.data;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class FileNamesTest {
    /** A file that overwrites another loses a posterior without a word. */
    @Test
    void namesThatLookAlikeGetFilesOfTheirOwn() {
        assertEquals(
                List.of("Lake-1", "Lake-1-2", "lake-1-3", "Lake-1-2-2"),
                FileNames.of(List.of("Lake 1", "Lake/1", "lake:1", "Lake-1-2")));
        assertEquals(List.of("Léman", "unnamed", "hidden"), FileNames.of(List.of("Léman", "..", ".hidden")));
        assertEquals(60, FileNames.of(List.of("x".repeat(300))).getFirst().length());
    }
}
