package bayesflow4j.inference;

import static bayesflow4j.model.distribution.Distribution.normal;
import static org.junit.jupiter.api.Assertions.assertEquals;

import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.posterior.Schema;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObservedDataTest {
    private static final String YEARS = "year,x\n1990,1\n1992,2\n1993,3\n";

    private static List<String> notes(DataKind kind) {
        GenerativeModel model = GenerativeModel.of(
                "toy",
                Prior.of("mu", normal(0, 1)),
                (theta, count, rng) -> Observations.of(new double[count]),
                ObservationCount.between(1, 9),
                kind,
                "x");
        return ObservedData.parse("lake.csv", YEARS, Schema.of(model)).notes();
    }

    /** The network of a series reads 1990 and 1992 as neighbors; that of a set does not care for the order. */
    @Test
    void aMissingYearIsNotedWhereRowsAreSteps() {
        assertEquals(
                List.of(
                        "lake.csv: the network reads rows in equal steps, but year rises in unequal steps, the longest from"
                                + " 1990 to 1992: where rows are missing, add them with empty cells"),
                notes(DataKind.SERIES));
        assertEquals(List.of(), notes(DataKind.SET));
    }
}
