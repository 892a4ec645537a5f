"""Proves that a history keeps the promises, or prints the shortest contradiction."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from ..history import History, Try


@dataclass
class Contradiction:
    promise: str
    sentence: str
    evidence: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return "\n".join([f"CONTRADICTION  {self.promise}: {self.sentence}", *("    " + line for line in self.evidence)])


@dataclass
class Verdict:
    contradictions: list[Contradiction] = field(default_factory=list)
    # How much was checked, by promise.
    checked: Counter[str] = field(default_factory=Counter)

    def note(self, promise: str, count: int = 1) -> None:
        self.checked[promise] += count

    def contradict(self, promise: str, sentence: str, evidence: Iterable[object] = ()) -> None:
        self.contradictions.append(Contradiction(promise, sentence, [str(item) for item in evidence]))


Check = Callable[[History, Verdict], None]


def check(history: History) -> Verdict:
    from . import answers, bets, isolation, limits, lists, notices, objects, streams, wallets, webhooks

    verdict = Verdict()
    checks: list[Check] = [
        answers.check, isolation.check, objects.check, wallets.check, bets.check, limits.check,
        notices.check, lists.check, webhooks.check, streams.check,
    ]
    for one in checks:
        one(history, verdict)
    return verdict


def by_person(history: History) -> dict[tuple[str, str], list[Try]]:
    found: dict[tuple[str, str], list[Try]] = {}
    for attempt in history.tries:
        found.setdefault((attempt.tenant, attempt.person), []).append(attempt)
    return found


def last_items(tries: Iterable[Try], note: str) -> list[dict] | None:
    """The rows of all pages of a list that was read with this note at the end of the run."""
    pages = [attempt for attempt in tries if attempt.notes.get("final") == note and attempt.status == 200]
    return [item for page in pages for item in page.answer["items"]] if pages else None
