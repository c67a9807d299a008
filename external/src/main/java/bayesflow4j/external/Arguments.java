package bayesflow4j.external;

import bayesflow4j.model.Covariates;
import bayesflow4j.model.notation.Spelling;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The words of a command that runs once per simulation. {@code {name}} is a placeholder for a value; without
 * placeholders all values are appended as {@code --name value}.
 */
final class Arguments {
    static final String OBSERVATIONS = "observations";
    static final String SEED = "seed";
    static final String SEED32 = "seed32";
    static final String FILE = "parameters";

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([\\p{L}_][\\p{L}\\p{N}_]*)}");

    private final List<String> words;
    private final List<String> parameters;
    private final Set<String> whole;
    private final boolean placed;
    private final boolean file;

    Arguments(List<String> words, List<String> parameters, List<String> covariates) {
        this(words, parameters, covariates, Set.of());
    }

    Arguments(List<String> words, List<String> parameters, List<String> covariates, Set<String> whole) {
        this.words = words;
        this.parameters = parameters;
        this.whole = whole;
        List<String> known = new ArrayList<>(parameters);
        known.addAll(covariates);
        known.addAll(List.of(OBSERVATIONS, SEED, SEED32, FILE));
        List<String> used = new ArrayList<>();
        for (String word : words) {
            Matcher placeholder = PLACEHOLDER.matcher(word);
            while (placeholder.find()) {
                String name = placeholder.group(1);
                if (known.contains(name)) used.add(name);
                // Braces are common in other languages: what resembles no known name is left as it is.
                else
                    Spelling.nearest(name, known).ifPresent(near -> {
                        throw new IllegalArgumentException("command: unknown placeholder {" + name + "}; did you mean {"
                                + near + "}? Known: " + String.join(", ", known));
                    });
            }
        }
        placed = !used.isEmpty();
        file = used.contains(FILE);
    }

    /** The words for one simulation, and the file to delete after it. */
    record Filled(List<String> words, Optional<Path> file) implements AutoCloseable {
        @Override
        public void close() {
            file.ifPresent(path -> {
                try {
                    Files.deleteIfExists(path);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    Filled fill(double[] theta, Covariates covariates, int count, long seed) {
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < theta.length; i++)
            values.put(
                    parameters.get(i),
                    whole.contains(parameters.get(i)) ? Long.toString((long) theta[i]) : Double.toString(theta[i]));
        covariates.byName().forEach((name, value) -> values.put(name, text(value)));
        values.put(OBSERVATIONS, Integer.toString(count));
        values.put(SEED, Seeds.all(seed));
        if (!placed) {
            List<String> all = new ArrayList<>(words);
            values.forEach((name, value) -> all.addAll(List.of("--" + name, value)));
            return new Filled(all, Optional.empty());
        }
        values.put(SEED32, Integer.toString(Seeds.signed32(seed)));
        Optional<Path> written = file ? Optional.of(write(values)) : Optional.empty();
        written.ifPresent(path -> values.put(FILE, path.toString()));
        return new Filled(words.stream().map(word -> replaced(word, values)).toList(), written);
    }

    /** A number, or the numbers of all rows with blanks between them, which need no quotes in CSV. */
    private static String text(Object covariate) {
        return covariate instanceof double[] rows
                ? Arrays.stream(rows).mapToObj(Double::toString).collect(Collectors.joining(" "))
                : covariate.toString();
    }

    private static String replaced(String word, Map<String, String> values) {
        return PLACEHOLDER
                .matcher(word)
                .replaceAll(m -> Matcher.quoteReplacement(values.getOrDefault(m.group(1), m.group())));
    }

    private static Path write(Map<String, String> values) {
        try {
            Path path = Files.createTempFile("bayesflow4j-", ".csv");
            String text = String.join(",", values.keySet()) + '\n' + String.join(",", values.values()) + '\n';
            return Files.writeString(path, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
