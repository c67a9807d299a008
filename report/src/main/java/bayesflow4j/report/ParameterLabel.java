package bayesflow4j.report;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A parameter's name in mathematical notation: {@code beta1} is β₁, {@code sigma} σ, {@code v0} v₀, {@code mu12} μ₁₂.
 */
public final class ParameterLabel {
    private static final Map<String, String> GREEK = Map.ofEntries(
            Map.entry("alpha", "α"),
            Map.entry("beta", "β"),
            Map.entry("gamma", "γ"),
            Map.entry("delta", "δ"),
            Map.entry("epsilon", "ε"),
            Map.entry("zeta", "ζ"),
            Map.entry("eta", "η"),
            Map.entry("theta", "θ"),
            Map.entry("iota", "ι"),
            Map.entry("kappa", "κ"),
            Map.entry("lambda", "λ"),
            Map.entry("mu", "μ"),
            Map.entry("nu", "ν"),
            Map.entry("xi", "ξ"),
            Map.entry("pi", "π"),
            Map.entry("rho", "ρ"),
            Map.entry("sigma", "σ"),
            Map.entry("tau", "τ"),
            Map.entry("phi", "φ"),
            Map.entry("chi", "χ"),
            Map.entry("psi", "ψ"),
            Map.entry("omega", "ω"),
            Map.entry("Gamma", "Γ"),
            Map.entry("Delta", "Δ"),
            Map.entry("Theta", "Θ"),
            Map.entry("Lambda", "Λ"),
            Map.entry("Sigma", "Σ"),
            Map.entry("Phi", "Φ"),
            Map.entry("Psi", "Ψ"),
            Map.entry("Omega", "Ω"));
    private static final Pattern NAME = Pattern.compile("(\\p{L}+)_?(\\d*)");

    private ParameterLabel() {}

    /** The label for this name; a name that is not letters followed by digits is unchanged. */
    public static String of(String name) {
        Matcher matcher = NAME.matcher(name);
        if (!matcher.matches()) return name;
        StringBuilder label = new StringBuilder(GREEK.getOrDefault(matcher.group(1), matcher.group(1)));
        for (char digit : matcher.group(2).toCharArray()) label.append((char) ('₀' + digit - '0'));
        return label.toString();
    }
}
