package bayesflow4j.storage;

import bayesflow4j.model.Domain;
import bayesflow4j.posterior.Ensemble;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.posterior.Referenced;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** The file format of an ensemble: that of each member, its arrays under names that begin with {@code member.k/}. */
public final class EnsembleFormat implements EstimatorFormat {
    private static final int MOST_MEMBERS = 1000;
    private static final String MEMBERS = "members";
    private static final String PARAMETERS = "parameters";
    private static final String PROVENANCE = "provenance";

    @Override
    public String name() {
        return "ensemble";
    }

    @Override
    public boolean writes(Estimator estimator) {
        return estimator instanceof Ensemble;
    }

    @Override
    public Content write(Estimator estimator) {
        Ensemble ensemble = (Ensemble) estimator;
        List<Map<String, Object>> members = new ArrayList<>();
        Map<String, Safetensors.Array> arrays = new LinkedHashMap<>();
        Map<String, Safetensors.Integers> integers = new LinkedHashMap<>();
        for (Referenced member : ensemble.members()) {
            EstimatorFormat format = EstimatorFile.formatOf(member);
            Content content = format.write(member);
            String prefix = prefix(members.size());
            Map<String, Object> description = new LinkedHashMap<>();
            description.put(EstimatorFile.KIND, format.name());
            description.putAll(content.description());
            members.add(description);
            content.arrays().forEach((name, array) -> arrays.put(prefix + name, array));
            content.integers().forEach((name, array) -> integers.put(prefix + name, array));
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put(PARAMETERS, members.getFirst().getOrDefault(PARAMETERS, List.of()));
        json.put(PROVENANCE, ProvenanceJson.write(ensemble.provenance()));
        json.put(MEMBERS, members);
        return new Content(json, arrays, integers);
    }

    private static String prefix(int member) {
        return "member." + member + "/";
    }

    @Override
    public Ensemble read(Content content, int format, Optional<Domain> domain) {
        Map<String, Object> own = new LinkedHashMap<>(content.description());
        own.remove(PARAMETERS);
        Fields json = Fields.of(name(), own);
        Provenance provenance = ProvenanceJson.read(json.object(PROVENANCE));
        int count = json.objects(MEMBERS, MOST_MEMBERS).size();
        json.end();
        List<Referenced> members = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Map<String, Object> description = new LinkedHashMap<>();
            ((Map<?, ?>) ((List<?>) own.get(MEMBERS)).get(i))
                    .forEach((key, value) -> description.put(key.toString(), value));
            EstimatorFormat kind = EstimatorFile.formatNamed(String.valueOf(description.remove(EstimatorFile.KIND)));
            Content part = new Content(description, part(content.arrays(), i), part(content.integers(), i));
            if (!(kind.read(part, format, domain) instanceof Referenced member))
                throw new IllegalArgumentException(
                        "member " + i + ": expected one with reference summaries, got a " + kind.name());
            members.add(member);
        }
        long known = content.arrays().keySet().stream()
                .filter(name -> IntStream.range(0, count).anyMatch(i -> name.startsWith(prefix(i))))
                .count();
        if (known != content.arrays().size())
            throw new IllegalArgumentException("expected " + known + " tensors for its " + count + " members, got "
                    + content.arrays().size());
        return new Ensemble(members, provenance);
    }

    private static <T> Map<String, T> part(Map<String, T> all, int member) {
        Map<String, T> part = new LinkedHashMap<>();
        all.forEach((name, value) -> {
            if (name.startsWith(prefix(member)))
                part.put(name.substring(prefix(member).length()), value);
        });
        return part;
    }
}
