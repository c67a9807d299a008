package bayesflow4j.benchmarks;

import java.util.Arrays;
import java.util.List;

/**
 * Seconds per step of contestants that take turns, by contestant and round. The speed of a machine varies from second
 * to second and over minutes, so ratios are taken within a round, relative to the first contestant.
 */
public record Turns(double[][] seconds) {
    /** A pause for threads that keep spinning after their work, so that they do not slow down the next contestant. */
    private static final long PAUSE_MILLIS = 700;

    /** Gives every contestant one turn per round, with a different one first each time. */
    public static Turns take(List<? extends Contestant> contestants, int rounds, double secondsPerTurn) {
        int count = contestants.size();
        double[][] seconds = new double[count][rounds];
        for (int round = 0; round < rounds; round++)
            for (int i = 0; i < count; i++) {
                int next = (round + i) % count;
                if (count > 1) pause();
                seconds[next][round] = contestants.get(next).turn(secondsPerTurn);
            }
        return new Turns(seconds);
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted between turns", e);
        }
    }

    /** The seconds per step over the rounds. */
    public Spread of(int contestant) {
        return Spread.of(seconds[contestant]);
    }

    /** The time of this contestant divided by that of the first. */
    public Spread ratio(int contestant) {
        double[] ratios = new double[seconds[contestant].length];
        Arrays.setAll(ratios, round -> seconds[contestant][round] / seconds[0][round]);
        return Spread.of(ratios);
    }

    /** A five-number summary. */
    public record Spread(double least, double lower, double median, double upper, double most) {
        static Spread of(double[] values) {
            double[] sorted = values.clone();
            Arrays.sort(sorted);
            return new Spread(at(sorted, 0), at(sorted, .25), at(sorted, .5), at(sorted, .75), at(sorted, 1));
        }

        private static double at(double[] sorted, double share) {
            double position = share * (sorted.length - 1);
            int below = (int) position;
            int above = Math.min(below + 1, sorted.length - 1);
            return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
        }
    }
}
