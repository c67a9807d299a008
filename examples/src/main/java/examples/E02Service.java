package examples;

import bayesflow4j.amortized.*;
import bayesflow4j.catalog.Models;
import bayesflow4j.diagnostics.*;
import bayesflow4j.model.*;
import bayesflow4j.random.Seed;
import bayesflow4j.training.*;
import java.io.IOException;
import java.nio.file.Path;

public class E02Service {
    /** Once: trains a network, tells how it goes, checks it, and keeps it in a file. */
    static void train(GenerativeModel model, Path file) {
        TrainingListener log = event -> {
            if (event instanceof TrainingEvent.Validated v) System.out.printf("step %d: %.2f%n", v.step(), v.loss());
        };
        AmortizedPosterior posterior =
                Trainer.of(model).withSteps(1000).withListener(log).train();

        Batch test = model.batch(new Seed(2), 0, 500);
        var draws = posterior.sample(test.observations(), 500, new Seed(3));
        var recovery = Recovery.of(posterior.parameterNames(), test.theta(), draws);
        var verdict = Verdict.of(recovery, Contraction.of(model.prior(), new Seed(4)), new Seed(5));
        System.out.println(verdict.headline());
        NetworkFile.write(posterior, file);
    }

    /** In every process that answers: any number of threads may share what it returns. */
    static AmortizedPosterior open(Path file) throws IOException {
        return NetworkFile.read(file);
    }

    public static void main(String[] args) throws IOException {
        Path file = Path.of(args[0]);
        train(Models.named("influenza"), file);

        var boysInBed =
                new Observations(14, 1, new float[] {3, 8, 26, 76, 225, 298, 258, 233, 189, 128, 68, 29, 14, 4});
        var draws = open(file).given(boysInBed).sample(2000, new Seed(1).stream(0));
        System.out.printf("days infectious: %.1f%n", 1 / draws.median()[1]);
    }
}
