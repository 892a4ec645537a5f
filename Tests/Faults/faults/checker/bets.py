"""Every acknowledged bet is there once, no other is, and each is paid what its results say, exactly."""

from fractions import Fraction
from math import floor

from ..history import History
from . import Verdict, by_person, last_items
from .linear import operations

THERE = "acknowledged writes are there once"
PAID = "bets are paid exactly once, as graded"
FACTORS = {"pushed": Fraction(1), "void": Fraction(1), "lost": Fraction(0)}


def check(history: History, verdict: Verdict) -> None:
    for (tenant, person), tries in by_person(history).items():
        bets = last_items(tries, "bets")
        if bets is None:
            continue
        acknowledged, possible = {}, []
        for call in operations([attempt for attempt in tries if attempt.path == "bets/" and attempt.method == "POST"]):
            if call.attempt.status == 201:
                acknowledged[call.attempt.answer["id"]] = call
            elif call.is_optional:
                possible.append(call.attempt.body["stake_cents"])
        found = [bet["id"] for bet in bets]
        verdict.note(THERE, len(acknowledged))
        for bet in set(acknowledged) - set(found):
            verdict.contradict(THERE, f"bet {bet} was acknowledged and is gone", [acknowledged[bet]])
        if len(found) != len(set(found)):
            verdict.contradict(THERE, f"{tenant}/{person} has a bet twice", found)
        for bet in bets:
            if bet["id"] not in acknowledged and bet["stake_cents"] not in possible:
                verdict.contradict(THERE, "a bet was never asked for, or was refused", [bet])
        entries = last_items(tries, "entries") or []
        for bet in bets:
            check_payment(bet, entries, verdict)


def check_payment(bet: dict, entries: list[dict], verdict: Verdict) -> None:
    """The kinds `payout`, `refund` and `reversal` of one bet add up to its payout; a debt is what a reversal could not take."""
    verdict.note(PAID)
    own = [entry for entry in entries if entry["bet_id"] == bet["id"]]
    paid = sum(entry["amount_cents"] for entry in own if entry["kind"] in ("payout", "refund", "reversal"))
    expected = payout(bet)
    if expected is None:
        return
    if bet["payout_cents"] != expected:
        verdict.contradict(PAID, f"the payout is {bet['payout_cents']}, the results say {expected}", [bet])
    has_debt = any(entry["kind"] == "debt" for entry in entries)
    if paid != expected and not has_debt:
        verdict.contradict(PAID, f"the ledger paid {paid}, the results say {expected}", [bet, *own])


def payout(bet: dict) -> int | None:
    """Spec 10, section 5: floored once, at the end. None while it is open."""
    results = [leg["result"] for leg in bet["legs"]]
    if "lost" in results:
        return 0
    if "pending" in results:
        return None
    product = Fraction(bet["stake_cents"])
    for leg in bet["legs"]:
        decimal = decimal_of(int(leg["price"]))
        match leg["result"]:
            case "won":
                product *= decimal
            case "half_won":
                product *= (1 + decimal) / 2
            case "half_lost":
                product *= Fraction(1, 2)
            case result:
                product *= FACTORS[result]
    return floor(product)


def decimal_of(price: int) -> Fraction:
    return 1 + (Fraction(price, 100) if price > 0 else Fraction(100, -price))
