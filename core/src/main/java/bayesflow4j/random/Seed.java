package bayesflow4j.random;

import java.io.Serializable;
import java.util.Objects;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * The root of a tree of random streams: {@code seed.child("training").stream(7)} is the same sequence of numbers on
 * every thread and machine, and for all practical purposes independent of every other (purpose, index).
 */
public record Seed(long value) implements Serializable {
    private static final RandomGeneratorFactory<RandomGenerator> STREAMS =
            RandomGeneratorFactory.of("L64X128MixRandom");
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    /** The seed for one purpose, such as {@code "training"} or {@code "bootstrap"}. */
    public Seed child(String purpose) {
        Objects.requireNonNull(purpose, "purpose");
        long hash = FNV_OFFSET;
        for (int i = 0; i < purpose.length(); i++) hash = (hash ^ purpose.charAt(i)) * FNV_PRIME;
        return new Seed(mix(mix(value + GOLDEN) ^ hash));
    }

    /** The seed of one member of a family of purposes, such as data set 7. */
    public Seed child(long index) {
        return new Seed(mix(mix(value - GOLDEN) + GOLDEN * index));
    }

    /**
     * The seed of element {@code index} of a sequence, such as of data sets: its stream 0 is this seed's stream
     * {@code index}, and it has children of its own.
     */
    public Seed nth(long index) {
        return new Seed(value + GOLDEN * index);
    }

    /** The stream with this index; two indices of one seed never share a state. */
    public RandomGenerator stream(long index) {
        return STREAMS.create(mix(value + GOLDEN * index));
    }

    /** A bijection of the 64-bit integers in which every input bit moves every output bit (Stafford's variant 13). */
    private static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
