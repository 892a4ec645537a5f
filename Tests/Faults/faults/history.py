"""What was called, when, and what came back: one line of JSON for each try."""

import json
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any


@dataclass(slots=True)
class Try:
    # The same number for all tries of one call; tries of a call without a key are calls of their own.
    call: int
    tenant: str
    person: str
    method: str
    path: str
    body: Any
    key: str | None
    # Seconds since the start of the run.
    begin: float
    end: float | None = None
    # None when no answer came.
    status: int | None = None
    answer: Any = None
    # What the run knows beside the call, such as the object that it is about.
    notes: dict[str, Any] = field(default_factory=dict)

    @property
    def code(self) -> str | None:
        return self.answer.get("code") if isinstance(self.answer, dict) and (self.status or 0) >= 400 else None

    @property
    def is_unknown(self) -> bool:
        """Whether it may have been done, or be done later."""
        return self.status is None or self.code == "outcome_unknown" or self.code == "idempotency_in_flight"

    @property
    def says_nothing_was_done(self) -> bool:
        return self.status in (429, 503) and not self.is_unknown

    @property
    def is_final(self) -> bool:
        return not self.is_unknown and not self.says_nothing_was_done

    def __str__(self) -> str:
        end = "      –" if self.end is None else f"{self.end:7.3f}"
        body = "" if self.body is None else " " + json.dumps(self.body, ensure_ascii=False)
        result = "no answer" if self.status is None else f"{self.status} {self.code or brief(self.answer)}"
        return f"{self.begin:7.3f}–{end}  {self.tenant}/{self.person:8} {self.method} {self.path}{body}  →  {result}"


def answer_of(tries: Iterable[Try]) -> Try | None:
    """The final answer to a call: that of the try that succeeded, because a refusal is not stored with its key."""
    final = [attempt for attempt in tries if attempt.is_final]
    return next((attempt for attempt in final if (attempt.status or 0) < 300), final[0] if final else None)


def brief(answer: Any) -> str:
    text = "" if answer is None else json.dumps(answer, ensure_ascii=False)
    return text if len(text) <= 240 else text[:240] + "…"


class History:
    """Kept in memory, and written to a file when it is complete."""

    def __init__(self) -> None:
        self.start = time.monotonic()
        self.tries: list[Try] = []
        self.calls = 0

    def now(self) -> float:
        return time.monotonic() - self.start

    def new_call(self) -> int:
        self.calls += 1
        return self.calls

    def write(self, path: Path) -> None:
        with path.open("w", encoding="utf-8") as file:
            for attempt in self.tries:
                file.write(json.dumps(asdict(attempt), ensure_ascii=False) + "\n")

    @staticmethod
    def read(path: Path) -> "History":
        history = History()
        with path.open(encoding="utf-8") as file:
            history.tries = [Try(**json.loads(line)) for line in file]
        history.calls = max((attempt.call for attempt in history.tries), default=0)
        return history
