"""Histories in the form of Elle (https://github.com/jepsen-io/elle), list-append: each wallet is a list of stakes."""

from pathlib import Path

from .history import History, Try


def write(history: History, path: Path) -> None:
    """A bet appends its stake, which is unique for its person; a read of the ledger shows all of them, the first one first."""
    events: list[tuple[float, str]] = []
    processes: dict[int, int] = {}
    for attempt in history.tries:
        value = operation(attempt)
        if not value:
            continue
        process = processes.setdefault(attempt.call, len(processes))
        invoked, done = value
        events.append((attempt.begin, f"{{:type :invoke, :process {process}, :f :txn, :value [{invoked}]}}"))
        if attempt.is_unknown:
            events.append((attempt.begin + 1e6, f"{{:type :info, :process {process}, :f :txn, :value [{invoked}]}}"))
        else:
            kind = "ok" if (attempt.status or 0) < 300 else "fail"
            events.append((attempt.end or 0, f"{{:type :{kind}, :process {process}, :f :txn, :value [{done}]}}"))
    lines = [line[:-1] + f", :index {index}}}" for index, (_, line) in enumerate(sorted(events))]
    path.write_text("\n".join(lines) + "\n")


def operation(attempt: Try) -> tuple[str, str] | None:
    """What the call does to the list, before and after its answer."""
    key = f'"{attempt.tenant}/{attempt.person}"'
    if attempt.method == "POST" and attempt.path == "bets/":
        append = f"[:append {key} {attempt.body['stake_cents']}]"
        return append, append
    if attempt.notes.get("whole_ledger"):
        rows = attempt.answer["items"] if attempt.status == 200 else []
        stakes = [-entry["amount_cents"] for entry in reversed(rows) if entry["kind"] == "stake"]
        return f"[:r {key} nil]", f"[:r {key} [{' '.join(map(str, stakes))}]]"
    return None
