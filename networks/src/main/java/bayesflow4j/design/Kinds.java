package bayesflow4j.design;

import bayesflow4j.model.notation.Spelling;
import bayesflow4j.storage.Fields;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** The available kinds of one part of a network, by name. */
public final class Kinds<T extends Design> {
    private final List<? extends DesignKind<T>> kinds;
    private final ScopedValue<List<? extends DesignKind<T>>> others = ScopedValue.newInstance();

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

    /** Does some work during which this thread, and no other, knows these kinds too: what is not for users' files. */
    public <R, X extends Throwable> R with(
            List<? extends DesignKind<T>> more, ScopedValue.CallableOp<? extends R, X> work) throws X {
        return ScopedValue.where(others, List.copyOf(more)).<R, X>call(work);
    }

    private Stream<? extends DesignKind<T>> all() {
        return Stream.concat(kinds.stream(), others.orElse(List.of()).stream());
    }

    /** Their names, in order. */
    public List<String> names() {
        return all().map(DesignKind::name).toList();
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
        return all().filter(kind -> kind.name().equals(name)).findFirst();
    }
}
