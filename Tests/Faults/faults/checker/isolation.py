"""Nothing of one tenant is in an answer to another: each value that a tenant writes carries its mark."""

import json

from ..history import History
from . import Verdict

PROMISE = "tenants see only their own"


def mark(tenant: str) -> str:
    return f"mark-{tenant}-"


def check(history: History, verdict: Verdict) -> None:
    tenants = {attempt.tenant for attempt in history.tries}
    for attempt in history.tries:
        if attempt.answer is None:
            continue
        verdict.note(PROMISE)
        text = json.dumps(attempt.answer)
        for other in tenants - {attempt.tenant}:
            if mark(other) in text and mark(other) not in json.dumps(attempt.body):
                verdict.contradict(PROMISE, f"an answer to {attempt.tenant} has a value of {other}", [attempt])
