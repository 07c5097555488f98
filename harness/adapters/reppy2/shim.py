"""reppy2 behind repspec's adapter protocol."""

import sys
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))
from repspec_adapter import serve  # before the library: it keeps standard output

from reppy.parser import Rules


def parse(octets):
    """The URL is only for messages; status 200 makes it parse, and it never asks when the copy expires."""
    return Rules("/robots.txt", 200, octets, 0)


def decide(rules, token, uri):
    return rules.allowed(uri, token)


serve(
    name="reppy2",
    version=version("reppy2"),
    language="Python",
    homepage="https://github.com/seomoz/reppy",
    prepare=parse,
    decide=decide,
)
