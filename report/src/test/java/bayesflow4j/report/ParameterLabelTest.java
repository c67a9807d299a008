package bayesflow4j.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParameterLabelTest {
    @ParameterizedTest
    @CsvSource({
        "beta1, β₁",
        "sigma, σ",
        "v0, v₀",
        "mu12, μ₁₂",
        "mu_3, μ₃",
        "t0, t₀",
        "zr, zr",
        "a, a",
        "u, u",
        "Sigma, Σ",
        "log_beta, log_beta",
        "beta_x, beta_x",
        "betas, betas",
        "β1, β₁",
        "1, 1"
    })
    void namesAreWrittenAsReadersWriteThem(String name, String label) {
        assertEquals(label, ParameterLabel.of(name));
    }
}
