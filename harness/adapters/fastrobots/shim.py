"""fastrobots behind repspec's adapter protocol."""

import re
import sys
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))
from repspec_adapter import serve  # before the library: it keeps standard output

from fastrobots import Robots


def parse(octets):
    """Decodes as the library's own fetch() does when the response names no charset."""
    return Robots.parse(octets.decode("utf-8", errors="replace"))


def decide(robots, token, uri):
    path_and_query = re.sub("^[^:/?#]+://[^/?#]*", "", uri).partition("#")[0]
    return robots.allowed(path_and_query, token)


serve(
    name="fastrobots",
    version=version("fastrobots"),
    language="Rust",
    homepage="https://github.com/sekinal/fastrobots",
    prepare=parse,
    decide=decide,
)
