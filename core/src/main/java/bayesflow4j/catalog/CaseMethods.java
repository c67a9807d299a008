package bayesflow4j.catalog;

import bayesflow4j.method.CaseMethod;
import bayesflow4j.model.notation.Spelling;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/** The methods on the class path that work for one data set at a time, by name. */
public final class CaseMethods {
    private CaseMethods() {}

    /** All of them, sorted by name. */
    public static List<CaseMethod> all() {
        return ServiceLoader.load(CaseMethod.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(CaseMethod::name))
                .toList();
    }

    /** The method of this name; the message about an unknown name suggests the nearest one. */
    public static CaseMethod named(String name) {
        List<CaseMethod> all = all();
        return all.stream()
                .filter(method -> method.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(Spelling.unknown(
                        "method", name, all.stream().map(CaseMethod::name).toList())));
    }
}
