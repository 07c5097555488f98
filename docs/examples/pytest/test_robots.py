"""Puts the cases of repspec to a Python parser, here urllib.robotparser.

    repspec cases export --output bundle.json
    REPSPEC_BUNDLE=bundle.json pytest docs/examples/pytest

Known failures are in known_failures.json, ids by reason; each has to fail still. With REPSPEC_UPDATE_KNOWN=1 the file is
brought up to date: what passes goes, what is new comes in and waits for its reason.
"""

import functools
import json
import os
from pathlib import Path
from urllib.robotparser import RobotFileParser

import pytest

if "REPSPEC_BUNDLE" not in os.environ:
    raise pytest.UsageError("REPSPEC_BUNDLE has to name the file that `repspec cases export` wrote")
BUNDLE = json.loads(Path(os.environ["REPSPEC_BUNDLE"]).read_text(encoding="ascii"))
# A case without a robots_txt is for what fetches by itself.
CASES = {case["id"]: case for case in BUNDLE["cases"] if "robots_txt" in case}
FILE = Path(__file__).with_name("known_failures.json")
KNOWN = {query: reason for reason, queries in json.loads(FILE.read_text()).items() for query in queries}
UPDATING = "REPSPEC_UPDATE_KNOWN" in os.environ
FAILED = []


@functools.lru_cache(maxsize=1)
def parse(case):
    """The only two places that know the parser are here and in `decide`; it decodes the octets as it always does."""
    parser = RobotFileParser("data:text/plain;base64," + CASES[case]["robots_txt"]["base64"])
    parser.read()
    return parser


def decide(case, query):
    return "allow" if parse(case).can_fetch(query["token"], query["uri"]) else "disallow"


def queries():
    """Every scored or contested query, with what is known about it."""
    for case in CASES.values():
        contested = case["scoring"]["kind"] == "contested"
        for query in case["queries"]:
            marks = []
            if contested:
                marks = [pytest.mark.xfail(reason="contested: " + case["scoring"]["reading"], strict=False)]
            elif query["id"] in KNOWN and not UPDATING:
                marks = [pytest.mark.xfail(reason=KNOWN[query["id"]], strict=True)]
            if "expect" in query:
                yield pytest.param(case["id"], query, id=query["id"], marks=marks)


@pytest.mark.parametrize("case, query", list(queries()))
def test_query(case, query):
    try:
        answer = decide(case, query)
    except Exception as error:  # an exception is a failure like any other
        answer = repr(error)
    if answer != query["expect"] and UPDATING and CASES[case]["scoring"]["kind"] == "scored":
        FAILED.append(query["id"])
        return
    why = query.get("why", CASES[case]["why"])
    assert answer == query["expect"], f"{query['level']} {query['requirement']}: {why}"


@pytest.mark.parametrize("case", [case for case in CASES if CASES[case]["scoring"]["kind"] == "observed"])
def test_observed(case, record_property):
    """Says which reading the parser follows, in the JUnit report; no answer is wrong."""
    seen = []
    for query in CASES[case]["queries"]:
        try:
            seen.append(decide(case, query))
        except Exception:
            seen.append("error")
    scoring = CASES[case]["scoring"]
    followed = [answer for answer, signature in scoring["signatures"].items() if signature == seen]
    record_property(scoring["reading"], followed[0] if followed else "other")


def test_the_list_of_known_failures_fits_the_suite():
    asked = {query["id"] for case in CASES.values() for query in case["queries"]}
    assert UPDATING or set(KNOWN) <= asked


@pytest.fixture(scope="session", autouse=True)
def update():
    yield
    if UPDATING:
        by_reason = {}
        for query in FAILED:
            by_reason.setdefault(KNOWN.get(query, "not looked into yet"), []).append(query)
        FILE.write_text(json.dumps(by_reason, indent=2) + "\n")
