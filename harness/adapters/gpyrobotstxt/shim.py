"""gpyrobotstxt behind repspec's adapter protocol."""

import sys
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))
from repspec_adapter import serve  # before the library: it keeps standard output

from gpyrobotstxt.robots_cc import RobotsMatcher


def decide(octets, token, uri):
    return RobotsMatcher().one_agent_allowed_by_robots(octets, token, uri)


serve(
    name="gpyrobotstxt",
    version=version("gpyrobotstxt"),
    language="Python",
    homepage="https://github.com/Cocon-Se/gpyrobotstxt",
    decide=decide,
)
