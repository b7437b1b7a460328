import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import org.apache.tools.ant.BuildException;
import org.apache.tools.ant.Project;
import org.apache.tools.ant.helper.ProjectHelperImpl;

/** Ant: a build file is valid if the older, stricter helper takes it. Nothing is built. */
public final class Ant implements Judge.Subject {
    private final File file;

    public Ant() throws IOException {
        file = File.createTempFile("build", ".xml");
        file.deleteOnExit();
    }

    @Override
    public boolean accepts(byte[] input) throws IOException {
        Files.write(file.toPath(), input);
        try {
            new ProjectHelperImpl().parse(new Project(), file);
            return true;
        } catch (BuildException refused) {
            return false;
        }
    }
}
