package bayesflow4j.conventions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every public or protected type, method, constructor, constant and package of a module has a comment. Exempt are
 * methods that override, and canonical constructors in their compact form: a record's own comment describes them. The
 * compiler's doclint knows no such check; its group "missing" also demands a tag for each parameter and result.
 */
class JavadocTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "engine",
                "core",
                "models",
                "external",
                "classical",
                "networks",
                "spark",
                "report",
                "benchmarks",
                "experiments"
            })
    void everythingPublicHasAComment(String module) throws IOException {
        List<Path> files = javaFiles(ROOT.resolve(module).resolve("src/main/java"));
        assertFalse(files.isEmpty(), "no Java file found in " + module);
        assertEquals("", String.join("\n", undocumented(files)));
    }

    @Test
    void missingCommentsAreSeen(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("A.java"), """
                /** Of the type. */
                public interface A {
                    int CONSTANT = 1;
                    void method();
                    @Override String toString();
                    record B(int n) {
                        public B { }
                        public B() { this(1); }
                        /** Of the method. */
                        public int twice() { return 2 * n; }
                        int hidden() { return n; }
                    }
                    enum C {
                        /** Of the constant. */
                        ONE,
                        TWO
                    }
                }
                """);
        List<String> found = undocumented(List.of(file)).stream()
                .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                .toList();
        assertEquals(List.of("package", "CONSTANT", "method", "B", "<init>", "C", "TWO"), found);
    }

    private static List<Path> javaFiles(Path directory) throws IOException {
        try (Stream<Path> tree = Files.walk(directory)) {
            return tree.filter(p -> p.toString().endsWith(".java")).sorted().toList();
        }
    }

    private static List<String> undocumented(List<Path> files) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> found = new ArrayList<>();
        files.stream()
                .map(Path::getParent)
                .distinct()
                .filter(directory -> !files.contains(directory.resolve("package-info.java")))
                .forEach(directory -> found.add(directory + ": package"));
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask)
                    compiler.getTask(null, manager, null, null, null, manager.getJavaFileObjectsFromPaths(files));
            for (CompilationUnitTree unit : task.parse())
                new Comments(DocTrees.instance(task), unit, found).scan(unit, null);
        }
        return found;
    }

    /** Walks a file and notes what is public and has no comment. */
    private static final class Comments extends TreePathScanner<Void, Void> {
        private static final Set<Tree.Kind> WITH_PUBLIC_MEMBERS =
                Set.of(Tree.Kind.INTERFACE, Tree.Kind.ANNOTATION_TYPE);

        private final DocTrees trees;
        private final CompilationUnitTree unit;
        private final List<String> found;

        Comments(DocTrees trees, CompilationUnitTree unit, List<String> found) {
            this.trees = trees;
            this.unit = unit;
            this.found = found;
        }

        @Override
        public Void visitClass(ClassTree type, Void none) {
            // What is inside of a hidden type is hidden too.
            if (!isVisible(type.getModifiers())) return null;
            require(type.getSimpleName().toString());
            return super.visitClass(type, none);
        }

        @Override
        public Void visitMethod(MethodTree method, Void none) {
            boolean overrides = method.getModifiers().getAnnotations().stream()
                    .anyMatch(annotation ->
                            annotation.getAnnotationType().toString().equals("Override"));
            if (isVisible(method.getModifiers()) && !overrides && !isCompact(method))
                require(method.getName().toString());
            return null;
        }

        @Override
        public Void visitVariable(VariableTree field, Void none) {
            ClassTree owner = (ClassTree) getCurrentPath().getParentPath().getLeaf();
            boolean component = owner.getKind() == Tree.Kind.RECORD
                    && !field.getModifiers().getFlags().contains(Modifier.STATIC);
            if (isVisible(field.getModifiers()) && !component)
                require(field.getName().toString());
            return null;
        }

        private boolean isVisible(ModifiersTree modifiers) {
            Set<Modifier> flags = modifiers.getFlags();
            if (flags.contains(Modifier.PUBLIC) || flags.contains(Modifier.PROTECTED)) return true;
            return !flags.contains(Modifier.PRIVATE)
                    && getCurrentPath().getParentPath().getLeaf() instanceof ClassTree owner
                    && WITH_PUBLIC_MEMBERS.contains(owner.getKind());
        }

        /** {@code public X { … }} in a record X. */
        private boolean isCompact(MethodTree method) {
            if (!method.getName().contentEquals("<init>")) return false;
            try {
                CharSequence source = unit.getSourceFile().getCharContent(true);
                long from = trees.getSourcePositions().getStartPosition(unit, method);
                long to = trees.getSourcePositions().getStartPosition(unit, method.getBody());
                return !source.subSequence((int) from, (int) to).toString().contains("(");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void require(String name) {
            TreePath path = getCurrentPath();
            if (trees.getDocComment(path) != null) return;
            long at = trees.getSourcePositions().getStartPosition(unit, path.getLeaf());
            Path file = Path.of(unit.getSourceFile().getName());
            found.add(file + ":" + unit.getLineMap().getLineNumber(at) + ": " + name);
        }
    }
}
