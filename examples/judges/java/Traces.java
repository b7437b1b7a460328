import java.io.ByteArrayInputStream;
import java.lang.reflect.Method;
import java.util.zip.CRC32;

/**
 * Which branches were taken since the last reset, by JaCoCo's agent (option -javaagent, with output=none). A probe is a boolean,
 * so that how often a branch was taken does not count.
 */
final class Traces {
    private final Object agent;
    private final Method data;
    private final Method reset;

    Traces() throws Exception {
        // The agent lies behind the class path, so that it is called by name.
        agent = Class.forName("org.jacoco.agent.rt.RT").getMethod("getAgent").invoke(null);
        Class<?> type = Class.forName("org.jacoco.agent.rt.IAgent");
        data = type.getMethod("getExecutionData", boolean.class);
        reset = type.getMethod("reset");
    }

    void reset() throws Exception {
        reset.invoke(agent);
    }

    /** A hash of each class's probes, added up, as classes come in no order. */
    long hash() throws Exception {
        byte[] bytes = (byte[]) data.invoke(agent, true);
        java.io.DataInputStream in = new java.io.DataInputStream(new ByteArrayInputStream(bytes));
        long sum = 0;
        while (in.available() > 0) {
            switch (in.readByte()) {
                case 0x01 -> in.skipBytes(4); // header: magic number and version
                case 0x10 -> { // session: name, begin, end
                    in.readUTF();
                    in.skipBytes(16);
                }
                case 0x11 -> { // class: id, name, probes
                    CRC32 crc = new CRC32();
                    long id = in.readLong();
                    crc.update(Long.toString(id).getBytes());
                    crc.update(in.readUTF().getBytes());
                    int probes = 0;
                    for (int shift = 0, part = 0x80; (part & 0x80) != 0; shift += 7) {
                        part = in.readUnsignedByte();
                        probes |= (part & 0x7f) << shift;
                    }
                    byte[] taken = new byte[(probes + 7) / 8];
                    in.readFully(taken);
                    crc.update(taken);
                    sum += crc.getValue() * 0x9e3779b97f4a7c15L;
                }
                default -> throw new IllegalStateException("JaCoCo's data has another form");
            }
        }
        return sum;
    }
}
