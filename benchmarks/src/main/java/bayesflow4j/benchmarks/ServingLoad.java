package bayesflow4j.benchmarks;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntPredicate;

/**
 * The same request over and over, on several connections at once, each of which waits for an answer before it asks again.
 *
 * @param target where to ask
 * @param body of the request, JSON
 */
public record ServingLoad(URI target, String body) {
    /**
     * What a load found.
     *
     * @param connections that asked at once
     * @param requests per second
     * @param median response time in seconds
     * @param p99 the response time that 1 of 100 requests exceeds, in seconds
     */
    public record Result(int connections, double requests, double median, double p99) {}

    /** Asks so many times on one connection, until the server is compiled. */
    public void warmUp(int requests) {
        ask(asked -> asked < requests);
    }

    /** Asks for some time; every answer must have the status 200. */
    public Result run(int connections, double seconds) {
        long begun = System.nanoTime();
        long end = begun + Math.round(1e9 * seconds);
        List<Future<double[]>> all = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < connections; i++) all.add(threads.submit(() -> ask(_ -> System.nanoTime() < end)));
        }
        double[] times = all.stream()
                .flatMapToDouble(one -> Arrays.stream(result(one)))
                .sorted()
                .toArray();
        double took = (System.nanoTime() - begun) / 1e9;
        return new Result(
                connections,
                times.length / took,
                times[times.length / 2],
                times[(int) Math.min(times.length - 1, Math.ceil(0.99 * times.length))]);
    }

    private static double[] result(Future<double[]> asked) {
        try {
            return asked.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a request failed: " + e.getCause().getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Asks at least once, as long as the number of answers says so; the response times in seconds. */
    private double[] ask(IntPredicate again) {
        List<Double> times = new ArrayList<>();
        byte[] request = request();
        try (Socket socket = new Socket(target.getHost(), target.getPort())) {
            socket.setTcpNoDelay(true);
            OutputStream out = socket.getOutputStream();
            InputStream in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
            do {
                long start = System.nanoTime();
                out.write(request);
                out.flush();
                skipAnswer(in);
                times.add((System.nanoTime() - start) / 1e9);
            } while (again.test(times.size()));
        } catch (IOException e) {
            throw new UncheckedIOException(target + ": " + e.getMessage(), e);
        }
        return times.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private byte[] request() {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        byte[] head = ("POST " + target.getRawPath() + "?" + target.getRawQuery() + " HTTP/1.1\r\nHost: "
                        + target.getRawAuthority() + "\r\nContent-Type: application/json\r\nContent-Length: "
                        + content.length + "\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);
        byte[] all = Arrays.copyOf(head, head.length + content.length);
        System.arraycopy(content, 0, all, head.length, content.length);
        return all;
    }

    /** Reads an answer to its end, by its length or in chunks. */
    private static void skipAnswer(InputStream in) throws IOException {
        String status = line(in);
        if (!status.startsWith("HTTP/1.1 200")) throw new IOException("expected status 200, got " + status);
        long length = -1;
        for (String header = line(in); !header.isEmpty(); header = line(in))
            if (header.toLowerCase(Locale.ROOT).startsWith("content-length:"))
                length = Long.parseLong(
                        header.substring("content-length:".length()).strip());
        if (length >= 0) {
            in.skipNBytes(length);
            return;
        }
        for (int chunk = Integer.parseInt(line(in), 16); ; chunk = Integer.parseInt(line(in), 16)) {
            in.skipNBytes(chunk + 2L);
            if (chunk == 0) return;
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) throw new IOException("the server closed the connection");
            if (b != '\r') text.append((char) b);
        }
        return text.toString();
    }
}
