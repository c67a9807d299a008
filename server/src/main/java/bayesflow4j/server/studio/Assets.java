package bayesflow4j.server.studio;

import bayesflow4j.server.Problem;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/** The files of the page, all from the class path: it works without a network. */
final class Assets {
    private static final String D3 = "/META-INF/resources/webjars/d3/7.9.0/dist/d3.min.js";
    private static final String HTML = "text/html; charset=utf-8";
    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final String STYLE = "text/css; charset=utf-8";
    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("index.html", HTML),
            Map.entry("welcome.html", HTML),
            Map.entry("studio.css", STYLE),
            Map.entry("icon.svg", "image/svg+xml"),
            Map.entry("main.js", SCRIPT),
            Map.entry("api.js", SCRIPT),
            Map.entry("dom.js", SCRIPT),
            Map.entry("charts.js", SCRIPT),
            Map.entry("density.js", SCRIPT),
            Map.entry("data-view.js", SCRIPT),
            Map.entry("data-source.js", SCRIPT),
            Map.entry("posterior-view.js", SCRIPT),
            Map.entry("view-start.js", SCRIPT),
            Map.entry("view-model.js", SCRIPT),
            Map.entry("view-train.js", SCRIPT),
            Map.entry("view-check.js", SCRIPT),
            Map.entry("view-infer.js", SCRIPT));

    private Assets() {}

    /** Answers with the file of this name. */
    static void send(Context request, String name) throws IOException {
        boolean library = name.equals("d3.js");
        if (!library && !TYPES.containsKey(name)) throw Problem.missing("page: there is no file " + name);
        try (InputStream in = Assets.class.getResourceAsStream(library ? D3 : name)) {
            if (in == null) throw Problem.missing("page: there is no file " + name);
            request.contentType(library ? SCRIPT : TYPES.get(name)).result(in.readAllBytes());
        }
    }
}
