"""The stakes of an account's open bets on one outcome stay within the tenant's limit."""

from collections import Counter

from ..history import History
from ..installation import STAKE_LIMIT
from . import Verdict, by_person, last_items

PROMISE = "positions stay within the limit"


def check(history: History, verdict: Verdict) -> None:
    for (tenant, person), tries in by_person(history).items():
        # A single stays open until its event has a result, after which nobody bets on it.
        stakes: Counter[int] = Counter()
        for bet in last_items(tries, "bets") or []:
            if len(bet["legs"]) == 1:
                stakes[bet["legs"][0]["outcome_id"]] += bet["stake_cents"]
        verdict.note(PROMISE, len(stakes))
        for outcome, stake in stakes.items():
            if stake > STAKE_LIMIT:
                verdict.contradict(PROMISE, f"{tenant}/{person} has {stake} on outcome {outcome}; the limit is {STAKE_LIMIT}")
