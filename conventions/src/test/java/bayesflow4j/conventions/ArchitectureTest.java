package bayesflow4j.conventions;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The column "may use" of docs/ARCHITECTURE.md. */
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("bayesflow4j");

    /** Packages of each module, from the lowest to the highest, and the modules it may use. */
    private record Module(String name, List<String> packages, List<String> uses) {}

    private static final List<Module> MODULES = List.of(
            new Module("engine", List.of("engine"), List.of()),
            new Module(
                    "core",
                    List.of(
                            "random",
                            "model",
                            "data",
                            "posterior",
                            "diagnostics",
                            "numeric",
                            "catalog",
                            "method",
                            "check",
                            "inference",
                            "hypotheses",
                            "cluster",
                            "storage",
                            "parquet",
                            "store"),
                    List.of()),
            new Module("models", List.of("models"), List.of("core")),
            new Module("classical", List.of("classical"), List.of("core")),
            new Module("external", List.of("external"), List.of("core")),
            new Module(
                    "networks",
                    List.of(
                            "design",
                            "summary",
                            "head",
                            "scale",
                            "training",
                            "amortized",
                            "reference",
                            "sequential",
                            "comparison"),
                    List.of("engine", "core", "classical")),
            new Module("report", List.of("report"), List.of("core")),
            new Module("server", List.of("server"), List.of("core", "models", "external", "networks", "report")),
            new Module("spark", List.of("spark"), List.of("core", "models", "external", "networks")),
            new Module("benchmarks", List.of("benchmarks"), List.of("engine", "core", "models", "networks")),
            new Module(
                    "experiments",
                    List.of("experiments"),
                    List.of("engine", "core", "classical", "models", "networks", "report")),
            new Module(
                    "cli",
                    List.of("cli"),
                    List.of(
                            "engine",
                            "core",
                            "models",
                            "external",
                            "networks",
                            "report",
                            "server",
                            "benchmarks",
                            "experiments")));

    private static String[] patterns(Module module) {
        return module.packages.stream().map(p -> "bayesflow4j." + p + "..").toArray(String[]::new);
    }

    @TestFactory
    List<DynamicTest> aModuleUsesOnlyWhatItMay() {
        List<DynamicTest> tests = new ArrayList<>();
        for (Module module : MODULES)
            for (Module other : MODULES) {
                if (module == other || module.uses.contains(other.name)) continue;
                tests.add(DynamicTest.dynamicTest(
                        module.name + " does not use " + other.name,
                        () -> noClasses()
                                .that()
                                .resideInAnyPackage(patterns(module))
                                .should()
                                .dependOnClassesThat()
                                .resideInAnyPackage(patterns(other))
                                .check(CLASSES)));
            }
        return tests;
    }

    @Test
    void packagesAreFreeOfCycles() {
        slices().matching("bayesflow4j.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void theEngineNeedsTheJdkOnly() {
        noClasses()
                .that()
                .resideInAPackage("bayesflow4j.engine..")
                .should()
                .dependOnClassesThat()
                .resideOutsideOfPackages("bayesflow4j.engine..", "java..", "jdk..")
                .check(CLASSES);
    }

    @Test
    void onlyTheCommandLinePrints() {
        noClasses()
                .that()
                .resideOutsideOfPackage("bayesflow4j.cli..")
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .check(CLASSES);
    }

    /** JSON and YAML are read and written in one place each; everyone else sees plain Java values. */
    @Test
    void jacksonIsHiddenInTwoPackages() {
        noClasses()
                .that()
                .resideOutsideOfPackages("bayesflow4j.storage..", "bayesflow4j.external..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.fasterxml.jackson..")
                .check(CLASSES);
    }

    /** A head is found by its kind: training and the report know none by name. */
    @Test
    void trainingKnowsNoHeadByName() {
        noClasses()
                .that()
                .resideInAnyPackage("bayesflow4j.training..", "bayesflow4j.report..", "bayesflow4j.scale..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("bayesflow4j.head.flow..")
                .check(CLASSES);
    }

    /** Whoever embeds the library needs no plots: only the report draws. */
    @Test
    void onlyTheReportPlots() {
        noClasses()
                .that()
                .resideOutsideOfPackages("bayesflow4j.report..", "bayesflow4j.server..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.jetbrains..", "kotlin..")
                .check(CLASSES);
    }

    /** Whoever embeds the library needs no decompressor unless there are files for it. */
    @Test
    void onlyParquetKnowsTheDecompressor() {
        noClasses()
                .that()
                .resideOutsideOfPackage("bayesflow4j.parquet..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.airlift..")
                .check(CLASSES);
    }

    /** Whoever embeds the library needs no web server. */
    @Test
    void onlyTheServerKnowsTheWebServer() {
        noClasses()
                .that()
                .resideOutsideOfPackage("bayesflow4j.server..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.javalin..", "org.eclipse.jetty..", "jakarta..")
                .check(CLASSES);
    }

    /** Spark is large and optional: whoever does not ask for it never loads it. */
    @Test
    void onlyItsModuleKnowsSpark() {
        noClasses()
                .that()
                .resideOutsideOfPackage("bayesflow4j.spark..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.spark..", "org.apache.hadoop..", "scala..", "bayesflow4j.spark..")
                .check(CLASSES);
    }

    /** A rule that nothing can break would pass here too: the command line does use the engine. */
    @Test
    void aBrokenRuleIsSeen() {
        assertThrows(
                AssertionError.class,
                () -> noClasses()
                        .that()
                        .resideInAPackage("bayesflow4j.cli..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage("bayesflow4j.engine..")
                        .check(CLASSES));
    }
}
