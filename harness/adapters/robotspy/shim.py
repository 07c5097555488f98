"""robotspy behind repspec's adapter protocol."""

import base64
import sys
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))
from repspec_adapter import serve, use_web  # before the library: it keeps standard output

import urllib.request
from urllib.parse import urljoin

from robots import RobotsParser


def read(octets):
    """Lets the library fetch a data: URL, so that its own fetcher decodes the octets as it always does."""
    return RobotsParser.from_uri("data:text/plain;base64," + base64.b64encode(octets).decode("ascii"))


def enter(place):
    """No parser yet, and a fetcher that sees the web's certificate authority: it looks for one when it is made."""
    use_web(place)
    urllib.request.install_opener(urllib.request.build_opener())
    return {}


def visit(parsers, token, uri, _now):
    """As the library's documentation does it: from_uri, can_fetch; one parser for each file."""
    robots_txt = urljoin(uri, "/robots.txt")
    if robots_txt not in parsers:
        parsers[robots_txt] = RobotsParser.from_uri(robots_txt)
    return parsers[robots_txt].can_fetch(token, uri)


serve(
    name="robotspy",
    version=version("robotspy"),
    language="Python",
    homepage="https://github.com/andreburgaud/robotspy",
    capabilities=("decide", "access"),
    prepare=read,
    decide=RobotsParser.can_fetch,
    enter=enter,
    visit=visit,
)
