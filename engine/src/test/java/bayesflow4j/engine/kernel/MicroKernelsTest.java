package bayesflow4j.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.BranchInstruction;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MicroKernelsTest {
    /** {@code -XX:FreqInlineSize}: up to here the compiler puts a hot method into its caller. */
    private static final int INLINED = 325;

    /** Two of them in one compiled method may be more than the compiler puts together, and box their vectors for good. */
    @ParameterizedTest
    @ValueSource(classes = {OneWide.class, TwoWide.class, ThreeWide.class, FourWide.class})
    void aMicroKernelIsCompiledByItself(Class<?> kernels) throws IOException {
        List<MethodModel> loops;
        try (InputStream in = kernels.getResourceAsStream(kernels.getSimpleName() + ".class")) {
            loops = ClassFile.of().parse(in.readAllBytes()).methods().stream()
                    .filter(method -> method.code().map(MicroKernelsTest::loops).orElse(false))
                    .toList();
        }
        for (MethodModel method : loops) {
            int size = ((CodeAttribute) method.code().orElseThrow()).codeLength();
            assertTrue(size > INLINED, method.methodName() + " has " + size + " bytes");
        }
        int expected = switch (kernels.getSimpleName()) {
            case "OneWide" -> 1;
            case "TwoWide" -> 4;
            case "ThreeWide" -> 3;
            case "FourWide" -> 2;
            default -> throw new AssertionError();
        };
        assertEquals(expected, loops.size(), "methods that loop");
    }

    private static boolean loops(CodeModel code) {
        CodeAttribute attribute = (CodeAttribute) code;
        int at = 0;
        for (var element : code) {
            if (element instanceof BranchInstruction branch && attribute.labelToBci(branch.target()) < at) return true;
            if (element instanceof java.lang.classfile.Instruction instruction) at += instruction.sizeInBytes();
        }
        return false;
    }
}
