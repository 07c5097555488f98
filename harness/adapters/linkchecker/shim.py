"""LinkChecker's parser behind repspec's adapter protocol."""

import sys
from importlib.metadata import version
from io import BytesIO
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))
from repspec_adapter import serve  # before the library: it keeps standard output

from linkcheck.robotparser2 import RobotFileParser
from requests import Response


class Session:
    """Stands in for the network: whatever is fetched holds the octets of the robots.txt."""

    def __init__(self, octets):
        self.octets = octets

    def get(self, url, **_options):
        response = Response()
        response.status_code = 200
        response.headers["Content-Type"] = "text/plain"
        response.raw = BytesIO(self.octets)
        return response


def read(octets):
    parser = RobotFileParser(Session(octets))
    parser.read()
    return parser


serve(
    name="linkchecker",
    version=version("linkchecker"),
    language="Python",
    homepage="https://linkchecker.github.io/linkchecker/",
    prepare=read,
    decide=RobotFileParser.can_fetch,
)
