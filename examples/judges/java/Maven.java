import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.apache.maven.model.io.DefaultModelReader;

/** Maven: a project file is valid if the strict reader of models takes it. */
public final class Maven implements Judge.Subject {
    @Override
    public boolean accepts(byte[] input) {
        try {
            new DefaultModelReader().read(new ByteArrayInputStream(input), null);
            return true;
        } catch (IOException refused) {
            return false;
        }
    }
}
