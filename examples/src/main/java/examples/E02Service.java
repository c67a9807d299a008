package examples;

import bayesflow4j.catalog.Models;
import bayesflow4j.check.ModelCheck;
import bayesflow4j.method.*;
import bayesflow4j.model.*;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.EstimatorFile;
import bayesflow4j.training.Trainer;
import java.io.IOException;
import java.nio.file.Path;

public class E02Service {
    /** Runs once: trains a network, prints its progress, checks it and saves it. */
    static void train(GenerativeModel model, Path file) {
        TrainingListener log = event -> {
            if (event instanceof TrainingEvent.Validated v) System.out.printf("step %d: %.2f%n", v.step(), v.loss());
        };
        Estimator posterior =
                Trainer.of(model).withSteps(1000).withListener(log).train();

        ModelCheck check = ModelCheck.of(model, posterior, 500, 500, new Seed(2));
        System.out.println(check.verdict().headline());
        EstimatorFile.write(posterior, file);
    }

    /** Runs in every process that serves requests; threads may share the result. */
    static Estimator open(Path file) throws IOException {
        return EstimatorFile.read(file);
    }

    public static void main(String[] args) throws IOException {
        Path file = Path.of(args[0]);
        train(Models.named("influenza"), file);

        var boysInBed = Observations.of(3, 8, 26, 76, 225, 298, 258, 233, 189, 128, 68, 29, 14, 4);
        var draws = open(file).given(boysInBed).sample(2000, new Seed(1));
        System.out.printf("days infectious: %.1f%n", 1 / draws.median()[1]);
    }
}
