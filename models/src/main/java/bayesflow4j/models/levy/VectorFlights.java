package bayesflow4j.models.levy;

/** As many flights side by side as a vector has lanes; a lane whose flight has ended takes the next one. */
public record VectorFlights() implements Flights {
    @Override
    public int[] passages(long key, float[] drift, Course course) {
        NoiseBlock noise = new NoiseBlock(new StableNoise(course.alpha(), course.scale()));
        Lanes lanes = new Lanes(key, drift, course);
        while (lanes.refill()) {
            lanes.words(noise);
            noise.draw();
            lanes.walk(noise);
        }
        return lanes.steps();
    }
}
