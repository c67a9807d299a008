package bayesflow4j.data;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A program in the language of those who read our files; it looks at one as they would. */
public final class Reader {
    private final List<String> interpreter;

    private Reader(List<String> interpreter) {
        this.interpreter = interpreter;
    }

    /** The first Python in which these imports work; packages of a distribution are known to its own Python only. */
    public static Optional<Reader> python(String imports) throws IOException, InterruptedException {
        for (String program : List.of("python3", "/usr/bin/python3")) {
            Reader reader = new Reader(List.of(program, "-c"));
            if (reader.runs(imports)) return Optional.of(reader);
        }
        return Optional.empty();
    }

    /** R, if it has this package. */
    public static Optional<Reader> r(String name) throws IOException, InterruptedException {
        Reader reader = new Reader(List.of("Rscript", "--vanilla", "-e"));
        return reader.runs("library(" + name + ")") ? Optional.of(reader) : Optional.empty();
    }

    /** Whether the interpreter is there and a program ends well. */
    public boolean runs(String program, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(interpreter);
        command.add(program);
        command.addAll(List.of(arguments));
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            // There is no such interpreter.
            return false;
        }
    }
}
