"""The table of moves of a match: spec 03 and 10, section 3."""

from typing import Any

from ..history import Try
from .linear import Operation

# Status and location of the plan.
State = tuple[int, str | None]
GONE: State = (-1, None)


def start(tries: list[Try]) -> State:
    return (0, None)


def step(state: State, call: Operation) -> list[State]:
    attempt = call.attempt
    move = attempt.notes["move"]
    if state == GONE:
        return [state] if attempt.status in (403, 404) else []
    if move == "read":
        return [state] if attempt.status == 200 and shown(attempt.answer) == state else []
    after = apply(state, move, 1 if attempt.notes["is_first"] else 2, attempt.body)
    if call.is_optional:
        return [] if after is None else [after]
    assert attempt.status is not None
    if attempt.status < 300:
        fits = after is not None and (not isinstance(attempt.answer, dict) or shown(attempt.answer) == after)
        return [after] if fits and after is not None else []
    if attempt.code == "match_changed":
        return [state]
    return [state] if attempt.status == 409 and after is None else []


def shown(answer: dict[str, Any]) -> State:
    return (answer["status_code"], answer["location"])


def apply(state: State, move: str, side: int, body: Any) -> State | None:
    """`side` is the status in which this member's offer waits."""
    status = state[0]
    match move:
        case "propose":
            return None if status == side else (side, body["location"])
        case "accept":
            return (3, state[1]) if status == 3 - side else None
        case "cancel":
            return None if status == 0 else (0, None)
        case "unmatch":
            return GONE
    raise ValueError(move)
