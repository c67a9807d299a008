package bayesflow4j.models.levy;

/** {@link Flights} side by side, one per vector lane; a lane whose flight has ended takes the next one. */
public record VectorFlights() implements Flights {
    @Override
    public int[] passages(long key, float[] drift, Course course) {
        NoiseBlock noise = new NoiseBlock(new StableNoise(course.alpha(), course.scale()));
        FlightLanes lanes = new FlightLanes(key, drift, course);
        while (lanes.refill()) {
            lanes.words(noise);
            noise.draw();
            lanes.walk(noise);
        }
        return lanes.steps();
    }
}
