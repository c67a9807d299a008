package bayesflow4j.models.levy;

/** {@link Flights} one after the other in plain Java: the reference for the vector form, and the fallback without it. */
public record PlainFlights() implements Flights {
    @Override
    public int[] passages(long key, float[] drift, Course course) {
        StableNoise noise = new StableNoise(course.alpha(), course.scale());
        Sfc32 words = new Sfc32();
        float upper = (float) course.width();
        int[] steps = new int[drift.length];
        for (int i = 0; i < steps.length; i++) {
            words.start(key, i);
            float x = (float) course.start();
            int n = 0;
            while (n < course.mostSteps() && x > 0 && x < upper) {
                int angle = words.next();
                int time = words.next();
                x = x + (drift[i] + noise.of(angle, time));
                n++;
            }
            steps[i] = x <= 0 ? -n : n;
        }
        return steps;
    }
}
