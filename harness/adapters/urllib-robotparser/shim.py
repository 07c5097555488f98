"""Python's own urllib.robotparser behind repspec's adapter protocol."""

import base64
import platform
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))
from repspec_adapter import serve  # before the library: it keeps standard output

from urllib.robotparser import RobotFileParser


def read(octets):
    """Lets the library fetch a data: URL, so that its own fetcher decodes the octets as it always does."""
    parser = RobotFileParser("data:text/plain;base64," + base64.b64encode(octets).decode("ascii"))
    parser.read()
    return parser


serve(
    name="urllib-robotparser",
    version=platform.python_version(),
    language="Python",
    homepage="https://docs.python.org/3/library/urllib.robotparser.html",
    prepare=read,
    decide=RobotFileParser.can_fetch,
)
