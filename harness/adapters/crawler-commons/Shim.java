import crawlercommons.robots.BaseRobotRules;
import crawlercommons.robots.SimpleRobotRulesParser;
import java.util.Locale;
import java.util.Set;

/** crawler-commons behind repspec's adapter protocol. */
public final class Shim {
    /** Against it the library resolves the sitemaps' URLs; it has no part in a verdict. */
    private static final String ROBOTS_URL = "https://crawler-commons.example/robots.txt";

    public static void main(String[] arguments) throws Exception {
        RepspecAdapter.serve(
                "crawler-commons",
                RepspecAdapter.mavenVersion("com.github.crawler-commons", "crawler-commons"),
                "Java",
                "https://github.com/crawler-commons/crawler-commons",
                octets -> octets,
                (octets, token, uri) -> parse(octets, token).isAllowed(uri));
    }

    private static BaseRobotRules parse(byte[] octets, String token) {
        Set<String> names = Set.of(token.toLowerCase(Locale.ROOT));
        return new Parser().parseContent(ROBOTS_URL, octets, "text/plain", names);
    }

    /** Releases before 1.4 take a text of names; only there the compiler finds no nearer method for a set than this one. */
    private static final class Parser extends SimpleRobotRulesParser {
        private static final long serialVersionUID = 1;

        @SuppressWarnings("deprecation")
        BaseRobotRules parseContent(String url, byte[] octets, String type, Iterable<String> names) {
            return parseContent(url, octets, type, String.join(",", names));
        }
    }
}
