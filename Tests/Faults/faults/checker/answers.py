"""A key that was answered with success always answers the same, and every answer is one that the contract has. A refusal did
nothing and is not stored, so its key may be used again."""

import json

from ..history import History, Try, answer_of
from . import Verdict

KEYS = "one answer for one key"
STATUSES = "answers of the contract"
RESOLVED = "calls with a key are resolved"


def check(history: History, verdict: Verdict) -> None:
    check_resolved(history, verdict)
    keys: dict[tuple[str, str, str], list[Try]] = {}
    for attempt in history.tries:
        if attempt.status is not None:
            verdict.note(STATUSES)
            if attempt.status >= 500 and attempt.status != 503:
                verdict.contradict(STATUSES, "an answer says that the server is broken", [attempt])
        if attempt.key and attempt.is_final and (attempt.status or 0) < 300:
            keys.setdefault((attempt.tenant, attempt.person, attempt.key), []).append(attempt)
    for tries in keys.values():
        verdict.note(KEYS)
        answers = {(attempt.status, json.dumps(without_request(attempt.answer), sort_keys=True)) for attempt in tries}
        if len(answers) > 1:
            verdict.contradict(KEYS, "one key was answered in two ways", tries)


def check_resolved(history: History, verdict: Verdict) -> None:
    """People repeat a call until it is answered, so one that is not was given up after minutes."""
    calls: dict[int, list[Try]] = {}
    for attempt in history.tries:
        if attempt.key:
            calls.setdefault(attempt.call, []).append(attempt)
    for tries in calls.values():
        verdict.note(RESOLVED)
        if not answer_of(tries):
            verdict.contradict(RESOLVED, "a call was repeated in vain", [tries[0], tries[-1]])


def without_request(answer: object) -> object:
    """A problem names the request that it answers."""
    if isinstance(answer, dict):
        return {name: value for name, value in answer.items() if name != "request_id"}
    return answer
