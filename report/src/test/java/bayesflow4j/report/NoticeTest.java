package bayesflow4j.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bayesflow4j.diagnostics.Verdict;
import bayesflow4j.posterior.Disagreement;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NoticeTest {
    /** Members that agree may all be wrong: green is for ensembles that passed their check. */
    @Test
    void agreementIsNoBetterThanTheCheck() {
        Disagreement agree = new Disagreement(Map.of("mu", 0.01));
        Disagreement differ = new Disagreement(Map.of("mu", 0.4));
        assertEquals(Verdict.Grade.GOOD, Notice.of(agree, Verdict.Grade.GOOD).grade());
        assertEquals(Verdict.Grade.FAIR, Notice.of(agree, Verdict.Grade.FAIR).grade());
        assertEquals(Verdict.Grade.FAIR, Notice.of(differ, Verdict.Grade.GOOD).grade());
    }
}
