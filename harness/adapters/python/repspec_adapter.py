"""The child's side of repspec's adapter protocol, for libraries written in Python (3.8 or newer).

Import this module before the library: importing it keeps the real standard output for the protocol and
points file descriptor 1 at standard error, so that whatever the library prints does no harm. Standard
input becomes empty for the library in the same way.

    from repspec_adapter import serve

    import somelibrary

    def decide(robots_txt, token, uri):
        return somelibrary.parse(robots_txt).allowed(token, uri)

    serve("somelibrary", somelibrary.__version__, "Python", "https://somelibrary.example", decide)
"""

import base64
import functools
import ipaddress
import json
import os
import socket
import sys
import tempfile

PROTOCOL = 1
LONGEST_MESSAGE = 1000


def _take_streams():
    """Keeps the descriptors of the protocol and hands the library harmless ones."""
    asks = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return asks, answers


_ASKS, _ANSWERS = _take_streams()


class Unsupported(Exception):
    """Raised by an adapter whose library cannot be asked a question at all; says why."""


def serve(
    name,
    version,
    language,
    homepage,
    decide,
    capabilities=("decide",),
    prepare=lambda octets: octets,
    enter=None,
    visit=None,
):
    """Says hello, then answers until standard input ends.

    decide(robots_txt, token, uri) returns True (allow) or False (disallow). Any Exception that it raises is
    reported as the result "error"; Unsupported as "unsupported".
    prepare(robots_txt), if given, is called once per robots.txt, also if several asks in a row bring the
    same one, and what it returns is handed to decide instead of the octets: the place to parse.
    visit(web, token, uri, now), if given together with the capability "access", returns the same as decide after
    fetching what it needs; enter(place), called once per web, makes what it is handed, and calls use_web(place) first.
    """
    prepare = functools.lru_cache(maxsize=1)(prepare)
    _say(
        {
            "repspec": "hello",
            "protocol": PROTOCOL,
            "name": name,
            "version": version,
            "language": language,
            "homepage": homepage,
            "capabilities": list(capabilities),
        }
    )
    number = web = None
    for line in _ASKS:
        ask = json.loads(line)
        if ask.get("repspec") == "ask":
            results = _results(ask, prepare, decide)
            _say({"repspec": "answer", "seq": ask["seq"], "results": results})
        if ask.get("repspec") == "visit":
            if number != ask["web"]["number"]:
                number, web = ask["web"]["number"], enter(ask["web"])
            result = _result(visit, web, ask["token"], ask["uri"], ask["now"])
            _say({"repspec": "answer", "seq": ask["seq"], "results": [result]})


def _results(ask, prepare, decide):
    octets = base64.b64decode(ask["robots_txt"], validate=True)
    try:
        prepared = prepare(octets)
    except Exception as problem:
        return [_result_of(problem)] * len(ask["queries"])
    return [_result(decide, prepared, query["token"], query["uri"]) for query in ask["queries"]]


def use_web(place):
    """Leads this process to the web: its names are the only ones there are, and its certificate authority the one to trust.

    An address that is named by its number, and this machine itself, are the proxy's, which answers for them. What a library would ask a proxy of
    the user's for, it asks for itself.
    """
    for variable in ("http_proxy", "https_proxy", "all_proxy"):
        for name in (variable, variable.upper()):
            os.environ.pop(name, None)
    authority = os.path.join(_FOLDER.name, "ca.pem")
    with open(authority, "w") as file:
        file.write(place["ca_pem"])
    for variable in ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE"):
        os.environ[variable] = authority
    proxy = place["proxy"][len("http://") :]
    socket.getaddrinfo = functools.partial(_getaddrinfo, place["connect"], proxy)


_FOLDER = tempfile.TemporaryDirectory(prefix="repspec-")
_RESOLVE = socket.getaddrinfo


def _getaddrinfo(connect, proxy, host, port, *arguments, **named):
    """What socket.getaddrinfo() does, in a world of few names."""
    name = host.decode("ascii") if isinstance(host, bytes) else host
    address = connect.get("{}:{}".format(name.lower(), port))
    if address is None and _is_of_a_machine(name):
        address = proxy
    if address is None:
        raise socket.gaierror(socket.EAI_NONAME, "there is no such name in the web: {}:{}".format(name, port))
    host, _, port = address.rpartition(":")
    return _RESOLVE(host, int(port), *arguments, **named)


def _is_of_a_machine(name):
    """Whether it is an address, in one of its many forms, or the name that each machine gives itself."""
    for parse in (ipaddress.ip_address, socket.inet_aton):
        try:
            parse(name)
        except (ValueError, OSError):
            continue
        return True
    return name.lower() == "localhost" or name.lower().endswith(".localhost")


def _result(decide, *question):
    try:
        allowed = decide(*question)
        if not isinstance(allowed, bool):
            raise TypeError("decide returned {!r}, neither True nor False".format(allowed))
    except Exception as problem:
        return _result_of(problem)
    return {"verdict": "allow" if allowed else "disallow"}


def _result_of(problem):
    if isinstance(problem, Unsupported):
        return {"unsupported": _printable(str(problem))}
    return {"error": _printable("{}: {}".format(type(problem).__name__, problem))}


def _printable(message):
    """Cut short, and without lone surrogates: JSON has no place for them."""
    return message[:LONGEST_MESSAGE].encode("utf-8", "backslashreplace").decode("utf-8")


def _say(message):
    _ANSWERS.write(json.dumps(message).encode("ascii") + b"\n")
    _ANSWERS.flush()
