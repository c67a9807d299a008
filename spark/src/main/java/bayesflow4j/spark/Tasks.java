package bayesflow4j.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.spark.api.java.JavaSparkContext;
import scala.collection.Iterator;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction1;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;

/** Cuts lists into tasks of Spark. */
record Tasks(JavaSparkContext spark) {
    /** For each core: a lost task costs little, and the last ones end at about the same time. */
    private static final int PER_CORE = 16;

    /** A function that can travel. */
    interface Work<A, B> extends Function<A, B>, Serializable {}

    /** The results for all elements, in order; tasks do several elements each. */
    <A, B> List<B> map(List<A> elements, Work<List<A>, List<B>> work) {
        if (elements.isEmpty()) return List.of();
        int parts = Math.min(elements.size(), PER_CORE * spark.defaultParallelism());
        return Complaint.instead(() -> spark.parallelize(elements, parts)
                .mapPartitions(some -> {
                    List<A> own = new ArrayList<>();
                    some.forEachRemaining(own::add);
                    return work.apply(own).iterator();
                })
                .collect());
    }

    /** A task for each element, whose result is taken as soon as it is there, by one thread at a time. */
    <A, B> void each(List<A> elements, Work<A, B> work, Consumer<B> taken) {
        if (elements.isEmpty()) return;
        ClassTag<B> any = ClassTag$.MODULE$.apply(Object.class);
        AbstractFunction2<Object, B, BoxedUnit> take = new AbstractFunction2<>() {
            @Override
            public BoxedUnit apply(Object partition, B result) {
                taken.accept(result);
                return BoxedUnit.UNIT;
            }
        };
        Complaint.instead(() -> {
            spark.sc().runJob(spark.parallelize(elements, elements.size()).rdd(), new Only<>(work), take, any);
            return elements;
        });
    }

    /** The result for the only element of a partition. */
    private static final class Only<A, B> extends AbstractFunction1<Iterator<A>, B> implements Serializable {
        private final Work<A, B> work;

        Only(Work<A, B> work) {
            this.work = work;
        }

        @Override
        public B apply(Iterator<A> elements) {
            return work.apply(elements.next());
        }
    }
}
