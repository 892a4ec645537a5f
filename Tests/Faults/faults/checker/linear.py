"""Whether a history of one object can be explained by one order of its calls (Wing & Gong, "Testing and Verifying Concurrent
Objects", 1993, with the memory of Lowe, "Testing for linearizability", 2017)."""

import math
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from ..history import Try, answer_of

# The state after a call and its answer; None if the answer does not fit the state.
Step = Callable[[Hashable, "Operation"], list[Hashable]]


@dataclass(slots=True)
class Operation:
    """One call with one effect, at some moment between `begin` and `end`."""

    begin: float
    end: float
    # The try with the final answer, or the last one without.
    attempt: Try
    # Whether it may never have happened: nobody knows.
    is_optional: bool = False

    def __str__(self) -> str:
        return f"{self.attempt}{'   (may or may not have happened)' if self.is_optional else ''}"


def operations(tries: list[Try]) -> list[Operation]:
    """Groups the tries of each call. What was refused with *nothing was done* has no effect, nor has a read without an answer."""
    groups: dict[int, list[Try]] = {}
    for attempt in tries:
        groups.setdefault(attempt.call, []).append(attempt)
    found = []
    for group in groups.values():
        last = answer_of(group)
        begin = group[0].begin
        if last:
            assert last.end is not None
            found.append(Operation(begin, last.end, last))
        elif group[0].method != "GET" and any(attempt.is_unknown for attempt in group):
            found.append(Operation(begin, math.inf, group[-1], is_optional=True))
    return sorted(found, key=lambda operation: operation.begin)


class TooHard(Exception):
    """The search was given up: it would take too long."""


def explain(calls: list[Operation], start: Hashable, step: Step, limit: int = 400_000) -> bool:
    """Whether some order of the calls explains all answers. Calls whose times do not overlap keep their order."""
    count = len(calls)
    mandatory = sum(1 << index for index, call in enumerate(calls) if not call.is_optional)
    stack: list[tuple[int, Hashable]] = [(0, start)]
    seen: set[tuple[int, Hashable]] = {(0, start)}
    while stack:
        done, state = stack.pop()
        if done & mandatory == mandatory:
            return True
        # A call can be next if it began before every other undone call ended.
        first_end = min(
            (calls[index].end for index in range(count) if not done >> index & 1), default=math.inf
        )
        for index in range(count - 1, -1, -1):
            call = calls[index]
            if done >> index & 1 or call.begin > first_end:
                continue
            for after in step(state, call):
                entry = (done | 1 << index, after)
                if entry not in seen:
                    if len(seen) >= limit:
                        raise TooHard
                    seen.add(entry)
                    stack.append(entry)
    return False


def shortest_contradiction(calls: list[Operation], start: Hashable, step: Step) -> list[Operation] | None:
    """The shortest prefix of the history, by the times of the answers, that no order explains; None if there is none.

    Calls that were under way at its end may or may not have happened.
    """
    if explain(calls, start, step):
        return None
    ends = sorted(call.end for call in calls if not call.is_optional)
    low, high = 0, len(ends) - 1
    while low < high:
        middle = (low + high) // 2
        if explain(until(calls, ends[middle]), start, step):
            low = middle + 1
        else:
            high = middle
    return until(calls, ends[low])


def until(calls: list[Operation], moment: float) -> list[Operation]:
    prefix = []
    for call in calls:
        if call.begin > moment:
            continue
        is_open = call.end > moment
        prefix.append(Operation(call.begin, math.inf if is_open else call.end, call.attempt, call.is_optional or is_open))
    return prefix
