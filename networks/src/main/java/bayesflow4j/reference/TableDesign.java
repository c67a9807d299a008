package bayesflow4j.reference;

import bayesflow4j.storage.Fields;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a table of simulations looks like.
 *
 * @param statistics that stand for a data set
 * @param simulations R, the number of rows
 * @param observations N of every simulation; 0 if N is drawn as in training, so that the table mixes different N
 */
public record TableDesign(StatisticKind statistics, int simulations, int observations) {
    static final String STATISTICS = "statistics";
    static final String SIMULATIONS = "simulations";
    static final String OBSERVATIONS = "observations";

    static final Map<String, String> MEANINGS = Map.of(
            STATISTICS,
                    "mean: a network's posterior mean; summary: its summary; learned: summary and median; data: a vector itself;"
                            + " handmade: those of the model",
            SIMULATIONS, "simulations in the reference table",
            OBSERVATIONS, "N of all simulations in the table; 0: N as in training, mixed");

    Map<String, Object> written() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put(STATISTICS, statistics.written());
        json.put(SIMULATIONS, simulations);
        json.put(OBSERVATIONS, observations);
        return json;
    }

    static TableDesign read(Fields json) {
        return new TableDesign(
                json.choice(STATISTICS, StatisticKind.class),
                json.integer(SIMULATIONS, 1, Integer.MAX_VALUE),
                json.integer(OBSERVATIONS, 0, Integer.MAX_VALUE));
    }
}
