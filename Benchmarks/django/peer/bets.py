"""Placing a bet: what a view with `select_for_update` does."""

import hashlib
import json
import math
from datetime import datetime
from fractions import Fraction

from django.db import IntegrityError, transaction
from django.db.models import Sum
from django.utils import timezone
from rest_framework import serializers
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from .models import Account, Bet, BetLeg, Event, IdempotencyKey, LedgerRow, Outcome, Wallet
from .serializers import Instant

# The defaults of a tenant's settings.
STARTING_CENTS = 1_000_000
MAXIMUM_STAKE_CENTS = 1_000_000
MAXIMUM_PAYOUT_CENTS = 100_000_000


class Refusal(APIException):
    """With the code of the problem in the body."""

    def __init__(self, status_code: int, code: str) -> None:
        self.status_code = status_code
        super().__init__({"code": code})


class LegSerializer(serializers.Serializer):
    outcome_id = serializers.IntegerField(min_value=1)
    price = serializers.RegexField(r"^[+-]([1-9][0-9]{2,5}|1000000)$")


class DraftSerializer(serializers.Serializer):
    legs = LegSerializer(many=True, min_length=1, max_length=12)
    stake_cents = serializers.IntegerField(min_value=1, max_value=1_000_000_000)
    accept = serializers.ChoiceField(["exact", "better", "any"], default="exact")


class Bets(APIView):
    def post(self, request: Request, slug: str) -> Response:
        me: Account = request.user
        key = request.headers.get("Idempotency-Key")
        # Before the body is parsed, which uses up the stream.
        fingerprint = hashlib.sha256(request.path.encode() + request.body).digest()
        draft = DraftSerializer(data=request.data)
        if not draft.is_valid():
            raise Refusal(422, "validation_failed")
        try:
            with transaction.atomic():
                keys = IdempotencyKey.objects.filter(tenant_id=me.tenant_id, account_id=me.id)
                recorded = keys.filter(key=key).first() if key else None
                if recorded:
                    if bytes(recorded.fingerprint) != fingerprint:
                        raise Refusal(422, "idempotency_key_reused")
                    return recorded_response(recorded)
                answer = place(me, draft.validated_data)
                location = f"/v1/{slug}/bets/{answer['id']}/"
                if key:
                    IdempotencyKey.objects.create(
                        key=key,
                        tenant_id=me.tenant_id,
                        account_id=me.id,
                        fingerprint=fingerprint,
                        status=201,
                        headers=f"Location: {location}",
                        body=JSONRenderer().render(answer),
                        created_at=timezone.now(),
                    )
        except IntegrityError:
            raise Refusal(409, "idempotency_in_flight") from None
        return Response(answer, status=201, headers={"Location": location})


def recorded_response(recorded: IdempotencyKey) -> Response:
    name, _, value = recorded.headers.partition(": ")
    answer = json.loads(bytes(recorded.body))
    return Response(answer, status=recorded.status, headers={name: value, "Idempotency-Replayed": "true"})


def place(me: Account, draft: dict) -> dict:
    """Within a transaction. Refuses in Parlay's order."""
    stake, now = draft["stake_cents"], timezone.now()
    if stake > MAXIMUM_STAKE_CENTS:
        raise Refusal(422, "validation_failed")
    ids = [leg["outcome_id"] for leg in draft["legs"]]
    # Locked, so that neither a price nor a status changes before the bet commits.
    found = Outcome.objects.select_for_update(of=("self", "market", "market__event")).select_related(
        "market__event__tournament"
    )
    tenant = me.tenant_id
    found = found.filter(
        id__in=ids,
        tenant_id=tenant,
        market__tenant_id=tenant,
        market__event__tenant_id=tenant,
        market__event__tournament__tenant_id=tenant,
    ).order_by("market__event_id", "market_id", "id")
    by_id = {outcome.id: outcome for outcome in found}
    wallet = lock_wallet(me, now)
    if any(outcome not in by_id for outcome in ids):
        raise Refusal(422, "validation_failed")
    outcomes = [by_id[outcome] for outcome in ids]
    if len({outcome.market.event_id for outcome in outcomes}) < len(ids):
        raise Refusal(422, "same_event")
    potential = math.floor(stake * math.prod(factor(outcome.price) for outcome in outcomes))
    check_positions(me, ids, stake, potential)
    for outcome in outcomes:
        check_state(outcome, now)
    for outcome, leg in zip(outcomes, draft["legs"]):
        check_price(outcome, int(leg["price"]), draft["accept"])
    if stake > wallet.balance_cents:
        raise Refusal(409, "insufficient_funds")
    bet = Bet.objects.create(
        tenant_id=tenant,
        account_id=me.id,
        stake_cents=stake,
        potential_payout_cents=potential,
        status="open",
        placed_at=now,
    )
    BetLeg.objects.bulk_create(
        BetLeg(
            bet_id=bet.id,
            tenant_id=tenant,
            number=number,
            account_id=me.id,
            event_id=outcome.market.event_id,
            outcome_id=outcome.id,
            price=outcome.price,
        )
        for number, outcome in enumerate(outcomes, 1)
    )
    move(me, now, "stake", bet_id=bet.id, step=0, wallet_cents=-stake, pool_cents=stake)
    return described(bet, outcomes)


def lock_wallet(me: Account, now: datetime) -> Wallet:
    wallets = Wallet.objects.select_for_update().filter(tenant_id=me.tenant_id, account_id=me.id)
    wallet = wallets.first()
    if wallet is None:
        Wallet.objects.create(tenant_id=me.tenant_id, account_id=me.id, balance_cents=0)
        move(me, now, "opening", wallet_cents=STARTING_CENTS, house_cents=-STARTING_CENTS)
        wallet = wallets.get()
    return wallet


def move(me: Account, now: datetime, kind: str, **amounts: int) -> None:
    cents = {"wallet_cents": 0, "pool_cents": 0, "debt_cents": 0, "house_cents": 0, **amounts}
    LedgerRow.objects.create(
        tenant_id=me.tenant_id, account_id=me.id, kind=kind, created_at=now, number=0, balance_after_cents=0, **cents
    )


def check_positions(me: Account, ids: list[int], stake: int, potential: int) -> None:
    """The limits hold for all open bets of the account on an outcome."""
    held = (
        BetLeg.objects.filter(
            tenant_id=me.tenant_id,
            account_id=me.id,
            outcome_id__in=ids,
            bet__tenant_id=me.tenant_id,
            bet__status="open",
        )
        .values("outcome_id")
        .annotate(stake=Sum("bet__stake_cents"), payout=Sum("bet__potential_payout_cents"))
    )
    positions = {row["outcome_id"]: (row["stake"], row["payout"]) for row in held}
    for outcome in ids:
        stakes, payouts = positions.get(outcome, (0, 0))
        if stakes + stake > MAXIMUM_STAKE_CENTS or payouts + potential > MAXIMUM_PAYOUT_CENTS:
            raise Refusal(422, "validation_failed")


def check_state(outcome: Outcome, now: datetime) -> None:
    market, event = outcome.market, outcome.market.event
    if event.status != "scheduled" or event.starts_at <= now:
        raise Refusal(409, "event_started")
    if market.status != "open" or outcome.status != "active" or event.tournament.status != "open":
        raise Refusal(409, "market_suspended")


def check_price(outcome: Outcome, asked: int, accept: str) -> None:
    now, then = factor(outcome.price), factor(asked)
    if (accept == "exact" and now != then) or (accept == "better" and now < then):
        raise Refusal(409, "price_changed")


def factor(price: int) -> Fraction:
    return 1 + (Fraction(price, 100) if price > 0 else Fraction(100, -price))


def decimal(factor: Fraction) -> float | int:
    """Rounded half up to four places."""
    rounded = Fraction(math.floor(factor * 10_000 + Fraction(1, 2)), 10_000)
    return int(rounded) if rounded.denominator == 1 else float(rounded)


def described(bet: Bet, outcomes: list[Outcome]) -> dict:
    return {
        "id": bet.id,
        "legs": [leg(outcome) for outcome in outcomes],
        "stake_cents": bet.stake_cents,
        "price_decimal": decimal(math.prod(factor(outcome.price) for outcome in outcomes)),
        "potential_payout_cents": bet.potential_payout_cents,
        "payout_cents": None,
        "status": bet.status,
        "placed_at": Instant().to_representation(bet.placed_at),
        "settled_at": None,
    }


def leg(outcome: Outcome) -> dict:
    quarters = outcome.market.line_quarters
    line = None if quarters is None else quarters / 4
    if outcome.market.kind == "spread" and outcome.side == "away":
        line = -line
    return {
        "outcome_id": outcome.id,
        "event_id": outcome.market.event_id,
        "event": game(outcome.market.event),
        "name": outcome.name,
        "side": outcome.side,
        "kind": outcome.market.kind,
        "line": line,
        "price": f"{outcome.price:+d}",
        "price_decimal": decimal(factor(outcome.price)),
        "result": "pending",
    }


def game(event: Event) -> dict:
    return {
        "id": event.id,
        "home": event.home,
        "away": event.away,
        "starts_at": Instant().to_representation(event.starts_at),
        "status": event.status,
        "home_score": event.home_score,
        "away_score": event.away_score,
    }
