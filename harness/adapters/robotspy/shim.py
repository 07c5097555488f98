"""robotspy behind repspec's adapter protocol."""

import base64
import sys
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))
from repspec_adapter import serve  # before the library: it keeps standard output

from robots import RobotsParser


def read(octets):
    """Lets the library fetch a data: URL, so that its own fetcher decodes the octets as it always does."""
    return RobotsParser.from_uri("data:text/plain;base64," + base64.b64encode(octets).decode("ascii"))


serve(
    name="robotspy",
    version=version("robotspy"),
    language="Python",
    homepage="https://github.com/andreburgaud/robotspy",
    prepare=read,
    decide=RobotsParser.can_fetch,
)
