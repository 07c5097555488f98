"""robotexclusionrulesparser behind repspec's adapter protocol."""

import sys
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))
from repspec_adapter import serve, use_web  # before the library: it keeps standard output

import urllib.request
from urllib.parse import urljoin

from robotexclusionrulesparser import RobotExclusionRulesParser


def parse(octets):
    parser = RobotExclusionRulesParser()
    parser.parse(octets)
    return parser


def enter(place):
    """No parser yet, and a fetcher that sees the web's certificate authority: it looks for one when it is made."""
    use_web(place)
    urllib.request.install_opener(urllib.request.build_opener())
    return {}


def visit(parsers, token, uri, _now):
    """As the library's documentation does it: user_agent, fetch, is_allowed; one parser for each file."""
    robots_txt = urljoin(uri, "/robots.txt")
    if robots_txt not in parsers:
        parser = RobotExclusionRulesParser()
        parser.user_agent = token
        parser.fetch(robots_txt)
        parsers[robots_txt] = parser
    return parsers[robots_txt].is_allowed(token, uri)


serve(
    name="robotexclusionrulesparser",
    version=version("robotexclusionrulesparser"),
    language="Python",
    homepage="http://nikitathespider.com/python/rerp/",
    capabilities=("decide", "access"),
    prepare=parse,
    decide=RobotExclusionRulesParser.is_allowed,
    enter=enter,
    visit=visit,
)
