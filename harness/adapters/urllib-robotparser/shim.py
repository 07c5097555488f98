"""Python's own urllib.robotparser behind repspec's adapter protocol."""

import base64
import platform
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))
from repspec_adapter import serve, use_web  # before the library: it keeps standard output

import urllib.request
from urllib.parse import urljoin
from urllib.robotparser import RobotFileParser


def read(octets):
    """Lets the library fetch a data: URL, so that its own fetcher decodes the octets as it always does."""
    parser = RobotFileParser("data:text/plain;base64," + base64.b64encode(octets).decode("ascii"))
    parser.read()
    return parser


def enter(place):
    """No parser yet, and a fetcher that sees the web's certificate authority: it looks for one when it is made."""
    use_web(place)
    urllib.request.install_opener(urllib.request.build_opener())
    return {}


def visit(parsers, token, uri, _now):
    """As the library's documentation does it: set_url, read, can_fetch; one parser for each file."""
    robots_txt = urljoin(uri, "/robots.txt")
    if robots_txt not in parsers:
        parser = RobotFileParser()
        parser.set_url(robots_txt)
        parser.read()
        parsers[robots_txt] = parser
    return parsers[robots_txt].can_fetch(token, uri)


serve(
    name="urllib-robotparser",
    version=platform.python_version(),
    language="Python",
    homepage="https://docs.python.org/3/library/urllib.robotparser.html",
    capabilities=("decide", "access"),
    prepare=read,
    decide=RobotFileParser.can_fetch,
    enter=enter,
    visit=visit,
)
