"""The table of moves of a wager: spec 04 and 10, section 4."""

from dataclasses import dataclass, replace
from typing import Any

from ..history import Try
from .linear import Operation

PARTIES = ("challenger", "challengee")


@dataclass(frozen=True, slots=True)
class Wager:
    challenger: str
    amount: int
    status: str = "open"
    challengee: str | None = None
    winner: str | None = None
    claim: tuple[str, str] | None = None
    cancel_by: str | None = None
    method: str | None = None
    is_edited: bool = False
    rated: frozenset[str] = frozenset()

    @property
    def shown(self) -> tuple[Any, ...]:
        return (self.status, self.challenger, self.challengee, self.winner, self.claim, self.cancel_by, self.method, self.amount)

    def party(self, person: str) -> str | None:
        return "challenger" if person == self.challenger else "challengee" if person == self.challengee else None


GONE = "gone"


def shown(answer: dict[str, Any]) -> tuple[Any, ...]:
    claim = answer["claim"]
    return (
        answer["status"], answer["challenger"]["username"], (answer["challengee"] or {}).get("username"), answer["winner"],
        (claim["by"], claim["winner"]) if claim else None, answer["cancel_requested_by"], answer["payment_method"],
        answer["amount_cents"],
    )


def start(tries: list[Try]) -> Wager:
    posed = tries[0].notes["posed"]
    return Wager(posed["challenger"]["username"], posed["amount_cents"])


def step(state: Any, call: Operation) -> list[Any]:
    attempt = call.attempt
    move = attempt.notes["move"]
    if state == GONE:
        return [state] if attempt.status == 404 else []
    if move == "read":
        return [state] if attempt.status == 200 and shown(attempt.answer) == state.shown else []
    after = apply(state, move, attempt)
    if call.is_optional:
        return [] if isinstance(after, int) else [after]
    assert attempt.status is not None
    if attempt.status < 300:
        if isinstance(after, int):
            return []
        answer = attempt.answer
        fits = not isinstance(answer, dict) or "challenger" not in answer or after != GONE and shown(answer) == after.shown
        return [after] if fits else []
    if attempt.code == "wager_changed":
        return [state]
    return [state] if attempt.status == after else []


def apply(state: Wager, move: str, attempt: Try) -> Any:
    """The state after the move, or the status of its refusal."""
    party, body = state.party(attempt.person), attempt.body or {}
    if move in ("edit", "delete") and party != "challenger":
        return 403
    if move == "take" and party == "challenger":
        return 403
    if move in ("complete", "cancel", "withdraw", "rate") and party is None:
        return 403
    if move == "arbitrate" and not attempt.notes.get("is_moderator"):
        return 403
    if move == "pay" and (party is None or party == state.winner):
        return 403
    if move == "confirm" and (party is None or state.winner not in (None, party)):
        return 403
    match move, state.status:
        case "take", "open":
            if state.is_edited:
                return 428
            return replace(state, status="active", challengee=attempt.person)
        case "edit", "open":
            changed = body["amount_cents"] != state.amount
            return replace(state, amount=body["amount_cents"], is_edited=state.is_edited or changed)
        case "delete", "open":
            return GONE
        case "complete", "active":
            return complete(state, party, body["winner"])
        case "cancel", "active":
            if state.cancel_by not in (None, party):
                return replace(state, status="cancelled")
            return replace(state, cancel_by=party)
        case "withdraw", "active":
            return replace(state, cancel_by=None) if state.cancel_by == party else 409
        case "arbitrate", "disputed":
            if body.get("void"):
                return replace(state, status="cancelled", winner=None)
            return replace(state, status="completed", winner=body["winner"], cancel_by=None)
        case "pay", "completed":
            return replace(state, method=body["method"])
        case "confirm", "completed":
            return replace(state, status="confirmed") if body["paid"] else replace(state, method=None)
        case "rate", "confirmed":
            return 409 if party in state.rated else replace(state, rated=state.rated | {party})
    return 409


def complete(state: Wager, party: str | None, winner: str) -> Wager:
    if state.claim is None or state.claim[0] == party:
        return replace(state, claim=(party, winner))
    if state.claim[1] == winner:
        return replace(state, status="completed", winner=winner, cancel_by=None)
    return replace(state, status="disputed", cancel_by=None)
