package bayesflow4j.server;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;

/** What a server did since it started, in the text format of Prometheus. */
public final class Counters {
    /** Upper ends of the classes of the histogram of response times, in seconds. */
    private static final double[] BOUNDS = {
        0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60
    };

    private final Map<String, LongAdder> requests = new ConcurrentSkipListMap<>();
    private final Map<String, Histogram> times = new ConcurrentSkipListMap<>();
    private final LongAdder draws = new LongAdder();
    private final LongAdder dataSets = new LongAdder();

    private static final class Histogram {
        private final LongAdder[] classes = new LongAdder[BOUNDS.length + 1];
        private final LongAdder nanoseconds = new LongAdder();

        private Histogram() {
            for (int i = 0; i < classes.length; i++) classes[i] = new LongAdder();
        }

        private void add(double seconds) {
            int i = 0;
            while (i < BOUNDS.length && seconds > BOUNDS[i]) i++;
            classes[i].increment();
            nanoseconds.add(Math.round(1e9 * seconds));
        }
    }

    /** Counts an answered request. */
    void request(String route, int status, double seconds) {
        requests.computeIfAbsent("route=\"" + route + "\",code=\"" + status + "\"", key -> new LongAdder())
                .increment();
        times.computeIfAbsent(route, key -> new Histogram()).add(seconds);
    }

    /** Counts the draws from the posterior of one data set. */
    public void drawn(long count) {
        dataSets.increment();
        draws.add(count);
    }

    /** All of it as text. */
    public String text(Gate gate) {
        StringBuilder text = new StringBuilder();
        head(text, "bayesflow_requests_total", "counter", "Requests that were answered.");
        requests.forEach((labels, count) -> text.append("bayesflow_requests_total{" + labels + "} " + count + "\n"));
        head(text, "bayesflow_request_seconds", "histogram", "Time from a request to the end of its answer.");
        times.forEach((route, histogram) -> append(text, route, histogram));
        single(text, "bayesflow_draws_total", "counter", "Draws from posteriors.", draws::sum);
        single(text, "bayesflow_data_sets_total", "counter", "Data sets that were asked about.", dataSets::sum);
        single(text, "bayesflow_requests_inside", "gauge", "Requests being worked on or waiting.", gate::inside);
        single(text, "bayesflow_requests_queued", "gauge", "Requests waiting for their turn.", gate::queued);
        single(text, "bayesflow_reserved_bytes", "gauge", "Memory reserved by requests.", gate::reserved);
        single(text, "bayesflow_heap_bytes", "gauge", "Memory used by the Java heap.", () -> {
            Runtime runtime = Runtime.getRuntime();
            return runtime.totalMemory() - runtime.freeMemory();
        });
        single(
                text,
                "bayesflow_uptime_seconds",
                "gauge",
                "Time since the start.",
                () -> ManagementFactory.getRuntimeMXBean().getUptime() / 1000.0);
        return text.toString();
    }

    private static void append(StringBuilder text, String route, Histogram histogram) {
        long sum = 0;
        for (int i = 0; i < histogram.classes.length; i++) {
            sum += histogram.classes[i].sum();
            String bound = i < BOUNDS.length ? number(BOUNDS[i]) : "+Inf";
            text.append("bayesflow_request_seconds_bucket{route=\"" + route + "\",le=\"" + bound + "\"} " + sum + "\n");
        }
        text.append("bayesflow_request_seconds_sum{route=\"" + route + "\"} "
                + number(histogram.nanoseconds.sum() / 1e9) + "\n");
        text.append("bayesflow_request_seconds_count{route=\"" + route + "\"} " + sum + "\n");
    }

    private static void head(StringBuilder text, String name, String type, String help) {
        text.append("# HELP " + name + " " + help + "\n# TYPE " + name + " " + type + "\n");
    }

    private static void single(StringBuilder text, String name, String type, String help, DoubleSupplier value) {
        head(text, name, type, help);
        text.append(name + " " + number(value.getAsDouble()) + "\n");
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : String.format(Locale.ROOT, "%s", value);
    }
}
