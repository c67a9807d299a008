package bayesflow4j.server.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bayesflow4j.catalog.Models;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.server.Guard;
import bayesflow4j.server.Limits;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** While all cores compute, requests are still read, and they are answered in the order in which they came. */
@Timeout(120)
class OrderTest {
    private static final int CORES = Runtime.getRuntime().availableProcessors();
    private static final int ASKED = 20;
    private static final int BUSY = 700;

    private final AtomicInteger computing = new AtomicInteger();
    private final AtomicInteger mayEnd = new AtomicInteger();
    private final List<Integer> answered = Collections.synchronizedList(new ArrayList<>());

    /** Notes the first number of each data set; one that begins with a large number keeps its core busy. */
    private Estimator estimator() {
        GenerativeModel model = Models.named("influenza");
        return Estimator.of("test", model, x -> (count, seed) -> {
            int first = (int) x.at(0, 0);
            if (first < BUSY) answered.add(first);
            else {
                int own = computing.getAndIncrement();
                while (mayEnd.get() <= own) Thread.onSpinWait();
            }
            return Draws.of(model.prior().names(), new double[][] {model.prior().sample(seed.stream(0))});
        });
    }

    private static CompletableFuture<HttpResponse<byte[]>> ask(Client client, int first) {
        HttpRequest request = client.request("/networks/busy/posterior?draws=1")
                .header("Content-Type", Client.CSV)
                .POST(HttpRequest.BodyPublishers.ofString("in_bed\n" + (first + "\n").repeat(14)))
                .build();
        return client.http().sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
    }

    private static void awaitQueued(Client client, int count) throws Exception {
        while (!Client.text(client.get("/metrics")).contains("bayesflow_requests_queued " + count + "\n"))
            Thread.onSpinWait();
    }

    @Test
    void orderOfComingIsOrderOfAnswering() throws Exception {
        try (NetworkServer server = NetworkServer.start(
                        List.of(ServedNetwork.of("busy", estimator())),
                        new Guard(Guard.LOOPBACK, Optional.empty()),
                        0,
                        Limits.DEFAULT,
                        line -> {});
                Client client = new Client(server.address())) {
            List<CompletableFuture<HttpResponse<byte[]>>> all = new ArrayList<>();
            for (int i = 0; i < CORES; i++) all.add(ask(client, BUSY));
            while (computing.get() < CORES) Thread.onSpinWait();
            for (int i = 0; i < ASKED; i++) {
                all.add(ask(client, i));
                awaitQueued(client, i + 1);
            }
            // One core alone answers them all, so the order in which they are noted is that of the queue.
            mayEnd.set(1);
            awaitQueued(client, 0);
            mayEnd.set(CORES);
            for (var one : all) assertEquals(200, one.get().statusCode());
            assertEquals(IntStream.range(0, ASKED).boxed().toList(), answered);
        }
    }
}
