import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * A served judge around any Java code: reads a line with a number of bytes and then these bytes, and answers with a line,
 * until its input ends.
 *
 * <pre>java -cp CLASSES Judge SUBJECT [--traces]</pre>
 *
 * SUBJECT is a class that implements {@link Subject}. With --traces, and JaCoCo's agent, a valid case's behaviour is a hash of
 * the branches that were taken. What the subject itself prints goes to standard error.
 */
public final class Judge {
    /** Who says whether an input is valid. */
    public interface Subject {
        /**
         * Whether the input is accepted. What is thrown beside {@link Refused} is a bug.
         */
        boolean accepts(byte[] input) throws Throwable;

        /**
         * What tells an accepted input from others, if the subject knows it.
         */
        default String behaviour(byte[] input) throws Throwable {
            return "";
        }
    }

    private Judge() {}

    public static void main(String[] args) throws Throwable {
        PrintStream answers = new PrintStream(System.out, false, StandardCharsets.UTF_8.name());
        System.setOut(System.err);
        Subject subject = (Subject) Class.forName(args[0]).getDeclaredConstructor().newInstance();
        Traces traces = args.length > 1 && args[1].equals("--traces") ? new Traces() : null;
        DataInputStream input = new DataInputStream(new BufferedInputStream(System.in, 1 << 16));
        for (;;) {
            int length = length(input);
            if (length < 0) {
                return;
            }
            byte[] text = new byte[length];
            input.readFully(text);
            answers.print(answer(subject, text, traces) + "\n");
            answers.flush();
        }
    }

    /** The number of a line; -1 at the end of the input. */
    private static int length(DataInputStream input) throws java.io.IOException {
        int length = 0;
        for (int digit = input.read(); digit != '\n'; digit = input.read()) {
            if (digit < 0) {
                return -1;
            }
            length = 10 * length + digit - '0';
        }
        return length;
    }

    private static String answer(Subject subject, byte[] text, Traces traces) throws Exception {
        String behaviour = "";
        try {
            if (!subject.accepts(text)) {
                return "invalid";
            }
            behaviour = subject.behaviour(text);
            if (traces != null) {
                // The first time may have initialised classes, which happens once and says nothing of the case.
                traces.reset();
                subject.accepts(text);
            }
        } catch (VirtualMachineError error) {
            // Memory or stack ran out: the process may be damaged, so a fresh one goes on, unless the stack is all there was to it.
            if (!(error instanceof StackOverflowError)) {
                throw error;
            }
            return "bug " + error.getClass().getName();
        } catch (Throwable error) {
            StackTraceElement[] where = error.getStackTrace();
            return "bug " + error.getClass().getName() + (where.length > 0 ? " at " + where[0] : "");
        }
        return "valid " + (traces == null ? behaviour : Long.toHexString(traces.hash()));
    }
}
