"""What each bet of a season must come to, worked out from the file alone: nothing here asks the service."""

import csv
import json
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

STAKE_CENTS = 100
# For lines without prices.
ASSUMED = -110


class Fate(NamedTuple):
    """One bet and its end. Bets of one place are not told apart: the file and the service must have equally many of
    each fate there."""

    # The games among which it is: a week of a season, or one game.
    place: tuple[str, ...]
    kind: str
    side: str
    # What it pays if it wins.
    potential_cents: int
    result: str
    status: str
    payout_cents: int | None


@dataclass
class Book:
    """A file of games and what follows from it."""

    name: str
    path: Path
    fates: list[Fate]
    # The place of an event, of the event and its tournament as the service describes them.
    place: Callable[[dict, dict], tuple[str, ...]]


def nfl(path: Path) -> Book:
    def fates() -> Iterator[Fate]:
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                place = (row["season"], row["week"])
                score = (int(row["home_score"]), int(row["away_score"])) if row["home_score"] else None
                for kind, line, sides in nfl_markets(row):
                    yield from of_market(place, kind, line, sides, score)

    return Book(
        "NFL", path, list(fates()), lambda event, tournament: (str(tournament["season"]), str(event["week"]))
    )


def nfl_markets(row: dict[str, str]) -> Iterator[tuple[str, Fraction | None, dict[str, int]]]:
    def sides(**columns: str) -> dict[str, int]:
        return {side: int(row[column] or ASSUMED) for side, column in columns.items()}

    if row["home_moneyline"]:
        yield "moneyline", None, sides(home="home_moneyline", away="away_moneyline")
    if row["spread_line"]:
        # By how much the home team must win for the bet on it to be a push.
        yield "spread", Fraction(row["spread_line"]), sides(home="home_spread_odds", away="away_spread_odds")
    if row["total_line"]:
        yield "total", Fraction(row["total_line"]), sides(over="over_odds", under="under_odds")


SOCCER_KINDS = {"1x2": "match_result", "total_goals": "total", "asian_handicap": "spread"}


def soccer(path: Path, name: str) -> Book:
    def fates() -> Iterator[Fate]:
        for tournament in json.loads(path.read_text(encoding="utf-8"))["tournaments"]:
            for event in tournament["events"]:
                place = (tournament["name"], tournament["season"], event["home"], event["away"])
                is_void = event["status"] in ("cancelled", "awarded")
                score = event.get("score", {}).get("ft") if event["status"] == "finished" else None
                for market in event.get("markets", []):
                    kind = SOCCER_KINDS[market["key"]]
                    line = Fraction(str(market["line"])) if "line" in market else None
                    if kind == "spread":
                        # The file has the handicap of the home team.
                        line = -line
                    sides = {outcome["key"]: int(outcome["american"]) for outcome in market["outcomes"]}
                    yield from of_market(place, kind, line, sides, score, is_void=is_void)

    def place(event: dict, tournament: dict) -> tuple[str, ...]:
        return tournament["name"], str(tournament["season"]), event["home"], event["away"]

    return Book(name, path, list(fates()), place)


# MARK: What bets come to


def of_market(
    place: tuple[str, ...],
    kind: str,
    line: Fraction | None,
    sides: dict[str, int],
    score: Iterable[int] | None,
    *,
    is_void: bool = False,
) -> Iterator[Fate]:
    for side, price in sides.items():
        potential = payout_cents([Fraction(1)], price)
        if is_void:
            yield Fate(place, kind, side, potential, "void", "void", STAKE_CENTS)
        elif score is None:
            yield Fate(place, kind, side, potential, "pending", "open", None)
        else:
            home, away = score
            halves = [ahead(kind, side, half, home, away) for half in halves_of(line)]
            payout = payout_cents(halves, price)
            status = "won" if payout > STAKE_CENTS else "pushed" if payout == STAKE_CENTS else "lost"
            result = RESULTS[tuple(sorted(sign(half) for half in halves))]
            yield Fate(place, kind, side, potential, result, status, payout)


def halves_of(line: Fraction | None) -> list[Fraction]:
    """Half of a bet on a quarter line is on the half line below it, half on the one above."""
    line = line or Fraction(0)
    quarter = Fraction(1, 4)
    halves = [line - quarter, line + quarter] if (line / quarter) % 2 else [line, line]
    assert all((half * 2).denominator == 1 for half in halves), f"{line} is not in steps of a quarter"
    return halves


def ahead(kind: str, side: str, line: Fraction, home: int, away: int) -> Fraction:
    """Above zero where the side wins, zero for a push."""
    margin = home - away
    match kind, side:
        case "match_result", "draw":
            return Fraction(1 if margin == 0 else -1)
        case "match_result", _:
            wins = margin > 0 if side == "home" else margin < 0
            return Fraction(1 if wins else -1)
        case ("moneyline" | "spread"), "home":
            return margin - line
        case ("moneyline" | "spread"), "away":
            return line - margin
        case "total", "over":
            return home + away - line
        case "total", "under":
            return line - home - away
    raise ValueError(f"{kind} has no side {side}")


def sign(number: Fraction) -> int:
    return (number > 0) - (number < 0)


RESULTS = {
    (1, 1): "won",
    (0, 1): "half_won",
    (0, 0): "pushed",
    (-1, 0): "half_lost",
    (-1, -1): "lost",
}


def payout_cents(halves: list[Fraction], price: int) -> int:
    """Of a stake that is spread evenly over bets that are so far ahead. Exact, and rounded down once."""
    decimal = 1 + (Fraction(price, 100) if price > 0 else Fraction(100, -price))
    factors = {1: decimal, 0: Fraction(1), -1: Fraction(0)}
    return math.floor(Fraction(STAKE_CENTS, len(halves)) * sum(factors[sign(half)] for half in halves))
