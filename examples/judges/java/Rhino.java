import java.nio.charset.StandardCharsets;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.EvaluatorException;

/** Rhino: a program is valid if it compiles. It is not run. */
public final class Rhino implements Judge.Subject {
    @Override
    public boolean accepts(byte[] input) {
        Context context = Context.enter();
        try {
            context.compileString(new String(input, StandardCharsets.UTF_8), "input", 0, null);
            return true;
        } catch (EvaluatorException refused) {
            return false;
        } finally {
            Context.exit();
        }
    }
}
