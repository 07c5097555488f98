"""respectscraper behind repspec's adapter protocol."""

import sys
from importlib.metadata import version
from io import BytesIO
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))
from repspec_adapter import serve, use_web  # before the library: it keeps standard output

import requests
from requests import Response
from respectscraper import RobotsPolicy
from urllib3 import HTTPResponse


class Session:
    """Stands in for the network: whatever is fetched holds the octets of the robots.txt."""

    def __init__(self, octets):
        self.octets = octets

    def get(self, url, **_options):
        response = Response()
        response.status_code = 200
        response.raw = HTTPResponse(BytesIO(self.octets), preload_content=False)
        return response


def decide(session, token, uri):
    return RobotsPolicy(session, token).decide(uri).allowed


def enter(place):
    """One policy for each product token, all with the library's own session."""
    use_web(place)
    return {}


def visit(policies, token, uri, _now):
    if token not in policies:
        session = requests.Session()
        session.headers["User-Agent"] = token
        policies[token] = RobotsPolicy(session, token)
    return policies[token].decide(uri).allowed


serve(
    name="respectscraper",
    version=version("respectscraper"),
    language="Python",
    homepage="https://github.com/Zakhele-TechWannabe/respectscraper",
    capabilities=("decide", "access"),
    prepare=Session,
    decide=decide,
    enter=enter,
    visit=visit,
)
