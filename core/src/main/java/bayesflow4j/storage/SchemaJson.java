package bayesflow4j.storage;

import bayesflow4j.model.DataKind;
import bayesflow4j.model.Domain;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.posterior.Schema;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A {@link Schema} and the {@link Domain} of its parameters as fields of a description, and back. */
public final class SchemaJson {
    private static final int MOST = 100_000;

    private SchemaJson() {}

    /**
     * What was read.
     *
     * @param schema what an estimator reads and infers
     * @param domain of its parameters
     */
    public record Described(Schema schema, Domain domain) {}

    /** The fields {@code kind}, {@code observations}, {@code parameters} and {@code columns}. */
    public static Map<String, Object> write(Schema schema, Domain domain) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("kind", schema.kind().name().toLowerCase(Locale.ROOT));
        Map<String, Object> observations = new LinkedHashMap<>();
        observations.put("least", schema.count().least());
        observations.put("most", schema.count().most());
        json.put("observations", observations);
        json.put("parameters", DomainJson.write(domain));
        json.put("columns", schema.columns().stream().map(ColumnJson::write).toList());
        return json;
    }

    /**
     * The schema in the fields of a description.
     *
     * @param given the domain, where bounds depend on other parameters in a way that only a program can say
     */
    public static Described read(Fields json, Optional<Domain> given) {
        DataKind kind = json.choice("kind", DataKind.class);
        Fields observations = json.object("observations");
        ObservationCount count = new ObservationCount(
                observations.integer("least", 1, Integer.MAX_VALUE),
                observations.integer("most", 1, Integer.MAX_VALUE));
        observations.end();
        Domain domain = DomainJson.read(json.objects("parameters", MOST), given);
        Schema schema = new Schema(
                kind,
                count,
                json.objects("columns", MOST).stream().map(ColumnJson::read).toList(),
                domain.parameters());
        return new Described(schema, domain);
    }
}
