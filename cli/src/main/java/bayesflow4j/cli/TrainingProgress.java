package bayesflow4j.cli;

import bayesflow4j.method.TrainingEvent;
import bayesflow4j.method.TrainingListener;
import java.io.PrintWriter;
import java.util.Locale;

/** Prints training progress: one line that updates in place on a terminal, a new line every few seconds elsewhere. */
final class TrainingProgress implements TrainingListener {
    private static final int BAR = 16;
    /** The first steps are slow while the JVM compiles, so no remaining time is shown for them. */
    private static final int WARM_UP_STEPS = 100;

    private static final long LINE_NANOS = 5_000_000_000L;

    private final PrintWriter err;
    private final boolean terminal;
    private long lastLine = System.nanoTime();
    private int shown;
    private String work = "";
    private long workBegun;
    private long doneBefore;
    private String who = "";

    TrainingProgress(PrintWriter err, boolean terminal) {
        this.err = err;
        this.terminal = terminal;
    }

    /**
     * Whether the error stream is a terminal. The launcher says so, because the stream itself may be a pipe to a
     * filter.
     */
    static boolean isTerminal() {
        return Boolean.getBoolean("bayesflow.terminal");
    }

    @Override
    public void on(TrainingEvent event) {
        switch (event) {
            case TrainingEvent.Working w -> {
                String done = w.what() + ", " + count(w.done()) + " of " + count(w.total()) + left(w);
                show(bar(w.done(), w.total()) + " " + done, done);
            }
            case TrainingEvent.Part p -> {
                String done = p.what() + left(p);
                show((Double.isNaN(p.share()) ? "" : bar(p.share()) + " ") + done, done);
            }
            case TrainingEvent.Progress p ->
                show(
                        bar(p.step(), p.totalSteps()) + numbers(p),
                        "step " + p.step() + " of " + p.totalSteps() + "," + numbers(p));
            case TrainingEvent.Restarted restarted ->
                line(String.format(
                        Locale.ROOT,
                        "step %d: %s; rolled back to step %d, learning rate × %.3g",
                        restarted.failedStep(),
                        restarted.reason(),
                        restarted.fromStep(),
                        restarted.rateFactor()));
            case TrainingEvent.Resumed resumed ->
                line("resumed after step " + resumed.step() + " from " + resumed.path());
            case TrainingEvent.EndedEarly ended ->
                line("ended early at step " + ended.step() + ": validation loss has not improved since step "
                        + ended.bestStep());
            case TrainingEvent.KeptBest kept ->
                line(String.format(
                        Locale.ROOT,
                        "kept the network of step %d: its validation loss is %.2f, that of the last step %.2f",
                        kept.bestStep(),
                        kept.bestLoss(),
                        kept.loss()));
            case TrainingEvent.Member member -> {
                who = "member " + (member.index() + 1) + " of " + member.count() + ": ";
                on(member.event());
                who = "";
            }
            case TrainingEvent.Racing racing -> {
                who = "design " + (racing.index() + 1) + " of " + racing.count() + " (" + racing.design() + "): ";
                on(racing.event());
                who = "";
            }
            case TrainingEvent.Compared compared ->
                line((compared.left().size() == 1 ? "chosen design: " : "designs that go on: ")
                        + String.join(", ", compared.left()));
            case TrainingEvent.Finished _ -> clear();
            case TrainingEvent.Validated _, TrainingEvent.Saved _, TrainingEvent.RateReduced _ -> {}
        }
    }

    /** The time left at the speed since this work began; nothing before there is a speed. */
    private String left(TrainingEvent.Working w) {
        long now = System.nanoTime();
        if (!w.what().equals(work)) {
            work = w.what();
            workBegun = now;
            doneBefore = w.done();
        }
        long done = w.done() - doneBefore;
        return done == 0 || w.done() >= w.total()
                ? ""
                : ", " + duration((now - workBegun) / 1e9 / done * (w.total() - w.done())) + " left";
    }

    /** The time left of the whole fit, if it is known. */
    private static String left(TrainingEvent.Part p) {
        if (Double.isNaN(p.secondsLeft())) return "";
        return ", " + (p.atLeast() ? "at least " : "about ") + duration(p.secondsLeft()) + " left";
    }

    /** @param text the text on a terminal, where it updates in place; elsewhere {@code line} is printed */
    private void show(String text, String line) {
        String updating = who + text;
        if (terminal) {
            err.print("\r" + updating + " ".repeat(Math.max(0, shown - updating.length())));
            err.flush();
            shown = updating.length();
        } else if (System.nanoTime() - lastLine >= LINE_NANOS) {
            lastLine = System.nanoTime();
            line(line);
        }
    }

    private static String bar(long done, long total) {
        return bar((double) done / total);
    }

    private static String bar(double part) {
        int full = (int) Math.round(part * BAR);
        return String.format(Locale.ROOT, "%3.0f %% ", 100 * part) + "█".repeat(full) + "░".repeat(BAR - full);
    }

    private static String numbers(TrainingEvent.Progress p) {
        return String.format(Locale.ROOT, " loss %.2f", p.loss())
                + (Double.isNaN(p.validationLoss())
                        ? ""
                        : String.format(Locale.ROOT, " (valid. %.2f)", p.validationLoss()))
                + String.format(Locale.ROOT, " rate %.0e, %s sim/s", p.rate(), count(p.simulationsPerSecond()))
                + (p.step() <= WARM_UP_STEPS ? "" : ", " + duration(p.secondsLeft()) + " left");
    }

    private static String count(double number) {
        return number < 10_000
                ? String.format(Locale.ROOT, "%.0f", number)
                : String.format(Locale.ROOT, "%.0fk", number / 1000);
    }

    /** A duration such as 0:45 or 1:02:45. */
    static String duration(double seconds) {
        long s = Math.round(seconds);
        return s < 3600
                ? String.format(Locale.ROOT, "%d:%02d", s / 60, s % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", s / 3600, s / 60 % 60, s % 60);
    }

    private void line(String text) {
        clear();
        err.println(who + text);
        err.flush();
    }

    /** Erases the line that updates in place. */
    void clear() {
        if (shown == 0) return;
        err.print("\r" + " ".repeat(shown) + "\r");
        err.flush();
        shown = 0;
    }
}
