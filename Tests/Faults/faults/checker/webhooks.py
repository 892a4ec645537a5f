"""The tenant's server hears of each change at least once, and of nothing of another tenant."""

from ..history import History
from . import Verdict

PROMISE = "webhooks are delivered at least once"


def check(history: History, verdict: Verdict) -> None:
    delivered = {(attempt.tenant, attempt.notes["delivered"]) for attempt in history.tries if "delivered" in attempt.notes}
    tenant_of = {}
    for attempt in history.tries:
        if attempt.path == "wagers/" and attempt.status == 201:
            tenant_of[attempt.answer["id"]] = attempt.tenant
        if attempt.notes.get("told_by") and attempt.status == 200:
            verdict.note(PROMISE)
            if (attempt.tenant, attempt.notes["wager"]) not in delivered:
                verdict.contradict(PROMISE, "the tenant's server did not hear of this", [attempt])
    for tenant, wager in delivered:
        if tenant_of.get(wager, tenant) != tenant:
            verdict.contradict(PROMISE, f"the server of {tenant} heard of wager {wager} of {tenant_of[wager]}")
