import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * As much of JSON (RFC 8259) as the protocol needs: reading one line into maps, lists, strings, numbers and booleans,
 * and writing a string. The adapters' class path then holds the tested library and nothing of ours.
 */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /** The value that the text is. */
    static Object parse(String text) {
        Json json = new Json(text);
        Object value = json.value();
        json.skipBlanks();
        if (json.at < text.length()) throw json.malformed("the end");
        return value;
    }

    /** The text as a JSON string. */
    static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') quoted.append('\\').append(c);
            else if (c < ' ') quoted.append(String.format("\\u%04x", (int) c));
            else quoted.append(c);
        }
        return quoted.append('"').toString();
    }

    private Object value() {
        skipBlanks();
        if (take("{")) return object();
        if (take("[")) return array();
        if (take("\"")) return string();
        if (take("true")) return true;
        if (take("false")) return false;
        if (take("null")) return null;
        return number();
    }

    private Map<String, Object> object() {
        Map<String, Object> members = new LinkedHashMap<>();
        skipBlanks();
        if (take("}")) return members;
        do {
            skipBlanks();
            expect("\"");
            String name = string();
            skipBlanks();
            expect(":");
            members.put(name, value());
            skipBlanks();
        } while (take(","));
        expect("}");
        return members;
    }

    private List<Object> array() {
        List<Object> elements = new ArrayList<>();
        skipBlanks();
        if (take("]")) return elements;
        do {
            elements.add(value());
            skipBlanks();
        } while (take(","));
        expect("]");
        return elements;
    }

    private String string() {
        StringBuilder string = new StringBuilder();
        while (!take("\"")) {
            char c = next();
            if (c < ' ') throw malformed("an escape");
            string.append(c == '\\' ? escaped(next()) : c);
        }
        return string.toString();
    }

    private char escaped(char c) {
        switch (c) {
            case 'b': return '\b';
            case 'f': return '\f';
            case 'n': return '\n';
            case 'r': return '\r';
            case 't': return '\t';
            case 'u': return (char) Integer.parseInt("" + next() + next() + next() + next(), 16);
            default: return c;
        }
    }

    private Number number() {
        int start = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
        String digits = text.substring(start, at);
        if (digits.isEmpty()) throw malformed("a value");
        if (digits.matches("-?[0-9]+")) return Long.valueOf(digits);
        return Double.valueOf(digits);
    }

    private void skipBlanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
    }

    private boolean take(String wanted) {
        boolean there = text.startsWith(wanted, at);
        if (there) at += wanted.length();
        return there;
    }

    private void expect(String wanted) {
        if (!take(wanted)) throw malformed(wanted);
    }

    private char next() {
        if (at == text.length()) throw malformed("more");
        return text.charAt(at++);
    }

    private IllegalArgumentException malformed(String wanted) {
        return new IllegalArgumentException("no JSON: " + wanted + " wanted at character " + at);
    }
}
