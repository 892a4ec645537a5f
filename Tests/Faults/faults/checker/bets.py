"""Every acknowledged bet is there once, no other is, and each is paid what its results say, exactly."""

from collections import Counter
from fractions import Fraction
from math import floor

from ..history import History, Try
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
        check_payments(bets, tries, verdict)


def check_payments(bets: list[dict], tries: list[Try], verdict: Verdict) -> None:
    """The payouts, refunds and reversals of each bet add up to what its results say. What a reversal could not take back is a
    debt, and stays one until the ledger says that it was paid."""
    entries = last_items(tries, "entries") or []
    paid: Counter[int] = Counter()
    for entry in entries:
        if entry["kind"] in ("payout", "refund", "reversal"):
            paid[entry["bet_id"]] += entry["amount_cents"]
    owed = 0
    for bet in bets:
        expected = payout(bet)
        if expected is None:
            continue
        verdict.note(PAID)
        if bet["payout_cents"] != expected:
            verdict.contradict(PAID, f"the payout is {bet['payout_cents']}, the results say {expected}", [bet])
        if paid[bet["id"]] < expected:
            own = [entry for entry in entries if entry["bet_id"] == bet["id"]]
            verdict.contradict(PAID, f"the ledger paid {paid[bet['id']]}, the results say {expected}", [bet, *own])
        owed += paid[bet["id"]] - expected
    repaid = -sum(entry["amount_cents"] for entry in entries if entry["kind"] == "debt")
    wallet = next((attempt for attempt in reversed(tries) if attempt.path == "wallet/" and attempt.status == 200), None)
    if wallet and owed != repaid + wallet.answer["debt_cents"]:
        sentence = f"{owed} were paid too much, {repaid} of it were paid back, and the wallet owes {wallet.answer['debt_cents']}"
        verdict.contradict(PAID, sentence, [wallet, *entries])


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
