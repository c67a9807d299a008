package bayesflow4j.catalog;

import bayesflow4j.method.Method;
import bayesflow4j.model.notation.Spelling;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/** The methods on the class path, by name. */
public final class Methods {
    private Methods() {}

    /** All methods, sorted by name. */
    public static List<Method> all() {
        return ServiceLoader.load(Method.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(Method::name))
                .toList();
    }

    /** The method of this name; the message about an unknown name suggests the nearest one. */
    public static Method named(String name) {
        List<Method> all = all();
        return all.stream()
                .filter(method -> method.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(Spelling.unknown(
                        "method", name, all.stream().map(Method::name).toList())));
    }
}
