package bayesflow4j.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.experiments.Experiment;
import bayesflow4j.experiments.Experiments;
import org.junit.jupiter.api.Test;

class ReproduceCommandTest extends CommandTest {
    @Test
    void theHelpNamesEveryExperiment() {
        assertDone("reproduce", "--help");
        for (Experiment experiment : Experiments.withVariants())
            assertTrue(out().contains(experiment.name()), experiment.name() + " in " + out());
    }

    @Test
    void anUnknownExperimentIsAnsweredWithTheNearest() {
        assertWrong("Did you mean \"ricker:as-run\"?", "reproduce", "ricker:asrun", "-o", "@out");
    }
}
