"""Plays clients/conformance.json with parlay_client: `python3 play.py SERVER SCRIPT`."""
import datetime
import json
import keyword
import random
import re
import signal
import sys

import parlay_client
from parlay_client import File, NotSignedIn, Parlay, ProblemError


def snake(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


class Game:
    def __init__(self, job, server):
        self.job, self.server = job, server
        self.people, self.kept, self.streams = {}, {}, {}
        self.run = f"{random.randrange(36 ** 5):x}"

    def step(self, step):
        person = self.people.setdefault(step["as"], Parlay(self.server, self.job["tenant"]))
        has = self.filled(step.get("has", {}))
        if "stream" in step:
            return self.stream(step, has, person.events, lambda change: change["type"] == "reset")
        if "live" in step:
            tournaments = self.filled(step.get("tournaments", []))
            return self.stream(step, has, lambda: person.live(tournaments=tournaments), lambda tree: tree.connection == "live")
        try:
            answer = self.call(person, step)
        except NotSignedIn:
            assert step.get("fails") == "not_signed_in", "not signed in"
            return
        except ProblemError as error:
            if error.code != step.get("fails"):
                raise
            for field in step.get("fields", []):
                assert error.field_errors.get(field), f"nothing about {field}"
            return self.check(error.problem, self.filled(step.get("problem", {})))
        assert "fails" not in step, f"did not fail with {step['fails']}"
        assert "count" not in step or len(answer) == step["count"], f"{len(answer)} items"
        if "file" in step:
            assert isinstance(answer, File) and step["file"] in answer.content.decode(), f"the file is {answer}"
        self.check(answer, has)
        if "keep" in step:
            self.kept[step["keep"]] = answer

    def call(self, person, step):
        values = self.filled(step.get("path", []))
        if "upload" in step:
            file = self.filled(step["upload"])
            values.append(file.content)
        if "body" in step:
            values.append(self.filled(step["body"]))
        named = {name + "_" * keyword.iskeyword(name): value for name, value in self.filled(step.get("query", {})).items()}
        for key, name in [("type", "content_type"), ("if_match", "if_match"), ("idempotency_key", "idempotency_key")]:
            if key in step:
                named[name] = self.filled(step[key])
        answer = getattr(person, snake(step["call"]))(*values, **named)
        if "take" not in step:
            return answer
        return [item for item, _ in zip(answer, range(step["take"]))]

    def stream(self, step, has, opened, is_running):
        kind = step.get("stream") or step.get("live")
        if kind == "open":
            self.streams[step["as"]] = elements = opened()
            # The first tree may be 150 ms old; see TreeCache.
            return next(element for element in elements if is_running(element) and self.fits(element, has))
        elements = self.streams[step["as"]]
        if kind == "close":
            return elements.close()
        if "outcome" in step:
            outcome = self.filled(step["outcome"])
            tree = next(element for element in elements if outcome in element.moves)
            move = tree.moves[outcome]
            assert (move.before, move.now) == (step["move"]["from"], step["move"]["to"]), f"moved {move}"
            return self.check(tree, has)
        next(element for element in elements if self.fits(element, has))

    def filled(self, value):
        if isinstance(value, list):
            return [self.filled(one) for one in value]
        if isinstance(value, dict):
            return {key: self.filled(one) for key, one in value.items()}
        if not isinstance(value, str):
            return value
        if value.startswith("$"):
            return self.member(self.kept, value[1:])
        tomorrow = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=1)
        return value.replace("{run}", self.run).replace("{tomorrow}", tomorrow.isoformat(timespec="milliseconds"))

    def member(self, value, path):
        for name in path.split("."):
            if isinstance(value, list):
                value = value[int(name)] if int(name) < len(value) else None
            else:
                value = value.get(name) if isinstance(value, dict) else getattr(value, name, None)
        return value

    def fits(self, value, has):
        return all(self.member(value, path) == expected for path, expected in has.items())

    def check(self, value, has):
        for path, expected in has.items():
            found = self.member(value, path)
            assert found == expected, f"{path} is {found!r}, not {expected!r}"


def main():
    server, script = sys.argv[1:]
    # A stream that brings nothing would wait for ever.
    signal.alarm(120)
    with open(script) as file:
        jobs = json.load(file)["jobs"]
    print(f"parlay_client {parlay_client.__version__}")
    for job in jobs:
        game = Game(job, server)
        for number, step in enumerate(job["steps"], 1):
            try:
                game.step(step)
            except Exception as error:
                name = step.get("call") or step.get("stream") or step.get("live")
                raise SystemExit(f"{job['title']}, step {number} ({name}): {type(error).__name__}: {error}") from error
        print(f"ok {job['title']}: {len(job['steps'])} steps")


if __name__ == "__main__":
    main()
