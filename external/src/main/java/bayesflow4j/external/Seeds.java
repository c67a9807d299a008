package bayesflow4j.external;

/** A 64-bit seed as other languages can read it. */
final class Seeds {
    private Seeds() {}

    /** All bits, unsigned and decimal; as text, since many languages read numbers as doubles and lose the last bits. */
    static String all(long seed) {
        return Long.toUnsignedString(seed);
    }

    /** The upper 31 bits: a whole number from 0 to 2³¹ − 1 that R, NetLogo and awk take as a seed. */
    static int signed32(long seed) {
        return (int) (seed >>> 33);
    }
}
