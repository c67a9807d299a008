package bayesflow4j.models.levy;

/**
 * Doty-Humphrey's "small fast chaotic" generator of 32-bit words: one independent stream per flight, of additions, shifts and
 * xors only, so that it runs in integer lanes.
 */
final class Sfc32 {
    static final int XOR_SHIFT = 9;
    static final int ADD_SHIFT = 3;
    static final int ROTATION = 21;

    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    int a;
    int b;
    int c;
    int counter;

    /** Moves to the beginning of stream {@code flight} of {@code key}. */
    void start(long key, int flight) {
        long low = mix(key + GOLDEN * (2L * flight + 1));
        long high = mix(key + GOLDEN * (2L * flight + 2));
        a = (int) low;
        b = (int) (low >>> 32);
        c = (int) high;
        counter = 1;
    }

    int next() {
        int word = a + b + counter++;
        a = b ^ (b >>> XOR_SHIFT);
        b = c + (c << ADD_SHIFT);
        c = Integer.rotateLeft(c, ROTATION) + word;
        return word;
    }

    private static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
