"""protego behind repspec's adapter protocol."""

import sys
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))
from repspec_adapter import serve  # before the library: it keeps standard output

from protego import Protego


def parse(octets):
    """Decodes as Scrapy does before it hands a robots.txt to protego."""
    return Protego.parse(octets.decode("utf-8-sig", errors="ignore"))


def decide(parsed, token, uri):
    return parsed.can_fetch(uri, token)


serve(
    name="protego",
    version=version("protego"),
    language="Python",
    homepage="https://github.com/scrapy/protego",
    prepare=parse,
    decide=decide,
)
