"""A list that is read page by page, while nobody writes, has each row once."""

from ..history import History, Try
from . import Verdict

PROMISE = "lists have each row once"


def check(history: History, verdict: Verdict) -> None:
    lists: dict[str, list[Try]] = {}
    for attempt in history.tries:
        if (name := attempt.notes.get("pages")) and attempt.status == 200:
            lists.setdefault(name, []).append(attempt)
    for name, pages in lists.items():
        verdict.note(PROMISE)
        # The first is the whole list.
        whole, *parts = ([item["game_id"] for item in page.answer["items"]] for page in pages)
        found = [row for part in parts for row in part]
        if sorted(found) != sorted(whole):
            verdict.contradict(PROMISE, f"{name} has {sorted(whole)} and shows {found} in pages", pages)
