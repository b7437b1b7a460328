import com.google.javascript.jscomp.CompilationLevel;
import com.google.javascript.jscomp.Compiler;
import com.google.javascript.jscomp.CompilerOptions;
import com.google.javascript.jscomp.SourceFile;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Closure: a program is valid if it can be optimized. */
public final class Closure implements Judge.Subject {
    @Override
    public boolean accepts(byte[] input) {
        Compiler compiler = new Compiler(new PrintStream(OutputStream.nullOutputStream()));
        compiler.disableThreads();
        CompilerOptions options = new CompilerOptions();
        CompilationLevel.SIMPLE_OPTIMIZATIONS.setOptionsForCompilationLevel(options);
        SourceFile externs = SourceFile.fromCode("externs", "");
        SourceFile program = SourceFile.fromCode("input", new String(input, StandardCharsets.UTF_8));
        return compiler.compile(externs, program, options).success;
    }
}
