import java.util.Arrays;

/** A shim over a library that misbehaves as the token says. */
final class NoisyShim {
    private static final byte[] WANTED = {'h', 'i', '\r', '\n', (byte) 0xff};

    public static void main(String[] arguments) throws Exception {
        RepspecAdapter.serve("noisy", "1.2", "Java", "https://noisy.example", NoisyShim::prepare, NoisyShim::decide);
    }

    private static byte[] prepare(byte[] octets) {
        System.out.println("a library that greets people");
        if (octets.length == 0) throw new IllegalStateException("not for me");
        return octets;
    }

    private static boolean decide(byte[] prepared, String token, String uri) throws Exception {
        System.out.println("deciding " + uri);
        switch (token) {
            case "recursion": return decide(prepared, token, uri);
            case "memory": return new long[Integer.MAX_VALUE - 2].length + new long[Integer.MAX_VALUE - 2].length == 0;
            case "surrogate": throw new IllegalStateException("\u00e9\"\\\u0001\udcff".repeat(5000));
            case "unsupported": throw new RepspecAdapter.Unsupported("cannot say");
            case "exit": System.exit(3); return false;
            case "stdin": return System.in.read() == -1;
            case "to\ud83d\ude00\u2028/ken\n": return true;
            default: return Arrays.equals(prepared, WANTED);
        }
    }
}
