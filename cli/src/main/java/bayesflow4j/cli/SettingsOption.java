package bayesflow4j.cli;

import bayesflow4j.external.ModelFile;
import bayesflow4j.external.OpenModel;
import bayesflow4j.external.SettingsFile;
import bayesflow4j.storage.FieldException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Settings of methods and networks: those of the model file, if there is one, and those of {@code --settings} in their place. */
final class SettingsOption {
    @Option(
            names = "--settings",
            paramLabel = "FILE.yaml",
            description = {
                "settings of methods and networks, as --explain prints them;",
                "each replaces that of the model file, and other options replace it"
            })
    private Optional<Path> path = Optional.empty();

    private Optional<SettingsFile> read = Optional.empty();

    /** All settings that files give, by section. */
    Map<String, Object> of(OpenModel opened) {
        read = path.map(SettingsFile::read);
        Map<String, Object> own = opened.file().map(ModelFile::settings).orElse(Map.of());
        return read.map(file -> file.over(own)).orElse(own);
    }

    /** A setting that a method refused, with its place in the file that it comes from. */
    RuntimeException wrong(FieldException refused, OpenModel opened) {
        return read.flatMap(file -> file.wrong(refused))
                .or(() -> opened.file().map(file -> file.wrong(refused)))
                .<RuntimeException>map(found -> found)
                .orElse(refused);
    }
}
