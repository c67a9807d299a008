package bayesflow4j.model.notation;

import bayesflow4j.numeric.Cholesky;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * p(θ₁, …, θ_k) of several parameters in one line, as the chain of conditional distributions that it equals.
 *
 * <ul>
 *   <li>{@code dirichlet(a₁, …, a_k)}: shares that sum to one. Each but the last is a scaled beta given those before it, and the
 *       last is what they leave.
 *   <li>{@code ordered(lower, upper)}: k uniform numbers in ascending order. Given the one before it, each is the least of those
 *       that remain, a scaled beta.
 *   <li>{@code correlated-normal(means; deviations; correlations)}: normals given those before them; correlations in the order
 *       12, 13, 23, 14, ….
 * </ul>
 */
public final class VectorForm {
    private static final Pattern CALL = Pattern.compile("\\s*([\\p{L}-]+)\\s*\\((.*)\\)\\s*");

    private VectorForm() {}

    /**
     * One line per name, in order: a distribution, or the formula of what the others leave.
     *
     * @throws NotationException if the text is no such distribution, or its numbers do not fit
     */
    public static Map<String, String> lines(List<String> names, String text) {
        String all = String.join(", ", names);
        Matcher call = CALL.matcher(text);
        String form = call.matches() ? call.group(1) : "";
        return switch (form) {
            case "dirichlet" -> dirichlet(names, numbers(all, text, call.group(2), names.size()));
            case "ordered" -> ordered(names, numbers(all, text, call.group(2), 2));
            case "correlated-normal" -> correlated(names, text, call.group(2).split(";", -1));
            default ->
                throw new NotationException(
                        all,
                        text,
                        1,
                        "expected dirichlet(a, …), ordered(lower, upper) or correlated-normal(means; deviations;"
                                + " correlations) for several parameters, got \"" + text + '"');
        };
    }

    private static double[] numbers(String names, String text, String list, int count) {
        try {
            double[] numbers = Arrays.stream(list.isBlank() ? new String[0] : list.split(","))
                    .mapToDouble(number -> Double.parseDouble(number.strip()))
                    .toArray();
            if (numbers.length == count) return numbers;
            throw new NotationException(
                    names, text, 1, "expected " + count + " numbers, got " + numbers.length + " in \"" + list + '"');
        } catch (NumberFormatException e) {
            throw new NotationException(names, text, 1, "expected numbers, got \"" + list.strip() + '"');
        }
    }

    private static Map<String, String> dirichlet(List<String> names, double[] a) {
        Map<String, String> lines = new LinkedHashMap<>();
        double rest = Arrays.stream(a).sum();
        String left = "1";
        for (int i = 0; i < a.length - 1; i++) {
            rest -= a[i];
            lines.put(
                    names.get(i),
                    i == 0
                            ? "beta(" + a[i] + ", " + rest + ")"
                            : "scaled-beta(" + a[i] + ", " + rest + ", 0, " + left + ")");
            left += " - " + names.get(i);
        }
        lines.put(names.getLast(), left);
        return lines;
    }

    private static Map<String, String> ordered(List<String> names, double[] bounds) {
        Map<String, String> lines = new LinkedHashMap<>();
        String below = Double.toString(bounds[0]);
        for (int i = 0; i < names.size(); i++) {
            lines.put(names.get(i), "scaled-beta(1, " + (names.size() - i) + ", " + below + ", " + bounds[1] + ")");
            below = names.get(i);
        }
        return lines;
    }

    private static Map<String, String> correlated(List<String> names, String text, String[] groups) {
        String all = String.join(", ", names);
        int k = names.size();
        if (groups.length != 3)
            throw new NotationException(all, text, 1, "expected correlated-normal(means; deviations; correlations)");
        double[] means = numbers(all, text, groups[0], k);
        double[] deviations = numbers(all, text, groups[1], k);
        double[] correlations = numbers(all, text, groups[2], k * (k - 1) / 2);
        Map<String, String> lines = new LinkedHashMap<>();
        List<double[]> earlier = new ArrayList<>();
        for (int i = 0, at = 0; i < k; at += i, i++) {
            double[] r = Arrays.copyOfRange(correlations, at, at + i);
            lines.put(names.get(i), conditional(names, text, means, deviations, r, earlier));
            double[] row = Arrays.copyOf(r, i + 1);
            row[i] = 1;
            earlier.add(row);
        }
        return lines;
    }

    /** N(mᵢ + Σ cⱼ (θⱼ − mⱼ), sᵢ² (1 − rᵀ R⁻¹ r)) with c = sᵢ R⁻¹ r / sⱼ, for the correlations r with those before. */
    private static String conditional(
            List<String> names, String text, double[] means, double[] deviations, double[] r, List<double[]> earlier) {
        int i = r.length;
        double rest = 1;
        StringBuilder mean = new StringBuilder(Double.toString(means[i]));
        try {
            double[] weights =
                    i == 0 ? r : Cholesky.of(earlier.toArray(double[][]::new)).solve(r);
            for (int j = 0; j < i; j++) {
                rest -= weights[j] * r[j];
                mean.append(" + " + weights[j] * deviations[i] / deviations[j] + " * (" + names.get(j) + " - "
                        + means[j] + ")");
            }
        } catch (IllegalArgumentException e) {
            rest = 0;
        }
        if (!(rest > 0))
            throw new NotationException(
                    names.stream().collect(Collectors.joining(", ")),
                    text,
                    1,
                    "correlations: expected a positive definite matrix, got none");
        return "normal(" + mean + ", " + deviations[i] * Math.sqrt(rest) + ")";
    }
}
