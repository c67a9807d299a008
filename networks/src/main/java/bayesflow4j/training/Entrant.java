package bayesflow4j.training;

import bayesflow4j.amortized.DesignJson;
import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.design.Design;
import bayesflow4j.head.HeadDesign;
import bayesflow4j.head.autoregressive.AutoregressiveHead;
import bayesflow4j.head.matching.MatchingHead;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.storage.Fields;
import bayesflow4j.summary.SummaryNetwork;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A design that takes part in a {@link Race}.
 *
 * @param name what it is, in a few words
 */
record Entrant(String name, NetworkDesign design) {
    private static final List<String> WIDTHS = List.of("hidden", "width", "units", "out");

    /** With more parameters, the density of flow matching takes too long to compare by. */
    private static final int MOST_FOR_MATCHING = 12;

    /** The given design first, then others that differ in the kind of head and in the widths of head and summary network. */
    static List<Entrant> handful(GenerativeModel model, NetworkDesign given) {
        NetworkDesign couplings = NetworkDesign.of(model).withSummary(given.summary());
        NetworkDesign splines = given.withSplines(model.prior());
        NetworkDesign unbounded = splines.head().onQuantiles() ? couplings : given;
        List<Entrant> all = new ArrayList<>();
        all.add(new Entrant("default", given));
        all.add(new Entrant("wider head", widerHead(given)));
        all.add(new Entrant("affine couplings", couplings));
        all.add(new Entrant("splines", splines));
        if (model.kind() == DataKind.VECTOR) {
            all.add(new Entrant("wider splines", widerHead(splines)));
            all.add(new Entrant("autoregressive", unbounded.withHead(AutoregressiveHead.DEFAULT)));
        } else {
            all.add(new Entrant("wider summary", widerSummary(given)));
            all.add(new Entrant("splines, wider summary", widerSummary(splines)));
        }
        if (model.prior().dimension() <= MOST_FOR_MATCHING)
            all.add(new Entrant("flow matching", unbounded.withHead(MatchingHead.DEFAULT)));
        return different(all);
    }

    private static List<Entrant> different(List<Entrant> all) {
        Map<NetworkDesign, Entrant> byDesign = new LinkedHashMap<>();
        for (Entrant entrant : all) byDesign.putIfAbsent(entrant.design, entrant);
        return List.copyOf(byDesign.values());
    }

    private static NetworkDesign widerHead(NetworkDesign design) {
        return design.withHead(HeadDesign.KINDS.read(wider("head", design.head())));
    }

    private static NetworkDesign widerSummary(NetworkDesign design) {
        return design.withSummary(SummaryNetwork.KINDS.read(wider("summary", design.summary())));
    }

    /** The same kind of design with twice the width everywhere. */
    private static Fields wider(String path, Design design) {
        Map<String, Object> written = new LinkedHashMap<>(design.written());
        for (String name : WIDTHS) written.computeIfPresent(name, (key, value) -> twice(value));
        return Fields.of(path, written);
    }

    private static Object twice(Object value) {
        return switch (value) {
            case List<?> list -> list.stream().map(Entrant::twice).toList();
            case Number number -> 2 * number.intValue();
            default -> value;
        };
    }

    /** Name and design in written form. */
    Map<String, Object> written() {
        Map<String, Object> written = new LinkedHashMap<>();
        written.put("name", name);
        written.putAll(DesignJson.write(design));
        return written;
    }
}
