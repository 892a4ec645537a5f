"""Each wager, match, pair of friends, shelf entry, bio and account has one order of calls that explains all answers."""

from collections.abc import Callable, Hashable

from ..history import History, Try
from . import Verdict, admins, friends, matches, registers, wagers
from .linear import Operation, Step, TooHard, operations, shortest_contradiction

Model = tuple[Callable[[list[Try]], Hashable], Step]

# By the first word of the object's name.
MODELS: dict[str, tuple[str, Model]] = {
    "wager": ("wagers follow the table of moves", (wagers.start, wagers.step)),
    "match": ("meetups follow the table of moves", (matches.start, matches.step)),
    "friends": ("friends and blocks are linearizable", (friends.start, friends.step)),
    "shelf": ("shelf entries are linearizable", (registers.nothing, registers.shelf)),
    "bio": ("profiles are linearizable", (registers.nothing, registers.bio)),
    "admins": ("a tenant keeps an admin", (admins.start, admins.step)),
    "account": ("accounts and tokens are linearizable", (registers.nothing, registers.account)),
}


def check(history: History, verdict: Verdict) -> None:
    objects: dict[str, list[Try]] = {}
    for attempt in history.tries:
        if name := attempt.notes.get("object"):
            objects.setdefault(f"{name}", []).append(attempt)
    for name, tries in objects.items():
        promise, (start, step) = MODELS[name.split("/")[0]]
        calls = operations(tries)
        try:
            prefix = shortest_contradiction(calls, start(tries), step)
        except TooHard:
            verdict.note(promise + " (given up as too long)", len(calls))
            continue
        verdict.note(promise, len(calls))
        if prefix is not None:
            verdict.contradict(promise, f"no order of these calls explains the answers about {name}", prefix)
        check_overlaps(name, calls, verdict)


def check_overlaps(name: str, calls: list[Operation], verdict: Verdict) -> None:
    """A move that lost a race says so only if there was one."""
    for call in calls:
        if call.attempt.code not in ("match_changed", "wager_changed"):
            continue
        rivals = [
            other for other in calls
            if other is not call and other.attempt.method != "GET" and other.begin <= call.end and other.end >= call.begin
        ]
        if not rivals:
            verdict.contradict("a lost race has a winner", f"nothing overlapped this move of {name}", [call])
