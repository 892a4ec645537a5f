"""A tenant that has an admin keeps one."""

from ..history import Try
from .linear import Operation

State = frozenset[str]


def start(tries: list[Try]) -> State:
    return frozenset(tries[0].notes["admins"])


def step(state: State, call: Operation) -> list[State]:
    """The admins after one of them, or who no longer is one, changed another's role."""
    attempt = call.attempt
    other, role = attempt.notes["other"], attempt.body["role"]
    after = state | {other} if role == "admin" else state - {other}
    status = 403 if attempt.person not in state else 200 if after else 409
    if call.is_optional:
        return [after] if status == 200 else []
    return [after if status == 200 else state] if attempt.status == status else []
