"""Each thing that happened is told once, to the other side alone."""

from collections import Counter

from ..history import History, Try
from . import Verdict, by_person, last_items
from .linear import operations

PROMISE = "notices are written once"

# What the other side is told of a move on an object of this kind.
KINDS = {
    ("wager", "take"): "wager_taken",
    ("match", "propose"): "meetup_proposed",
    ("match", "accept"): "meetup_accepted",
    ("match", "cancel"): "meetup_cancelled",
    ("match", "unmatch"): "meetup_cancelled",
}
# Told only in some states.
SOMETIMES = {("match", "unmatch")}


def check(history: History, verdict: Verdict) -> None:
    people = by_person(history)
    sure: Counter[tuple[str, str, str]] = Counter()
    possible: Counter[tuple[str, str, str]] = Counter()
    for (tenant, _), tries in people.items():
        for call in operations([attempt for attempt in tries if attempt.notes.get("tells")]):
            notes = call.attempt.notes
            move = (notes["object"].split("/")[0], notes["move"])
            kind = KINDS.get(move)
            if not kind:
                continue
            entry = (tenant, notes["tells"], kind)
            if call.is_optional or move in SOMETIMES:
                possible[entry] += 1
            elif (call.attempt.status or 0) < 300:
                sure[entry] += 1
    for (tenant, person), tries in people.items():
        check_acceptances(f"{tenant}/{person}", tries, verdict)
        items = last_items(tries, "inbox")
        if items is None:
            continue
        found = Counter(item["kind"] for item in items)
        for kind in sorted(set(KINDS.values())):
            entry = (tenant, person, kind)
            verdict.note(PROMISE, found[kind])
            if not sure[entry] <= found[kind] <= sure[entry] + possible[entry]:
                verdict.contradict(
                    PROMISE,
                    f"{tenant}/{person} has {found[kind]} notices {kind}; {sure[entry]} were due, and {possible[entry]} are unknown",
                    [item for item in items if item["kind"] == kind],
                )


def check_acceptances(person: str, tries: list[Try], verdict: Verdict) -> None:
    """Each request is accepted once at most."""
    items = last_items(tries, "friends inbox")
    if items is None:
        return
    asked = [attempt for attempt in tries if attempt.notes.get("move") == "ask"]
    requests = sum(call.is_optional or call.attempt.status == 201 for call in operations(asked))
    accepted = [item for item in items if item["kind"] == "friend_accepted"]
    verdict.note(PROMISE, len(accepted))
    if len(accepted) > requests:
        verdict.contradict(PROMISE, f"{person} asked {requests} times and was accepted {len(accepted)} times", accepted)
