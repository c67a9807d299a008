package bayesflow4j.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShortNumbersTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "M12.3456 -0.9871 L3.0 4.04 Z | M12.3 -0.9 L3 4 Z",
                "translate(1.0,2.05) | translate(1.0,2.0)",
                "-1.5E-7 2.25E-12 1.5E7 | 0 0 1.5E7",
                "1.5E-7,-2.0 | 0,-2",
                "12 7. .5 a1-2 | 12 7. .5 a1-2",
                "3.0 | 3",
                "-3.0 4 | -3 4",
                "2.5E-x | 2.5E-x"
            })
    void numbersHaveOneDigitBehindThePoint(String text, String expected) {
        StringBuilder result = new StringBuilder("-");
        ShortNumbers.append("-" + text + "9", 1, text.length() + 1, result);
        assertEquals("-" + expected, result.toString());
    }
}
