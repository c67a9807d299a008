package bayesflow4j.cli;

import bayesflow4j.external.ModelFile;
import bayesflow4j.external.OpenModel;
import bayesflow4j.model.GenerativeModel;
import java.util.ArrayList;
import java.util.List;

/** Several models that are ready to simulate; closing them ends the processes of their simulators. */
record OpenModels(List<OpenModel> opened) implements AutoCloseable {
    static OpenModels of(List<String> namesOrFiles, int workers) {
        OpenModels models = new OpenModels(new ArrayList<>());
        try {
            for (String name : namesOrFiles) models.opened.add(OpenModel.of(name, workers));
            return models;
        } catch (RuntimeException e) {
            models.close();
            throw e;
        }
    }

    List<GenerativeModel> models() {
        return opened.stream().map(OpenModel::model).toList();
    }

    /** Whether all of them have simulators. */
    boolean canSimulate() {
        return opened.stream()
                .allMatch(model -> model.file().map(ModelFile::hasSimulator).orElse(true));
    }

    @Override
    public void close() {
        opened.forEach(OpenModel::close);
    }
}
