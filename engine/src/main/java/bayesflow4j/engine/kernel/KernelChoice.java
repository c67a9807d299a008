package bayesflow4j.engine.kernel;

/**
 * Which kernels run, decided once. The property {@code bayesflow4j.kernels} set to {@code plain} or {@code vector} asks for
 * one set; without it the vector kernels run wherever they can.
 */
final class KernelChoice {
    static final String PROPERTY = "bayesflow4j.kernels";
    static final Kernels PLAIN = new PlainKernels();
    static final Kernels BEST = choose(System.getProperty(PROPERTY, ""));

    private KernelChoice() {}

    static Kernels choose(String asked) {
        return switch (asked) {
            case "plain" -> PLAIN;
            case "vector" -> vector();
            case "" -> vectorModuleIsResolved() && VectorKernels.haveHardware() ? new VectorKernels() : PLAIN;
            default ->
                throw new IllegalArgumentException(
                        "system property " + PROPERTY + ": expected plain or vector, got " + asked);
        };
    }

    static Kernels vector() {
        if (!vectorModuleIsResolved())
            throw new IllegalStateException(
                    "system property " + PROPERTY
                            + "=vector needs the module jdk.incubator.vector; start Java with --add-modules jdk.incubator.vector");
        return new VectorKernels();
    }

    private static boolean vectorModuleIsResolved() {
        return ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
    }
}
