import java.io.ByteArrayInputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamReader;
import org.apache.maven.model.io.DefaultModelReader;

/**
 * Maven, with the set of element paths of a project file as its behaviour. What lies below an element in which Maven takes
 * anything does not count.
 */
public final class MavenPaths implements Judge.Subject {
    private static final Set<String> FREE = Set.of("reports", "configuration", "goals", "properties");
    private final XMLInputFactory readers = XMLInputFactory.newInstance();

    @Override
    public boolean accepts(byte[] input) {
        try {
            new DefaultModelReader().read(new ByteArrayInputStream(input), null);
            return true;
        } catch (java.io.IOException refused) {
            return false;
        }
    }

    @Override
    public String behaviour(byte[] input) throws Exception {
        XMLStreamReader reader = readers.createXMLStreamReader(new ByteArrayInputStream(input));
        Deque<String> above = new ArrayDeque<>();
        Set<String> paths = new TreeSet<>();
        int free = 0;
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    String name = reader.getLocalName();
                    above.addLast(above.isEmpty() ? name : above.getLast() + "/" + name);
                    if (free == 0) {
                        paths.add(above.getLast());
                    }
                    free += free > 0 || FREE.contains(name) ? 1 : 0;
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    above.removeLast();
                    free -= free > 0 ? 1 : 0;
                }
                default -> {}
            }
        }
        return String.join(" ", paths);
    }
}
