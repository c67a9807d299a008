package bayesflow4j.data;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Programs in Python that look at a file as its readers would. */
public final class Python {
    private Python() {}

    /** Whether Python is there and a program ends well. */
    public static boolean runs(String program, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("python3", "-c", program));
        command.addAll(List.of(arguments));
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            // There is no Python.
            return false;
        }
    }
}
