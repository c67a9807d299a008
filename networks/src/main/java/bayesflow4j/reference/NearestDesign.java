package bayesflow4j.reference;

import bayesflow4j.classical.abc.AbcPosterior.Acceptance;
import bayesflow4j.classical.abc.Adjustment;
import bayesflow4j.storage.Fields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Posteriors from the simulations that are nearest to the data.
 *
 * @param table of simulations
 * @param accepted k, the nearest that are kept
 * @param adjustment what is made of them
 */
public record NearestDesign(TableDesign table, int accepted, Adjusting adjustment) implements ReferenceDesign {
    private static final String ACCEPTED = "accepted";
    private static final String ADJUSTMENT = "adjustment";

    /** One in a hundred is kept, but enough to be a posterior and no more than are needed for one. */
    private static final int SHARE = 100;

    private static final int FEW = 200;
    private static final int MANY = 1000;

    static final Map<String, String> MEANINGS = Map.of(
            ACCEPTED, "the nearest simulations that are kept", ADJUSTMENT, "of what is kept: none, local-linear");

    /** What is made of the nearest simulations, by a name for files and people. */
    public enum Adjusting {
        /** {@link Adjustment#NONE}. */
        NONE("none", Adjustment.NONE),
        /** {@link Adjustment#LOCAL_LINEAR}. */
        LOCAL_LINEAR("local-linear", Adjustment.LOCAL_LINEAR);

        private final String text;
        private final Adjustment adjustment;

        Adjusting(String text, Adjustment adjustment) {
            this.text = text;
            this.adjustment = adjustment;
        }

        private static Adjusting of(Fields json) {
            String text = json.text(ADJUSTMENT);
            for (Adjusting one : values()) if (one.text.equals(text)) return one;
            List<String> known = List.of(NONE.text, LOCAL_LINEAR.text);
            throw json.wrong(ADJUSTMENT, "expected one of " + known + ", got \"" + text + '"');
        }
    }

    /** What a plan says of it, and the rest by default. */
    static NearestDesign of(TablePlan plan) {
        int rows = plan.design().simulations();
        int usual = Math.min(rows, Math.clamp(rows / SHARE, FEW, MANY));
        Fields said = plan.said();
        NearestDesign design = new NearestDesign(
                plan.design(),
                said.has(ACCEPTED) ? said.integer(ACCEPTED, 1, rows) : usual,
                said.has(ADJUSTMENT) ? Adjusting.of(said) : Adjusting.LOCAL_LINEAR);
        said.end();
        return design;
    }

    Acceptance acceptance() {
        return new Acceptance(accepted, adjustment.adjustment);
    }

    @Override
    public Map<String, Object> written() {
        Map<String, Object> json = new LinkedHashMap<>(table.written());
        json.put(ACCEPTED, accepted);
        json.put(ADJUSTMENT, adjustment.text);
        return json;
    }

    static NearestDesign read(Fields json) {
        NearestDesign design = new NearestDesign(
                TableDesign.read(json), json.integer(ACCEPTED, 1, Integer.MAX_VALUE), Adjusting.of(json));
        json.end();
        return design;
    }
}
