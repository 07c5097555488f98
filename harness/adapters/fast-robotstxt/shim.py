"""fast-robotstxt behind repspec's adapter protocol."""

import sys
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))
from repspec_adapter import serve  # before the library: it keeps standard output

from robotstxt import RobotsMatcher


def decode(octets):
    """The library takes text only, and encodes it as UTF-8 again."""
    return octets.decode("utf-8", errors="replace")


def decide(text, token, uri):
    return RobotsMatcher().is_allowed(text, token, uri)


serve(
    name="fast-robotstxt",
    version=version("fast-robotstxt"),
    language="C++",
    homepage="https://github.com/nzrsky/robotstxt",
    prepare=decode,
    decide=decide,
)
