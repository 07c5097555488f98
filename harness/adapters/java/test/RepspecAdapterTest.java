import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * Tests of the helper: a small shim is run as a child, as the harness runs it. Java has no test tool of its own, so
 *
 * <pre>javac -d CLASSES *.java test/*.java; java -cp CLASSES RepspecAdapterTest</pre>
 */
final class RepspecAdapterTest {
    private static final String WANTED = "hi\r\n\u00ff";
    private static int status;
    private static String standardError;

    public static void main(String[] arguments) throws Exception {
        saysHelloFirst();
        answersEachAskWithItsNumberAndAllResultsInOrder();
        keepsPrintsOutOfTheProtocol();
        leavesTheLibraryAnEmptyStandardInput();
        readsAnyJson();
        reportsExceptionsAsErrors();
        reportsAFailureToParseForEveryQuery();
        endsWhenTheLibraryEndsIt();
        System.out.println("8 tests passed");
    }

    private static void saysHelloFirst() throws Exception {
        String hello = "{\"repspec\":\"hello\",\"protocol\":1,\"name\":\"noisy\",\"version\":\"1.2\",\"language\":\"Java\","
                + "\"homepage\":\"https://noisy.example\",\"capabilities\":[\"decide\"]}";
        equal(converse(""), List.of(hello));
        equal(status, 0);
    }

    private static void answersEachAskWithItsNumberAndAllResultsInOrder() throws Exception {
        List<String> said = converse(ask(7, WANTED, "a") + ask(9, "other", "b", "stdin", "c"));
        equal(said.get(1), "{\"repspec\":\"answer\",\"seq\":7,\"results\":[{\"verdict\":\"allow\"}]}");
        equal(said.get(2), "{\"repspec\":\"answer\",\"seq\":9,\"results\":"
                + "[{\"verdict\":\"disallow\"},{\"verdict\":\"allow\"},{\"verdict\":\"disallow\"}]}");
    }

    private static void keepsPrintsOutOfTheProtocol() throws Exception {
        equal(converse(ask(1, "x", "a")).size(), 2);
        equal(standardError.contains("greets people"), true);
        equal(standardError.contains("deciding https://shop.example/"), true);
    }

    private static void leavesTheLibraryAnEmptyStandardInput() throws Exception {
        String rest = "{\"repspec\":\"farewell\",\"text\":\"" + "x".repeat(100_000) + "\"}\n";
        equal(results(ask(1, "x", "stdin") + rest), List.of(Map.of("verdict", "allow")));
    }

    private static void readsAnyJson() throws Exception {
        String farewell = " { \"repspec\" : \"farewell\", \"a\" : [ 1.5e3, -2, true, null, { }, [ ] ] } \n";
        String odd = ask(1, "x", "to\\ud83d\\uDE00\u2028\\/ken\\n").replace(",", " ,\t").replace("\"uri\"", "\"\\u0075ri\"");
        equal(converse(farewell + odd).get(1), "{\"repspec\":\"answer\",\"seq\":1,\"results\":[{\"verdict\":\"allow\"}]}");
        equal(Json.parse("[0.5,{\"a\":false}]"), List.of(0.5, Map.of("a", false)));
        for (String malformed : new String[] {"", "{", "[1,]", "{\"a\" 1}", "{} x", "\"a", "nul"}) {
            try {
                throw new AssertionError(malformed + " was read as " + Json.parse(malformed));
            } catch (IllegalArgumentException expected) {
                equal(expected.getMessage().startsWith("no JSON"), true);
            }
        }
    }

    private static void reportsExceptionsAsErrors() throws Exception {
        List<?> results = results(ask(1, "x", "recursion", "surrogate", "unsupported"));
        equal(results.get(0), Map.of("error", "java.lang.StackOverflowError"));
        String error = (String) ((Map<?, ?>) results.get(1)).get("error");
        equal(error.startsWith("java.lang.IllegalStateException: \u00e9\"\\\u0001?\u00e9"), true);
        equal(error.length(), 1000);
        equal(results.get(2), Map.of("unsupported", "cannot say"));
    }

    private static void reportsAFailureToParseForEveryQuery() throws Exception {
        Map<String, String> result = Map.of("error", "java.lang.IllegalStateException: not for me");
        equal(results(ask(1, "", "a", "b")), List.of(result, result));
    }

    private static void endsWhenTheLibraryEndsIt() throws Exception {
        equal(converse(ask(1, "x", "a", "exit")).size(), 1);
        equal(status, 3);
        equal(converse(ask(1, "x", "a", "memory")).size(), 1);
        equal(status, 1);
    }

    private static String ask(int seq, String octets, String... tokens) {
        List<String> queries = new ArrayList<>();
        for (String token : tokens) queries.add("{\"token\":\"" + token + "\",\"uri\":\"https://shop.example/\"}");
        String base64 = Base64.getEncoder().encodeToString(octets.getBytes(StandardCharsets.ISO_8859_1));
        return "{\"repspec\":\"ask\",\"seq\":" + seq + ",\"robots_txt\":\"" + base64 + "\",\"queries\":["
                + String.join(",", queries) + "]}\n";
    }

    private static List<?> results(String asks) throws Exception {
        return (List<?>) ((Map<?, ?>) Json.parse(converse(asks).get(1))).get("results");
    }

    /** Sends the lines to a fresh child; returns what it said, and keeps its status and standard error. */
    private static List<String> converse(String asks) throws IOException, InterruptedException {
        Path input = Files.createTempFile("asks", ".jsonl");
        Path noise = Files.createTempFile("noise", ".txt");
        Files.writeString(input, asks);
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process child = new ProcessBuilder(java, "-Xmx64m", "-cp", System.getProperty("java.class.path"), "NoisyShim")
                .redirectInput(input.toFile()).redirectError(noise.toFile()).start();
        String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        status = child.waitFor();
        standardError = Files.readString(noise);
        Files.delete(input);
        Files.delete(noise);
        return List.of(said.split("\n"));
    }

    private static void equal(Object found, Object expected) {
        if (!found.equals(expected)) throw new AssertionError("found " + found + ", expected " + expected);
    }
}
