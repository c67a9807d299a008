package bayesflow4j.summary;

/** Bounds on the sizes in a design, so that a damaged file cannot exhaust memory. */
final class Sizes {
    static final int WIDEST = 1 << 14;
    static final int DEEPEST = 50;

    private Sizes() {}

    static void requirePositive(String name, int value) {
        if (value < 1) throw new IllegalArgumentException(name + ": expected at least 1, got " + value);
    }
}
