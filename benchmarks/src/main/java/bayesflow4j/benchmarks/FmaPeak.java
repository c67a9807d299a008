package bayesflow4j.benchmarks;

import bayesflow4j.engine.optimizer.Workers;
import java.util.OptionalDouble;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** The arithmetic limit of the machine: independent fused multiply-adds of 32-bit floats on all cores. */
public final class FmaPeak {
    private static final int LOOPS = 2_000_000;
    private static volatile float sink;

    private FmaPeak() {}

    /**
     * Billions of floating-point operations per second, the best of several tries; empty without the Vector API module.
     */
    public static OptionalDouble gflops(Workers workers) {
        if (ModuleLayer.boot().findModule("jdk.incubator.vector").isEmpty()) return OptionalDouble.empty();
        double best = 0;
        for (int i = 0; i < 20; i++) {
            long begun = System.nanoTime();
            workers.run(workers.count(), (index, worker) -> sink = Chains.run());
            double operations = 2.0 * Chains.COUNT * Chains.S.length() * LOOPS * workers.count();
            best = Math.max(best, operations / (System.nanoTime() - begun));
        }
        return OptionalDouble.of(best);
    }

    private static final class Chains {
        static final VectorSpecies<Float> S = FloatVector.SPECIES_PREFERRED;
        static final int COUNT = 10;

        static float run() {
            FloatVector x = FloatVector.broadcast(S, 0.999f);
            FloatVector y = FloatVector.broadcast(S, 0.001f);
            FloatVector a = y;
            FloatVector b = y;
            FloatVector c = y;
            FloatVector d = y;
            FloatVector e = y;
            FloatVector f = y;
            FloatVector g = y;
            FloatVector h = y;
            FloatVector i = y;
            FloatVector j = y;
            for (int loop = 0; loop < LOOPS; loop++) {
                a = a.fma(x, y);
                b = b.fma(x, y);
                c = c.fma(x, y);
                d = d.fma(x, y);
                e = e.fma(x, y);
                f = f.fma(x, y);
                g = g.fma(x, y);
                h = h.fma(x, y);
                i = i.fma(x, y);
                j = j.fma(x, y);
            }
            return a.add(b)
                    .add(c)
                    .add(d)
                    .add(e)
                    .add(f)
                    .add(g)
                    .add(h)
                    .add(i)
                    .add(j)
                    .lane(0);
        }
    }
}
