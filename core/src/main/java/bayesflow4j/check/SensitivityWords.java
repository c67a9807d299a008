package bayesflow4j.check;

import bayesflow4j.check.PriorSensitivity.Bounds;
import bayesflow4j.check.PriorSensitivity.Shift;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** What a {@link PriorSensitivity} says, in sentences and in a few words. */
record SensitivityWords(PriorSensitivity of) {
    /** As many flat priors are named one by one. */
    private static final int MOST_NAMES = 6;

    /** With a smaller fraction of the draws near a bound, the posterior does not feel it. */
    private static final double FREE = 0.01;

    String sentence() {
        List<String> sentences = new ArrayList<>();
        if (of.shaped()) {
            sentences.add(byPrior("wider", of.widerSize(), Shift::wider));
            sentences.add(byPrior("narrower", of.narrowerSize(), Shift::narrower));
        }
        if (!flat().isEmpty()) sentences.add(byBounds() + " " + byNarrowerBounds());
        of.shifts().stream()
                .filter(Shift::presses)
                .forEach(shift -> sentences.add(String.format(
                        Locale.ROOT,
                        "%s presses against its prior: %.0f %% of its draws lie in the %s 2 %% of the prior, so a prior that"
                                + " reaches further would move it.",
                        shift.parameter(),
                        100 * shift.atEdge(),
                        shift.above() ? "uppermost" : "lowest")));
        return sentences.isEmpty() ? "Values that are names have no prior to widen." : String.join(" ", sentences);
    }

    String words() {
        List<String> words = new ArrayList<>();
        List<String> pressing = of.shifts().stream()
                .filter(Shift::presses)
                .map(Shift::parameter)
                .toList();
        if (!pressing.isEmpty()) words.add("presses against the prior of " + String.join(", ", pressing));
        if (of.shaped())
            words.add(
                    of.tells(of.widerSize()) && of.tells(of.narrowerSize())
                            ? String.format(
                                    Locale.ROOT,
                                    "moves by at most %.2f",
                                    of.shifts().stream()
                                            .mapToDouble(Shift::largest)
                                            .max()
                                            .orElse(0))
                            : "movement cannot be told");
        else if (pressing.isEmpty() && !flat().isEmpty())
            words.add(String.format(Locale.ROOT, "at most %.1f %% of the draws near a bound", 100 * nearest()));
        return String.join("; ", words);
    }

    private List<Shift> flat() {
        return of.shifts().stream().filter(shift -> shift.bounds().isPresent()).toList();
    }

    private static Bounds bounds(Shift shift) {
        return shift.bounds().orElseThrow();
    }

    private double nearest() {
        return flat().stream().mapToDouble(shift -> bounds(shift).near()).max().orElse(0);
    }

    /** Where the draws are between the bounds of flat priors. */
    private String byBounds() {
        List<String> names = flat().stream().map(Shift::parameter).toList();
        boolean one = names.size() == 1;
        String which = names.size() > MOST_NAMES ? names.size() + " parameters" : String.join(", ", names);
        return String.format(
                Locale.ROOT,
                "The %s of %s %s flat, so only %s bounds matter: %s%.1f %% of %s draws lie near a" + " bound%s.",
                one ? "prior" : "priors",
                which,
                one ? "is" : "are",
                one ? "its" : "their",
                one ? "" : "at most ",
                100 * nearest(),
                one ? "the" : "a parameter's",
                nearest() < FREE ? ", so wider bounds would hardly move the posterior" : "");
    }

    private String byNarrowerBounds() {
        List<String> excluded = flat().stream()
                .filter(shift -> !of.tells(bounds(shift).inside() * of.draws()))
                .map(Shift::parameter)
                .toList();
        if (!excluded.isEmpty())
            return "Bounds √2 times as narrow would exclude most draws of " + String.join(", ", excluded) + ".";
        Shift most = flat().stream()
                .max(Comparator.comparingDouble(shift -> Math.abs(bounds(shift).moved())))
                .orElseThrow();
        return String.format(
                Locale.ROOT,
                "Bounds √2 times as narrow move a mean by at most %.2f posterior standard deviations%s.",
                Math.abs(bounds(most).moved()),
                bounds(most).inside() == 1
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                ", that of %s, of which they keep %.0f %% of the draws",
                                most.parameter(),
                                100 * bounds(most).inside()));
    }

    private String byPrior(String which, double size, ToDoubleFunction<Shift> movement) {
        if (!of.tells(size))
            return String.format(
                    Locale.ROOT,
                    "Where a %s prior would move the posterior cannot be told from these draws (effective sample size %.0f of"
                            + " %d).",
                    which,
                    size,
                    of.draws());
        Shift most = of.shifts().stream()
                .max(Comparator.comparingDouble(s -> Math.abs(movement.applyAsDouble(s))))
                .orElseThrow();
        double moved = Math.abs(movement.applyAsDouble(most));
        return String.format(
                Locale.ROOT,
                "A prior √2 times as %s moves posterior means by at most %.2f posterior standard deviations%s (effective sample"
                        + " size %.0f of %d).",
                which.equals("wider") ? "wide" : "narrow",
                moved,
                moved < 0.005 ? "" : ", that of " + most.parameter(),
                size,
                of.draws());
    }
}
