package bayesflow4j.catalog;

import bayesflow4j.method.Fitting;
import bayesflow4j.method.Method;
import bayesflow4j.model.Domain;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.ExactPosterior;
import bayesflow4j.storage.EstimatorFormat;
import bayesflow4j.storage.FieldException;
import bayesflow4j.storage.Fields;
import java.util.Map;
import java.util.Optional;

/** The exact posterior of the models of the catalog that have one: nothing is learned, and a file holds the model's name. */
public final class ExactMethod implements Method, EstimatorFormat {
    @Override
    public String name() {
        return "exact";
    }

    @Override
    public String description() {
        return "the exact posterior in closed form, the reference for other methods";
    }

    @Override
    public String needs() {
        return "a built-in model with a known posterior (gmm, mvn, regression)";
    }

    @Override
    public boolean amortized() {
        return true;
    }

    @Override
    public boolean knowsDensity() {
        return true;
    }

    @Override
    public String reference() {
        return "";
    }

    @Override
    public Map<String, Object> settings(GenerativeModel model, Fitting fitting) {
        for (String section : fitting.settings().keySet())
            throw new FieldException(section, "not known, the exact posterior has no settings");
        return Map.of();
    }

    @Override
    public ExactPosterior fit(GenerativeModel model, Fitting fitting) {
        settings(model, fitting);
        Optional<ExactPosterior> exact = model.ready() ? Models.exactPosterior(model.name()) : Optional.empty();
        return exact.orElseThrow(() -> new IllegalArgumentException(
                "method exact: expected a ready model whose posterior is known, got " + model.name()));
    }

    @Override
    public boolean writes(Estimator estimator) {
        return estimator.provenance().method().equals(name())
                && estimator.provenance().ready();
    }

    @Override
    public Content write(Estimator estimator) {
        return new Content(Map.of("model", estimator.provenance().model()), Map.of());
    }

    @Override
    public Estimator read(Content content, int format, Optional<Domain> domain) {
        Fields fields = Fields.of("exact", content.description());
        String model = fields.text("model");
        fields.end();
        return Models.exactPosterior(model)
                .orElseThrow(() -> fields.wrong("model", "expected one whose posterior is known, got " + model));
    }
}
