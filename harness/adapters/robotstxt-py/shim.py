"""robotstxt, the one of the Python package index, behind repspec's adapter protocol."""

import sys
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))
from repspec_adapter import serve  # before the library: it keeps standard output

from robotstxt import RobotsFile


def parse(octets):
    return RobotsFile(octets.decode("utf-8", errors="replace"))


def decide(robots, token, uri):
    return not robots.test_url(uri, token)["disallowed"]


serve(
    name="robotstxt-py",
    version=version("robotstxt"),
    language="Python",
    homepage="https://github.com/chrisevans77/robotstxt_package",
    prepare=parse,
    decide=decide,
)
