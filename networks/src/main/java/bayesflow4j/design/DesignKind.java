package bayesflow4j.design;

import bayesflow4j.storage.Fields;

/**
 * One kind of design, found by its name. A provider lists its class in {@code META-INF/services} under the name of the
 * interface for its part of the network, and has a constructor without arguments.
 */
public interface DesignKind<T extends Design> {
    /** Its name, for example {@code recurrent}. */
    String name();

    /** The default design of this kind. */
    T standard();

    /** The design with these settings, the inverse of {@link Design#settings}. */
    T read(Fields settings);
}
