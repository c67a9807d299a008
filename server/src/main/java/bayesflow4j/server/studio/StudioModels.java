package bayesflow4j.server.studio;

import bayesflow4j.catalog.ModelFamily;
import bayesflow4j.catalog.Models;
import bayesflow4j.catalog.Options;
import bayesflow4j.external.ModelFile;
import bayesflow4j.external.OpenModel;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.server.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The models that the studio offers: all ready ones, and those of the workspace's model files. The simulator of a file runs only
 * if the file was named when the studio was started.
 */
final class StudioModels implements AutoCloseable {
    private final Workspace workspace;
    private final Set<Path> allowed;
    private final Map<String, OpenModel> open = new HashMap<>();

    /** Those of a workspace, where these files may run. */
    StudioModels(Workspace workspace, Set<Path> allowed) {
        this.workspace = workspace;
        this.allowed = Set.copyOf(allowed);
    }

    /** All models in a few words each. */
    List<Map<String, Object>> list() {
        List<Map<String, Object>> all = new ArrayList<>();
        for (ModelFamily family : Models.families()) {
            Map<String, Object> entry = Description.of(family.model(Options.defaults(family)));
            entry.put("id", family.name());
            entry.put("about", family.description());
            entry.put("options", family.options().stream().map(Description::of).toList());
            entry.put("runs", true);
            all.add(entry);
        }
        for (String name : workspace.modelFiles()) all.add(file(name));
        return all;
    }

    private Map<String, Object> file(String name) {
        Path path = workspace.directory().resolve(name);
        Map<String, Object> entry = new LinkedHashMap<>();
        try {
            ModelFile file = ModelFile.read(path);
            entry = Description.of(file.model((theta, count, rng) -> {
                throw new IllegalStateException("not opened");
            }));
            entry.put("about", "model file " + name);
        } catch (RuntimeException e) {
            entry.put("name", name);
            entry.put("problem", Fault.message(e));
        }
        entry.put("id", name);
        entry.put("options", List.of());
        entry.put("runs", allowed.contains(path));
        return entry;
    }

    /** The model of this id, ready to simulate. */
    synchronized GenerativeModel model(String id) {
        return open(id).model();
    }

    private OpenModel open(String id) {
        OpenModel known = open.get(id);
        if (known != null) return known;
        OpenModel opened = Fault.explained(
                () -> OpenModel.of(source(id), Runtime.getRuntime().availableProcessors()));
        open.put(id, opened);
        return opened;
    }

    /** What {@link OpenModel#of} and a training process call the model of this id. */
    String source(String id) {
        if (!isFile(id)) {
            Fault.explained(() -> Models.named(id));
            return id;
        }
        Path path = workspace.file(workspace.modelFiles(), id);
        if (!allowed.contains(path))
            throw new Problem(
                    403,
                    "the simulator of " + id + " was not allowed to run: start the studio with" + " bayesflow studio "
                            + workspace.directory() + " " + path);
        return path.toString();
    }

    /** What a model file says about networks and training. */
    Map<String, Object> settings(String id) {
        return isFile(id) ? ModelFile.read(Path.of(source(id))).settings() : Map.of();
    }

    private static boolean isFile(String id) {
        return id.endsWith(".yaml") || id.endsWith(".yml");
    }

    /** The id of an estimator's model, if it is here and may run. */
    Optional<String> idOf(Estimator estimator) {
        String name = estimator.provenance().model();
        if (estimator.provenance().ready()) return Optional.of(name);
        return workspace.modelFiles().stream()
                .filter(id -> allowed.contains(workspace.directory().resolve(id)))
                .filter(id -> name.equals(file(id).get("name")))
                .findFirst();
    }

    @Override
    public synchronized void close() {
        open.values().forEach(OpenModel::close);
        open.clear();
    }
}
