package bayesflow4j.server.studio;

import bayesflow4j.inference.Inference;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.report.InferenceReport;
import bayesflow4j.server.Gate;
import bayesflow4j.server.Problem;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** The files that {@code infer -o} writes, one of them or all in an archive. */
final class Download {
    private static final String ALL = "results.zip";
    private static final List<String> SINGLE =
            List.of("draws.csv", "draws.npz", "summary.csv", "summary.json", "report.html");

    private Download() {}

    /** Makes the file of this name for an inference when it is its turn, and sends it. */
    static void send(
            Context request,
            String name,
            LiveInference asked,
            Optional<GenerativeModel> model,
            Gate.Admission admission)
            throws IOException {
        if (!name.equals(ALL) && !SINGLE.contains(name))
            throw Problem.missing("file: expected " + ALL + " or one of " + SINGLE + ", got " + name);
        Path folder = Files.createTempDirectory("bayesflow-studio-");
        try {
            admission.run(() -> made(folder, name, asked, model));
            request.header("Content-Disposition", "attachment; filename=\"" + name + "\"");
            if (name.equals(ALL)) zip(request, folder);
            else request.contentType("application/octet-stream").result(Files.readAllBytes(folder.resolve(name)));
        } finally {
            remove(folder);
        }
    }

    private static Path made(Path folder, String name, LiveInference asked, Optional<GenerativeModel> model) {
        Inference inference = asked.inference();
        inference.write(folder);
        if (name.equals(ALL) || name.equals("report.html"))
            try {
                InferenceReport.of(inference, model, asked.seed().child("report"))
                        .write(folder);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        return folder;
    }

    private static void zip(Context request, Path folder) throws IOException {
        request.contentType("application/zip");
        ZipOutputStream zip = new ZipOutputStream(request.outputStream());
        for (Path file : inside(folder)) {
            if (!Files.isRegularFile(file)) continue;
            zip.putNextEntry(new ZipEntry(folder.relativize(file).toString().replace('\\', '/')));
            Files.copy(file, zip);
            zip.closeEntry();
        }
        zip.finish();
    }

    private static List<Path> inside(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.sorted().toList();
        }
    }

    private static void remove(Path folder) throws IOException {
        for (Path file :
                inside(folder).stream().sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(file);
    }
}
