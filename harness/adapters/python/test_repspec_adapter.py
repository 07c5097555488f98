"""Tests of the helper: small shims run as children, as the harness runs them."""

import base64
import contextlib
import http.server
import json
import subprocess
import sys
import threading
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent

SHIM = """
import os, sys
sys.path.insert(0, {here!r})
from repspec_adapter import Unsupported, serve

print("a library that greets people")
os.system("echo and so does its child")

def prepare(octets):
    print("preparing")
    if octets == b"unparseable":
        raise ValueError("not for me")
    return octets

def decide(prepared, token, uri):
    print("deciding", uri)
    if token == "recursion":
        return decide(prepared, token, uri)
    if token == "memory":
        raise MemoryError()
    if token == "surrogate":
        raise ValueError("\\udcff" * 5000)
    if token == "nothing":
        return None
    if token == "unsupported":
        raise Unsupported("cannot say")
    if token == "exit":
        sys.exit(3)
    if token == "stdin":
        return sys.stdin.read() == "" and os.read(0, 1) == b""
    return prepared == b"User-agent: *\\r\\n\\xff"

serve("noisy", "1.2", "Python", "https://noisy.example", decide, prepare=prepare)
"""


CRAWLER = """
import sys
sys.path.insert(0, {here!r})
from repspec_adapter import serve, use_web

import urllib.request

def enter(place):
    use_web(place)
    return {{}}

def visit(pages, token, uri, now):
    if uri not in pages:
        pages[uri] = urllib.request.urlopen(uri, timeout=5).read()
    return pages[uri] == token.encode()

serve("crawler", "1", "Python", "https://crawler.example", None, ("access",), enter=enter, visit=visit)
"""


class Host(http.server.BaseHTTPRequestHandler):
    """Answers with what it is asked for: the host, and the number that its server has."""

    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write("{} {}".format(self.headers["Host"], self.server.number).encode())

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def serving(number):
    server = http.server.HTTPServer(("127.0.0.1", 0), Host)
    server.number = number
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield "127.0.0.1:{}".format(server.server_port)
    server.shutdown()
    server.server_close()


def visit(number, connect, proxy, token, uri):
    web = {"number": number, "proxy": "http://" + proxy, "connect": connect, "ca_pem": "none"}
    return {"repspec": "visit", "seq": 1, "web": web, "token": token, "uri": uri, "now": 0, "patience_ms": 1}


def ask(seq, octets, *tokens):
    queries = [{"token": token, "uri": "https://shop.example/"} for token in tokens]
    text = base64.b64encode(octets).decode("ascii")
    return {"repspec": "ask", "seq": seq, "robots_txt": text, "queries": queries}


def converse(*messages, shim=SHIM):
    """Sends the messages to a fresh child; returns its exit status, what it said, and its standard error."""
    done = subprocess.run(
        [sys.executable, "-c", shim.format(here=str(HERE))],
        input="".join(json.dumps(message) + "\n" for message in messages),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        universal_newlines=True,
        timeout=60,
    )
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def results(octets, *tokens):
    status, said, _ = converse(ask(1, octets, *tokens))
    assert status == 0, status
    return said[1]["results"]


class Adapter(unittest.TestCase):
    def test_says_hello_first(self):
        status, said, _ = converse()
        self.assertEqual(status, 0)
        self.assertEqual(
            said,
            [
                {
                    "repspec": "hello",
                    "protocol": 1,
                    "name": "noisy",
                    "version": "1.2",
                    "language": "Python",
                    "homepage": "https://noisy.example",
                    "capabilities": ["decide"],
                }
            ],
        )

    def test_answers_each_ask_with_its_number_and_all_results_in_order(self):
        right = b"User-agent: *\r\n\xff"
        _, said, _ = converse(ask(7, right, "a"), ask(9, b"other", "b", "nothing", "c"))
        self.assertEqual(
            said[1], {"repspec": "answer", "seq": 7, "results": [{"verdict": "allow"}]}
        )
        self.assertEqual(said[2]["seq"], 9)
        self.assertEqual(said[2]["results"][0], {"verdict": "disallow"})
        self.assertIn("error", said[2]["results"][1])
        self.assertEqual(said[2]["results"][2], {"verdict": "disallow"})

    def test_keeps_prints_of_library_and_children_out_of_the_protocol(self):
        _, said, stderr = converse(ask(1, b"", "a"))
        self.assertEqual(len(said), 2)
        for print_ in ["greets people", "so does its child", "deciding https://shop.example/"]:
            self.assertIn(print_, stderr)

    def test_leaves_the_library_an_empty_standard_input(self):
        self.assertEqual(results(b"", "stdin"), [{"verdict": "allow"}])

    def test_reports_exceptions_as_errors_with_their_type(self):
        recursion, memory, nothing = results(b"", "recursion", "memory", "nothing")
        self.assertTrue(recursion["error"].startswith("RecursionError: "), recursion)
        self.assertTrue(memory["error"].startswith("MemoryError"), memory)
        self.assertTrue(nothing["error"].startswith("TypeError: "), nothing)

    def test_reports_a_failure_to_parse_for_every_query(self):
        self.assertEqual(
            results(b"unparseable", "a", "b"), [{"error": "ValueError: not for me"}] * 2
        )

    def test_messages_are_short_and_free_of_lone_surrogates(self):
        (result,) = results(b"", "surrogate")
        self.assertIn("\\udcff", result["error"])
        self.assertLess(len(result["error"]), 10000)

    def test_reaches_the_web_by_its_names_and_nothing_else(self):
        with serving("one") as one, serving("two") as two, serving("proxy") as proxy:
            with serving("gone") as gone:
                pass
            connect = {"shop.example:80": one, "shop.example:8080": two, "gone.example:80": gone}
            pages = [
                ("shop.example one", "http://shop.example/x"),
                ("SHOP.example:8080 two", "http://SHOP.example:8080/x"),
                ("169.254.169.254 proxy", "http://169.254.169.254/x"),
                ("[::1] proxy", "http://[::1]/x"),
                ("2130706433 proxy", "http://2130706433/x"),
                ("localhost proxy", "http://localhost/x"),
                ("refused", "http://gone.example/x"),
                ("absent", "http://other.example/x"),
            ]
            _, said, _ = converse(*[visit(1, connect, proxy, *page) for page in pages], shim=CRAWLER)
        got = [answer["results"][0] for answer in said[1:]]
        self.assertEqual(got[:6], [{"verdict": "allow"}] * 6)
        self.assertIn("Connection refused", got[6]["error"])
        self.assertIn("no such name in the web: other.example:80", got[7]["error"])

    def test_enters_each_web_once(self):
        with serving("one") as one, serving("two") as two:
            page = ("shop.example one", "http://shop.example/x")
            webs = [(1, one), (1, two), (2, two), (2, one)]
            asks = [visit(number, {"shop.example:80": at}, one, *page) for number, at in webs]
            _, said, _ = converse(*asks, shim=CRAWLER)
        verdicts = [answer["results"][0]["verdict"] for answer in said[1:]]
        self.assertEqual(verdicts, ["allow", "allow", "disallow", "disallow"])

    def test_says_unsupported_with_the_reason(self):
        self.assertEqual(results(b"", "unsupported"), [{"unsupported": "cannot say"}])

    def test_prepares_once_what_comes_again(self):
        _, said, stderr = converse(ask(1, b"x", "a", "b"), ask(2, b"x", "a"), ask(3, b"y", "a"), ask(4, b"x", "a"))
        self.assertEqual([message["seq"] for message in said[1:]], [1, 2, 3, 4])
        self.assertEqual(stderr.count("preparing"), 3)

    def test_ignores_messages_it_does_not_know(self):
        _, said, _ = converse({"repspec": "farewell"}, ask(1, b"", "a"))
        self.assertEqual(said[1]["seq"], 1)

    def test_a_library_that_exits_ends_the_child(self):
        status, said, _ = converse(ask(1, b"", "a", "exit"))
        self.assertEqual((status, len(said)), (3, 1))


if __name__ == "__main__":
    unittest.main()
