package bayesflow4j.server.studio;

import bayesflow4j.catalog.Methods;
import bayesflow4j.data.DataSets;
import bayesflow4j.method.Fitting;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Parameter;
import bayesflow4j.model.distribution.Support;
import bayesflow4j.models.Influenza;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.random.Seed;
import bayesflow4j.server.Body;
import bayesflow4j.server.Gate;
import bayesflow4j.server.Guard;
import bayesflow4j.server.Limits;
import bayesflow4j.server.Problem;
import bayesflow4j.server.serving.ServedNetwork;
import bayesflow4j.storage.Json;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** What the page can ask for. */
final class StudioRoutes {
    private static final String SCHOOL = "school outbreak, 1978";

    /** A report has its style inside, and may do nothing else. */
    private static final String REPORT_POLICY =
            "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox";

    private final Guard guard;
    private final Workspace workspace;
    private final StudioModels models;
    private final Runs runs;
    private final Checks checks;
    private final Gate gate = new Gate(Limits.DEFAULT);

    StudioRoutes(Guard guard, Workspace workspace, StudioModels models, Runs runs, Checks checks) {
        this.guard = guard;
        this.workspace = workspace;
        this.models = models;
        this.runs = runs;
        this.checks = checks;
    }

    void add(RoutesConfig routes) {
        routes.get("/", request -> Assets.send(request, guard.knows(request) ? "index.html" : "welcome.html"));
        routes.get("/welcome", this::welcome);
        routes.get("/{file}", request -> Assets.send(request, request.pathParam("file")));
        routes.get("/api/studio", request -> json(request, studio()));
        routes.post("/api/model", answer(asked -> LiveSimulation.prior(models.model(asked.text("model")))));
        routes.post("/api/simulate", answer(asked -> LiveSimulation.of(models.model(asked.text("model")), asked)));
        routes.post("/api/data", answer(this::data));
        routes.post("/api/infer", answer(asked -> inference(asked).fields()));
        routes.post("/api/predict", answer(this::predict));
        routes.post("/api/download/{file}", this::download);
        routes.get("/api/runs", request -> json(request, runs.list()));
        routes.post("/api/settings", answer(this::settings));
        routes.post("/api/runs", answer(this::train));
        routes.post("/api/runs/{name}/stop", request -> {
            runs.find(request.pathParam("name")).stop();
            json(request, runs.list());
        });
        routes.post("/api/runs/{name}/resume", request -> {
            runs.resume(request.pathParam("name"));
            json(request, runs.list());
        });
        routes.post("/api/runs/{name}/forget", request -> {
            runs.forget(request.pathParam("name"));
            json(request, runs.list());
        });
        routes.post("/api/check", answer(this::check));
        routes.post("/api/check/state", answer(asked -> checks.fields(asked.text("network"))));
        routes.post(
                "/api/check/dataset",
                answer(asked ->
                        checks.dataSet(asked.text("network"), asked.whole("data_set", 0, 0, Integer.MAX_VALUE))));
        routes.get("/api/check/report", this::report);
    }

    private void welcome(Context request) throws IOException {
        String token = Optional.ofNullable(request.queryParam("token")).orElse("");
        if (guard.welcome(request, token)) request.redirect("/");
        else Assets.send(request, "welcome.html");
    }

    private static void json(Context request, Object value) {
        request.contentType("application/json").result(Json.write(value));
    }

    /** Reads the fields that the page sent, waits for a turn, and answers. */
    private Handler answer(Function<PageFields, Object> work) {
        return request -> {
            try (Gate.Admission admission = gate.admit()) {
                PageFields asked = PageFields.parse(Body.text(request, Limits.DEFAULT, admission));
                json(request, admission.run(() -> Fault.explained(() -> work.apply(asked))));
            }
        };
    }

    private Map<String, Object> studio() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("version", Provenance.libraryVersion());
        fields.put("directory", workspace.directory().toString());
        fields.put("networks", workspace.networks().stream().map(this::network).toList());
        fields.put("models", models.list());
        fields.put("data", workspace.dataFiles());
        fields.put("methods", Methods.all().stream().map(Description::of).toList());
        return fields;
    }

    private Map<String, Object> network(String id) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", id);
        try {
            ServedNetwork network = workspace.network(id);
            fields.putAll(network.description());
            fields.put(
                    "parameters",
                    Stream.concat(
                                    network.estimator().schema().parameters().stream(),
                                    network.derived().names().stream()
                                            .map(quantity -> new Parameter(quantity, Support.REAL)))
                            .map(Description::of)
                            .toList());
            models.idOf(network.estimator()).ifPresent(model -> fields.put("model_id", model));
        } catch (RuntimeException e) {
            fields.put("name", id);
            fields.put("problem", Fault.message(e));
        }
        return fields;
    }

    /** Data sets with the columns of a model or network: of a file, of a text that was dropped, or of the school. */
    private Object data(PageFields asked) {
        List<String> columns =
                asked.list("columns").stream().map(Object::toString).toList();
        DataSets read = asked.optionalText("file")
                .map(file -> DataSets.read(workspace.file(workspace.dataFiles(), file), columns, _ -> true))
                .or(() -> asked.optionalText("csv")
                        .map(csv -> DataSets.parse(Path.of(asked.text("name")), csv, columns, _ -> true)))
                .orElseGet(() -> new DataSets(List.of("in_bed"), List.of(Influenza.OBSERVED)));
        String name =
                asked.optionalText("file").or(() -> asked.optionalText("name")).orElse(SCHOOL);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("sets", LiveSimulation.named(name, read));
        fields.put("ignored", read.ignored());
        return fields;
    }

    private LiveInference inference(PageFields asked) {
        return LiveInference.of(workspace.network(asked.text("network")), asked);
    }

    private Object predict(PageFields asked) {
        LiveInference inference = inference(asked);
        return inference.predictions(model(inference.network())
                .orElseThrow(() -> Problem.unfit(
                        "the model of this network is not here or may not run, so nothing can be predicted")));
    }

    private Optional<GenerativeModel> model(ServedNetwork network) {
        return models.idOf(network.estimator()).map(models::model);
    }

    private void download(Context request) throws IOException {
        try (Gate.Admission admission = gate.admit()) {
            LiveInference asked = inference(PageFields.parse(Body.text(request, Limits.DEFAULT, admission)));
            Download.send(request, request.pathParam("file"), asked, model(asked.network()), admission);
        }
    }

    private Task task(PageFields asked) {
        Map<String, Object> settings = new LinkedHashMap<>(models.settings(asked.text("model")));
        asked.object("settings").values().forEach((key, value) -> settings.put(key.toString(), value));
        return new Task(
                asked.text("model"),
                models.source(asked.text("model")),
                asked.text("method"),
                Task.budget(asked.object("budget")),
                asked.whole("seed", 1, 0, Integer.MAX_VALUE),
                settings);
    }

    /** All settings that a training would have. */
    private Object settings(PageFields asked) {
        Task task = task(asked);
        Fitting fitting = Fitting.DEFAULT.withSettings(task.settings()).withBudget(task.budget());
        return Methods.named(task.method()).settings(models.model(task.model()), fitting);
    }

    private Object train(PageFields asked) {
        settings(asked);
        runs.start(asked.text("name"), task(asked));
        return runs.list();
    }

    private Object check(PageFields asked) {
        String id = asked.text("network");
        ServedNetwork network = workspace.network(id);
        GenerativeModel model = model(network)
                .orElseThrow(() -> Problem.unfit("the model \""
                        + network.estimator().provenance().model()
                        + "\" is not here or may not run, so its network cannot be"
                        + " checked; name its file when you start the studio"));
        checks.start(
                id,
                workspace.file(workspace.networks(), id),
                network,
                model,
                asked.whole("data_sets", 300, 20, 2000),
                asked.whole("draws", 500, 20, 2000),
                new Seed(asked.whole("seed", 1, 0, Integer.MAX_VALUE)));
        return checks.fields(id);
    }

    private void report(Context request) {
        String id = Optional.ofNullable(request.queryParam("network")).orElse("");
        try (Gate.Admission admission = gate.admit()) {
            request.header("Content-Security-Policy", REPORT_POLICY)
                    .contentType("text/html; charset=utf-8")
                    .result(admission.run(() -> checks.report(id).html()));
        }
    }
}
