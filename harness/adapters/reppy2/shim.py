"""reppy2 behind repspec's adapter protocol."""

import sys
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))
from repspec_adapter import serve, use_web  # before the library: it keeps standard output

from reppy.cache import RobotsCache
from reppy.parser import Rules


def parse(octets):
    """The URL is only for messages; status 200 makes it parse, and it never asks when the copy expires."""
    return Rules("/robots.txt", 200, octets, 0)


def decide(rules, token, uri):
    return rules.allowed(uri, token)


def enter(place):
    """One cache for each product token."""
    use_web(place)
    return {}


def visit(caches, token, uri, _now):
    """As the library's documentation does it; what is not the library's own it hands to requests."""
    if token not in caches:
        caches[token] = RobotsCache(headers={"User-Agent": token})
    return caches[token].allowed(uri, token)


serve(
    name="reppy2",
    version=version("reppy2"),
    language="Python",
    homepage="https://github.com/seomoz/reppy",
    capabilities=("decide", "access"),
    prepare=parse,
    decide=decide,
    enter=enter,
    visit=visit,
)
