package bayesflow4j.external;

/** A 64-bit seed in forms that other languages can read. */
final class Seeds {
    private Seeds() {}

    /**
     * All bits as an unsigned decimal number; as text, since many languages read numbers as doubles and lose the last
     * bits.
     */
    static String all(long seed) {
        return Long.toUnsignedString(seed);
    }

    /** The upper 31 bits: a whole number from 0 to 2³¹ − 1, which R, NetLogo and awk accept as a seed. */
    static int signed32(long seed) {
        return (int) (seed >>> 33);
    }
}
