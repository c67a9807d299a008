package bayesflow4j.benchmarks;

import java.util.Arrays;
import java.util.List;

/**
 * What one step took contestants that worked by turns, in seconds: by contestant and round. Machines are noisy, from one second
 * to the next and for minutes; so ratios are taken within a round, and to the first contestant.
 */
public record Turns(double[][] seconds) {
    /** Threads that spin for a while after their work must not take time from the next one. */
    private static final long PAUSE_MILLIS = 700;

    /** Lets all have a turn in each round, a different one first each time. */
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
            throw new IllegalStateException("interrupted between two turns", e);
        }
    }

    /** The seconds of one step, over the rounds. */
    public Spread of(int contestant) {
        return Spread.of(seconds[contestant]);
    }

    /** How many times as long as the first one this one took. */
    public Spread ratio(int contestant) {
        double[] ratios = new double[seconds[contestant].length];
        Arrays.setAll(ratios, round -> seconds[contestant][round] / seconds[0][round]);
        return Spread.of(ratios);
    }

    /** Five numbers about many. */
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
