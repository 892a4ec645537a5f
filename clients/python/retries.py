"""Plays clients/retries.json with parlay_client."""
import json
import pathlib
import sys
import urllib.request

sys.path.append(str(pathlib.Path(__file__).parent.parent))

import scripted
from parlay_client import ConnectionLost, Parlay, ProblemError, Retries, UnexpectedAnswer
from play import snake

failed = 0
server = scripted.start()
for number, case in enumerate(scripted.CASES):
    parlay = Parlay(f"{server}/{number}", "t", token="x", retries=Retries(first_pause=0.02))
    answer = error = None
    options = {"if_match": case["if_match"]} if "if_match" in case else {}
    try:
        answer = getattr(parlay, snake(case["call"]))(*case["values"], **options)
    except ProblemError as problem:
        error = problem.code
    except ConnectionLost:
        error = "connection"
    except UnexpectedAnswer:
        error = "unexpected"
    with urllib.request.urlopen(f"{server}/{number}/seen") as stream:
        seen = json.load(stream)
    found = error, len(seen), len({one["key"] for one in seen}), parlay.sign_in() is None, \
        all((answer or {}).get(key) == value for key, value in case.get("has", {}).items())
    wanted = case.get("fails"), len(case["answers"]), 1, case.get("signed_out", False), True
    if found != wanted:
        failed += 1
        print(f"{case['title']}: {found}, not {wanted}", file=sys.stderr)
print(f"retries of parlay_client: {len(scripted.CASES) - failed} passed, {failed} failed")
sys.exit(1 if failed else 0)
