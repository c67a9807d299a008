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

    /** Where results are kept as they come: enough that little is lost, few enough that their overhead does not count. */
    private static final int SMALL_PER_CORE = 64;

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

    /** The results of all elements, each taken soon after it is there, by one thread at a time; tasks are small. */
    <A, B> void each(List<A> elements, Work<A, B> work, Consumer<B> taken) {
        if (elements.isEmpty()) return;
        ClassTag<List<B>> any = ClassTag$.MODULE$.apply(Object.class);
        AbstractFunction2<Object, List<B>, BoxedUnit> take = new AbstractFunction2<>() {
            @Override
            public BoxedUnit apply(Object partition, List<B> results) {
                results.forEach(taken);
                return BoxedUnit.UNIT;
            }
        };
        int parts = Math.min(elements.size(), SMALL_PER_CORE * spark.defaultParallelism());
        Complaint.instead(() -> {
            spark.sc().runJob(spark.parallelize(elements, parts).rdd(), new Each<>(work), take, any);
            return elements;
        });
    }

    /** The results for the elements of a partition. */
    private static final class Each<A, B> extends AbstractFunction1<Iterator<A>, List<B>> implements Serializable {
        private final Work<A, B> work;

        Each(Work<A, B> work) {
            this.work = work;
        }

        @Override
        public List<B> apply(Iterator<A> elements) {
            List<B> results = new ArrayList<>();
            while (elements.hasNext()) results.add(work.apply(elements.next()));
            return results;
        }
    }
}
