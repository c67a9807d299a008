package bayesflow4j.method;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One round of a sequential method, or one population.
 *
 * @param number from 1
 * @param simulations that it took
 * @param epsilon the largest distance that was accepted; NaN where distances play no role
 * @param acceptance the accepted share of its proposals
 * @param effective the effective sample size of its weights
 * @param loss on held-out simulations; NaN where nothing is trained
 * @param seconds that it took, without what was read from a stored state
 * @param note on what was special; may be empty
 */
public record Round(
        int number,
        long simulations,
        double epsilon,
        double acceptance,
        double effective,
        double loss,
        double seconds,
        String note) {
    /** What {@link #cells} are, for the header of a table. */
    public static final List<String> HEADER =
            List.of("round", "simulations", "ε", "acceptance", "effective size", "held-out loss", "seconds", "note");

    /** The numbers for people, in the order of {@link #HEADER}; a dash where there is none. */
    public List<String> cells() {
        List<String> cells = new ArrayList<>(List.of(Integer.toString(number), Long.toString(simulations)));
        for (double value : new double[] {epsilon, acceptance, effective, loss}) cells.add(number(value));
        cells.add(String.format(Locale.ROOT, "%.1f", seconds));
        cells.add(note);
        return cells;
    }

    private static String number(double value) {
        if (Double.isNaN(value)) return "–";
        if (Double.isInfinite(value)) return "∞";
        return String.format(Locale.ROOT, Math.abs(value) >= 100 ? "%.0f" : "%.3g", value);
    }

    /** A table of these rounds in comma-separated form, with a header; numbers in full. */
    public static String csv(List<Round> rounds) {
        StringBuilder csv =
                new StringBuilder("round,simulations,epsilon,acceptance,effective_size,held_out_loss,seconds,note\n");
        for (Round r : rounds)
            csv.append(r.number + "," + r.simulations + "," + r.epsilon + "," + r.acceptance + "," + r.effective + ","
                    + r.loss + "," + r.seconds + ",\"" + r.note.replace("\"", "\"\"") + "\"\n");
        return csv.toString();
    }
}
