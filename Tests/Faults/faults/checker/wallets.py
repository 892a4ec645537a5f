"""Ledgers add up, and every balance that was read lies in the order of the ledger."""

from ..history import History, Try
from . import Verdict, by_person, last_items
from .linear import operations

LEDGER = "ledgers add up"
BALANCES = "balances are linearizable"
PREFIXES = "ledgers only grow"


def check(history: History, verdict: Verdict) -> None:
    for tries in by_person(history).values():
        entries = last_items(tries, "entries")
        if entries is not None:
            # The list shows the newest first.
            entries = entries[::-1]
            check_entries(entries, tries, verdict)
            check_reads(entries, tries, verdict)
            check_prefixes(entries, tries, verdict)


def check_entries(entries: list[dict], tries: list[Try], verdict: Verdict) -> None:
    balance = 0
    for entry in entries:
        verdict.note(LEDGER)
        balance += entry["amount_cents"]
        if balance != entry["balance_after_cents"] or balance < 0:
            verdict.contradict(
                LEDGER, f"entry {entry['id']} says {entry['balance_after_cents']} where the sum is {balance}",
                [entry, *tries[:1]],
            )
            return
    staked = [entry["bet_id"] for entry in entries if entry["kind"] == "stake"]
    if len(staked) != len(set(staked)):
        verdict.contradict(LEDGER, "a bet took its stake twice", entries)


def check_reads(entries: list[dict], tries: list[Try], verdict: Verdict) -> None:
    """Each read is given the earliest place in the ledger that its answer and the calls before it allow."""
    place_of_bet = {entry["bet_id"]: place for place, entry in enumerate(entries, 1) if entry["kind"] == "stake"}
    calls = operations(tries)
    # How many entries were surely there when a call that ended at this time was answered.
    known: list[tuple[float, int]] = []
    limits: list[tuple[float, int]] = []
    for call in calls:
        if call.attempt.path == "bets/" and call.attempt.status == 201:
            place = place_of_bet.get(call.attempt.answer["id"])
            if place is None:
                verdict.contradict(LEDGER, "an acknowledged bet has no stake in the ledger", [call])
                continue
            known.append((call.end, place))
            limits.append((call.begin, place - 1))
    for call in calls:
        if call.attempt.path != "wallet/" or call.attempt.status != 200:
            continue
        verdict.note(BALANCES)
        low = max((place for end, place in known if end < call.begin), default=0)
        high = min((place for begin, place in limits if begin > call.end), default=len(entries))
        balance = call.attempt.answer["balance_cents"]
        for place in range(low, high + 1):
            # The first call that needs the wallet opens it.
            if (entries[place - 1]["balance_after_cents"] if place else None) == balance:
                known.append((call.end, place))
                break
        else:
            verdict.contradict(
                BALANCES, f"{balance} is no balance between entries {low} and {high} of the ledger",
                [call, *(entries[max(0, low - 2) : high + 1])],
            )


def check_prefixes(entries: list[dict], tries: list[Try], verdict: Verdict) -> None:
    """A ledger that was read while people bet is the beginning of the one at the end."""
    for attempt in tries:
        if not attempt.notes.get("whole_ledger") or attempt.status != 200 or attempt.answer["next_cursor"]:
            continue
        verdict.note(PREFIXES)
        rows = attempt.answer["items"][::-1]
        if [row["id"] for row in rows] != [entry["id"] for entry in entries[: len(rows)]]:
            verdict.contradict(PREFIXES, "a ledger lost a row, or got one in between", [attempt, *entries[: len(rows)]])
