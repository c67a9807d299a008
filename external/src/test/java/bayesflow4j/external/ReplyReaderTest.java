package bayesflow4j.external;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplyReaderTest {
    private static final DataShape PAIR = new DataShape(List.of("mu"), List.of("x", "y"));
    private static final DataShape ONE = new DataShape(List.of("mu"), List.of("x"));

    @Test
    void rowsAreReadInWhateverOrderTheKeysCome() {
        Reply.Rows rows = (Reply.Rows) ReplyReader.read(" {\"rows\": [[1, 2.5], [-3e2, 4]], \"id\": 7.0} ", PAIR);
        assertEquals(7, rows.id());
        assertEquals(2, rows.count());
        assertArrayEquals(new float[] {1, 2.5f, -300, 4}, rows.values());
    }

    @Test
    void plainNumbersAreRowsOfOneColumnOrTheOnlyRow() {
        assertEquals(3, ((Reply.Rows) ReplyReader.read("{\"id\":1,\"rows\":[1,2,3]}", ONE)).count());
        assertEquals(1, ((Reply.Rows) ReplyReader.read("{\"id\":1,\"rows\":[1,2]}", PAIR)).count());
        assertEquals(0, ((Reply.Rows) ReplyReader.read("{\"id\":1,\"rows\":[]}", ONE)).count());
    }

    @Test
    void whatOtherLanguagesWriteForNoNumberIsNotANumber() {
        String line = "{\"id\":1,\"rows\":[NaN, null, \"NA\", Infinity]}";
        float[] values = ((Reply.Rows) ReplyReader.read(line, ONE)).values();
        assertArrayEquals(new float[] {Float.NaN, Float.NaN, Float.NaN, Float.POSITIVE_INFINITY}, values);
    }

    @Test
    void theFirstLineAndRefusalsAreRead() {
        assertEquals(new Reply.Hello(32), ReplyReader.read("{\"protocol\": 1, \"batch\": 32}", ONE));
        assertEquals(new Reply.Hello(1), ReplyReader.read("{\"batch\": false}", ONE));
        assertEquals(new Reply.Refusal(3, "no"), ReplyReader.read("{\"id\": 3, \"error\": \"no\"}", ONE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "hello",
                "[1]",
                "{\"id\":1}",
                "{\"id\":1,\"rows\":[[1]]",
                "{\"id\":1,\"rows\":[[1]",
                "{\"id\":1,\"rows\":[1,[2]]}",
                "{\"id\":1,\"rows\":[[[1]]]}",
                "{\"id\":1,\"rows\":[[\"a\"]]}",
                "{\"id\":1,\"rows\":[[1,2]]}",
                "{\"id\":1,\"rows\":3}",
                "{\"id\":1.5,\"rows\":[1]}",
                "{\"id\":\"1\",\"rows\":[1]}",
                "{\"id\":1,\"rows\":[1],\"error\":\"x\"}",
                "{\"rows\":[1]}",
                "{\"id\":1,\"row\":[1]}",
                "{\"protocol\": 2}",
                "{\"id\":1,\"rows\":[1]} {\"id\":1,\"rows\":[1]}"
            })
    void everythingElseIsRefused(String line) {
        assertThrows(IllegalArgumentException.class, () -> ReplyReader.read(line, ONE));
    }
}
