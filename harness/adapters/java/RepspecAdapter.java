import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * The child's side of repspec's adapter protocol, for libraries on the Java virtual machine (Java 11 or newer).
 *
 * <p>Use this class before the library: loading it keeps standard output for the protocol and hands the library standard
 * error in its place, so that whatever it prints does no harm; standard input becomes empty for it.
 *
 * <pre>{@code
 * public final class Shim {
 *     public static void main(String[] arguments) throws Exception {
 *         RepspecAdapter.serve(
 *                 "somelibrary", RepspecAdapter.mavenVersion("org.example", "somelibrary"), "Java",
 *                 "https://somelibrary.example",
 *                 octets -> SomeLibrary.parse(octets),
 *                 (parsed, token, uri) -> parsed.isAllowed(token, uri));
 *     }
 * }
 * }</pre>
 */
public final class RepspecAdapter {
    private static final int PROTOCOL = 1;
    private static final int LONGEST_MESSAGE = 1000;
    private static final InputStream ASKS = System.in;
    private static final PrintStream ANSWERS = System.out;

    static {
        System.setIn(InputStream.nullInputStream());
        System.setOut(System.err);
    }

    private RepspecAdapter() {}

    /** Called once per robots.txt; what it returns is handed to {@link Decide}: the place to parse. */
    public interface Prepare<P> {
        P prepare(byte[] robotsTxt) throws Exception;
    }

    /** True is allow, false is disallow; an exception is reported as the result "error". */
    public interface Decide<P> {
        boolean decide(P prepared, String token, String uri) throws Exception;
    }

    /** Thrown by an adapter whose library cannot be asked a question at all; says why. */
    public static final class Unsupported extends Exception {
        private static final long serialVersionUID = 1;

        public Unsupported(String why) {
            super(why);
        }
    }

    /** Says hello, then answers until standard input ends. */
    public static <P> void serve(
            String name, String version, String language, String homepage, Prepare<P> prepare, Decide<P> decide)
            throws IOException {
        say("{\"repspec\":\"hello\",\"protocol\":" + PROTOCOL + member("name", name) + member("version", version)
                + member("language", language) + member("homepage", homepage) + ",\"capabilities\":[\"decide\"]}");
        BufferedReader asks = new BufferedReader(new InputStreamReader(ASKS, StandardCharsets.UTF_8));
        for (String line = asks.readLine(); line != null; line = asks.readLine()) {
            Map<?, ?> ask = (Map<?, ?>) Json.parse(line);
            if (!"ask".equals(ask.get("repspec"))) continue;
            String results = String.join(",", results(ask, prepare, decide));
            say("{\"repspec\":\"answer\",\"seq\":" + ask.get("seq") + ",\"results\":[" + results + "]}");
        }
    }

    /** The version of a library on the class path, as Maven wrote it into its archive. */
    public static String mavenVersion(String groupId, String artifactId) throws IOException {
        String path = "META-INF/maven/" + groupId + "/" + artifactId + "/pom.properties";
        try (InputStream file = ClassLoader.getSystemResourceAsStream(path)) {
            if (file == null) throw new IOException(path + " is not on the class path");
            Properties properties = new Properties();
            properties.load(file);
            return properties.getProperty("version");
        }
    }

    private static <P> List<String> results(Map<?, ?> ask, Prepare<P> prepare, Decide<P> decide) {
        byte[] octets = Base64.getDecoder().decode((String) ask.get("robots_txt"));
        List<?> queries = (List<?>) ask.get("queries");
        P prepared;
        try {
            prepared = prepare.prepare(octets);
        } catch (Exception | StackOverflowError problem) {
            return Collections.nCopies(queries.size(), result(problem));
        }
        List<String> results = new ArrayList<>();
        for (Object query : queries) results.add(result(decide, prepared, (Map<?, ?>) query));
        return results;
    }

    private static <P> String result(Decide<P> decide, P prepared, Map<?, ?> query) {
        try {
            boolean allowed = decide.decide(prepared, (String) query.get("token"), (String) query.get("uri"));
            return "{\"verdict\":" + (allowed ? "\"allow\"}" : "\"disallow\"}");
        } catch (Exception | StackOverflowError problem) {
            return result(problem);
        }
    }

    private static String result(Throwable problem) {
        boolean unsupported = problem instanceof Unsupported;
        String message = unsupported ? problem.getMessage() : problem.toString();
        String shortened = message.substring(0, Math.min(message.length(), LONGEST_MESSAGE));
        return "{" + Json.quote(unsupported ? "unsupported" : "error") + ":" + Json.quote(shortened) + "}";
    }

    private static String member(String name, String value) {
        return "," + Json.quote(name) + ":" + Json.quote(value);
    }

    private static void say(String message) {
        byte[] line = (message + "\n").getBytes(StandardCharsets.UTF_8);
        ANSWERS.write(line, 0, line.length);
        ANSWERS.flush();
    }
}
