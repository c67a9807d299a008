package bayesflow4j.method;

import java.util.AbstractList;
import java.util.RandomAccess;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

/** A list that never changes, whose elements are made each time they are asked for, so that memory need not hold them. */
public final class OnDemand<T> extends AbstractList<T> implements RandomAccess {
    private final int size;
    private final IntFunction<T> element;
    private final IntUnaryOperator count;

    /**
     * @param element makes element k, always the same
     * @param count how many rows or numbers element k has, known without making it
     */
    public OnDemand(int size, IntFunction<T> element, IntUnaryOperator count) {
        this.size = size;
        this.element = element;
        this.count = count;
    }

    @Override
    public T get(int index) {
        return element.apply(index);
    }

    @Override
    public int size() {
        return size;
    }

    /** How many rows or numbers element k has. */
    int count(int k) {
        return count.applyAsInt(k);
    }
}
