"""robotexclusionrulesparser behind repspec's adapter protocol."""

import sys
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))
from repspec_adapter import serve  # before the library: it keeps standard output

from robotexclusionrulesparser import RobotExclusionRulesParser


def parse(octets):
    parser = RobotExclusionRulesParser()
    parser.parse(octets)
    return parser


serve(
    name="robotexclusionrulesparser",
    version=version("robotexclusionrulesparser"),
    language="Python",
    homepage="http://nikitathespider.com/python/rerp/",
    prepare=parse,
    decide=RobotExclusionRulesParser.is_allowed,
)
