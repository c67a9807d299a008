package bayesflow4j.design;

import bayesflow4j.model.notation.Spelling;
import bayesflow4j.storage.Fields;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** The available kinds of one part of a network, by name. */
public final class Kinds<T extends Design> {
    private final List<? extends DesignKind<T>> kinds;

    private Kinds(List<? extends DesignKind<T>> kinds) {
        this.kinds = kinds;
    }

    /** All providers of a service. */
    public static <T extends Design, K extends DesignKind<T>> Kinds<T> of(Class<K> service) {
        return new Kinds<>(ServiceLoader.load(service, service.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(DesignKind::name))
                .toList());
    }

    /** These and no others. */
    public static <T extends Design> Kinds<T> of(List<? extends DesignKind<T>> kinds) {
        return new Kinds<>(List.copyOf(kinds));
    }

    /** Their names, in order. */
    public List<String> names() {
        return kinds.stream().map(DesignKind::name).toList();
    }

    /**
     * The design that {@link Design#written} wrote.
     *
     * @throws bayesflow4j.storage.FieldException if the kind is unknown or a setting invalid
     */
    public T read(Fields written) {
        String name = written.text("kind");
        T design = named(name)
                .orElseThrow(() -> written.wrong("kind", Spelling.unknown("kind", name, names())))
                .read(written);
        written.end();
        return design;
    }

    /** The kind with this name, if there is one. */
    public Optional<? extends DesignKind<T>> named(String name) {
        return kinds.stream().filter(kind -> kind.name().equals(name)).findFirst();
    }
}
