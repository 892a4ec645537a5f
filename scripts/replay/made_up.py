"""A season of soccer in the shape of the JSON tree, from a seed: for checkouts without the real seasons with odds."""

import datetime
import json
import random
from pathlib import Path

TEAMS = 20
# Per game, in this order of chance.
STATUSES = ["finished"] * 95 + ["cancelled", "awarded", "postponed", "scheduled", "scheduled"]


def write(path: Path, seed: int) -> None:
    source = random.Random(seed)
    teams = [f"Town {number + 1}" for number in range(TEAMS)]
    pairs = [(home, away) for home in teams for away in teams if home != away]
    source.shuffle(pairs)
    first = datetime.date(2021, 8, 14)
    events = []
    for number, (home, away) in enumerate(pairs):
        date = first + datetime.timedelta(weeks=number // (TEAMS // 2))
        events.append(event(source, f"made-up-{number}", home, away, date.isoformat()))
    tournament = {
        "id": "made-up", "name": "Made-up League", "sport": "soccer", "country": "England", "season": "2021-22",
        "events": events,
    }  # fmt: skip
    path.write_text(json.dumps({"tournaments": [tournament]}))


def event(source: random.Random, identifier: str, home: str, away: str, date: str) -> dict:
    status = source.choice(STATUSES)
    made = {
        "id": identifier, "name": f"{home} v {away}", "home": home, "away": away, "date": date, "status": status,
        "markets": markets(source, home, away),
    }  # fmt: skip
    if status in ("finished", "awarded"):
        made["score"] = {"ft": [goals(source, 1.5), goals(source, 1.2)]}
    return made


def goals(source: random.Random, mean: float) -> int:
    return sum(source.random() < mean / 12 for _ in range(12))


def markets(source: random.Random, home: str, away: str) -> list[dict]:
    def outcomes(names: dict[str, str]) -> list[dict]:
        return [{"key": key, "name": name, "american": price(source)} for key, name in names.items()]

    line = source.randrange(-9, 10) / 4
    total = source.choice([1.75, 2, 2.25, 2.5, 2.75, 3])
    return [
        {"key": "1x2", "outcomes": outcomes({"home": home, "draw": "Draw", "away": away})},
        {"key": "total_goals", "line": total, "outcomes": outcomes({"over": "Over", "under": "Under"})},
        {"key": "asian_handicap", "line": line, "outcomes": outcomes({"home": home, "away": away})},
    ]


def price(source: random.Random) -> str:
    return f"{source.choice([-1, 1]) * source.randrange(100, 900):+d}"
