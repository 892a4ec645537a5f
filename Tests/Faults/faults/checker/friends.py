"""Friendship and blocks of two people."""

from typing import Any

from ..history import Try
from .linear import Operation

# Who asked ("" when nobody did), with FRIENDS before the name when the other agreed; and who blocks.
State = tuple[str, frozenset[str]]
FRIENDS = "="


def start(tries: list[Try]) -> State:
    return ("", frozenset())


def step(state: State, call: Operation) -> list[State]:
    attempt = call.attempt
    person, other = attempt.person, attempt.notes["other"]
    relation, blocks = state
    move = attempt.notes["move"]
    if move == "read":
        if attempt.status != 200:
            return []
        rows = [row["state"] for row in attempt.answer["items"] if row["person"]["username"] == other]
        expected = {"": [], person: ["sent"], other: ["received"]}.get(relation, ["friend"])
        return [state] if rows == expected else []
    after, status = apply(relation, blocks, move, person, other)
    if call.is_optional:
        return [after] if status < 300 else []
    return [after] if attempt.status == status else []


def apply(relation: str, blocks: frozenset[str], move: str, person: str, other: str) -> tuple[State, int]:
    """The state after the move, and the status of its answer."""
    same: State = (relation, blocks)
    match move:
        case "ask" if blocks:
            return same, 404
        case "ask" if relation == "":
            return (person, blocks), 201
        case "ask" if relation == other:
            return (FRIENDS + other, blocks), 200
        case "ask":
            return same, 409
        case "accept":
            # Again by the one who was asked: it is accepted already.
            return ((FRIENDS + other, blocks), 200) if relation in (other, FRIENDS + other) else (same, 404)
        case "remove":
            return (("", blocks), 204) if relation else (same, 404)
        case "block":
            return ("", blocks | {person}), 200 if person in blocks else 201
        case "unblock":
            return ((relation, blocks - {person}), 204) if person in blocks else (same, 404)
    raise ValueError(move)
