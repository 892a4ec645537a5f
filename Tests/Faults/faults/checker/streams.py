"""A follower gets every event of its person once and in order, whatever ends its connections; every acknowledged write is told once;
and a read says a position that it shows."""

from ..history import History, Try
from . import Verdict

ORDER = "streams have no gap and no repetition"
SAME = "all followers of a person get the same events"
TOLD = "each write is told once"
POSITION = "reads show everything up to their position"


def check(history: History, verdict: Verdict) -> None:
    streams: dict[str, list[Try]] = {}
    for attempt in history.tries:
        if "stream" in attempt.notes:
            streams.setdefault(attempt.notes["stream"], []).append(attempt)
    for tries in streams.values():
        follows = [attempt for attempt in tries if attempt.notes["move"] == "follow"]
        for follow in follows:
            check_order(follow, verdict)
        check_same(follows, verdict)
        check_writes(tries, follows, verdict)


def check_order(follow: Try, verdict: Verdict) -> None:
    number = follow.notes.get("after")
    for event in follow.answer:
        verdict.note(ORDER)
        if "reset" in event:
            verdict.contradict(ORDER, "events that are kept for ten minutes were gone", [event])
            return
        if event["number"] != number + 1:
            verdict.contradict(ORDER, f"after {number} came {event['number']}", [event])
            return
        number = event["number"]
    if "goal" in follow.notes and number < follow.notes["goal"]:
        verdict.contradict(ORDER, f"the stream ended with {number}, and a read had said {follow.notes['goal']}", [follow.path])


def check_same(follows: list[Try], verdict: Verdict) -> None:
    known: dict[int, dict] = {}
    for event in (event for follow in follows for event in follow.answer if "number" in event):
        verdict.note(SAME)
        other = known.setdefault(event["number"], event)
        if other != event:
            verdict.contradict(SAME, "one number is two events", [other, event])


def check_writes(tries: list[Try], follows: list[Try], verdict: Verdict) -> None:
    """The writer makes one call after the other, so the events are in the order of the calls that took effect."""
    complete = [follow for follow in follows if "goal" in follow.notes]
    if not complete:
        return
    first = complete[0].notes["after"]
    numbers = sorted(event["number"] for event in complete[0].answer if event.get("type") == "profile.changed")
    writes = [attempt for attempt in tries if attempt.notes["move"] == "write"]
    done = [attempt for attempt in writes if attempt.status == 200 and attempt.begin > complete[0].begin + 5]
    verdict.note(TOLD, len(writes))
    possible = [attempt for attempt in writes if attempt.status == 200 or attempt.is_unknown]
    if len(numbers) > len(possible) or first == 0 and len(numbers) < len([attempt for attempt in writes if attempt.status == 200]):
        verdict.contradict(TOLD, f"{len(numbers)} events of {len(done)} to {len(possible)} writes", writes[-3:])
    order = {attempt.body["bio"]: place for place, attempt in enumerate(possible, 1)}
    for attempt in tries:
        if attempt.notes["move"] not in ("read", "end") or attempt.status != 200 or "position" not in attempt.notes:
            continue
        verdict.note(POSITION)
        told = sum(number <= int(attempt.notes["position"]) for number in numbers)
        shown = order.get(attempt.answer["bio"], 0)
        if told > shown:
            verdict.contradict(
                POSITION, f"position {attempt.notes['position']} follows {told} writes, and the read shows {shown}", [attempt]
            )
