"""Google's own parser, by way of jwm.robotstxt, behind repspec's adapter protocol."""

import sys
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))
from repspec_adapter import serve  # before the library: it keeps standard output

from jwm.robotstxt.googlebot import RobotsMatcher


def decide(octets, token, uri):
    return RobotsMatcher().OneAgentAllowedByRobots(octets, token, uri)


serve(
    name="jwm-robotstxt",
    version=version("jwm.robotstxt"),
    language="C++",
    homepage="https://github.com/jwmorley73/jwm.robotstxt",
    decide=decide,
)
