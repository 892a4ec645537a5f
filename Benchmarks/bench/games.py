"""Finding games by name: in the sample catalog alone, and among 500,000 generated titles."""

import datetime
import hashlib
import json
import random
import re
import statistics
import subprocess
import time
from urllib.parse import quote

from .data import token_secret
from .database import NAME
from .measuring import Bench, settle
from .processes import Failure
from .report import Row
from .servers import ROOT
from .tree import admin
from .wagers import Client, quantiles, wait_for_tenant

TENANT = "bench-games"
GAMES = ROOT / "data/games.json"
TITLES = 500_000
CHUNK = 1000
# How many searches of each kind.
SEARCHES = 150
LIMIT_MS = 20
SORTED_LIMIT_MS = 40
COMMON = "the", "of", "2", "edition", "a", "simulator", "and", "game", "in", "war", "world", "space", "super", "dark"
NONE = "zzzz", "xqj vvk", "qqqqqqq", "0x0x0x", "ǂǂǂ", "!!!"

READER = """
set search_path = parlay, public;
update tenants set settings = settings || '{{"requests_per_second": 100000, "request_burst": 100000}}'
 where slug = '{tenant}';
insert into accounts (tenant_id, username, email, first_name)
select id, 'reader', 'reader@bench.example', 'Reader' from tenants where slug = '{tenant}';
insert into tokens (tenant_id, account_id, digest, prefix, label, last_used_at, expires_at)
select a.tenant_id, a.id, '\\x{digest}', '{prefix}', 'benchmark', now(), now() + interval '30 days'
  from accounts a join tenants t on t.id = a.tenant_id
 where t.slug = '{tenant}';
"""

FIND = (
    "select from parlay.find_games({q}, null, row(null, null, null, null, null), row(null, null, null, 26), '{{}}');"
)


def games(bench: Bench) -> None:
    if not bench.parlay:
        return bench.report.skip("games", "without Parlay")
    catalog = json.loads(GAMES.read_text(encoding="utf-8"))
    admin(bench, "tenant", "create", TENANT, "--modules", "shelf")
    token = token_secret(random.Random(21))
    digest = hashlib.sha256(token.encode()).hexdigest()
    bench.cluster.psql(READER.format(tenant=TENANT, digest=digest, prefix=token[:11]))
    wait_for_tenant(bench.parlay.port, token, TENANT)
    began = time.monotonic()
    admin(bench, "games", "import", str(GAMES))
    took = time.monotonic() - began
    bench.report.rows.append(Row(f"games: import of {len(catalog):,}", "s", took, at_most=10))
    measure(bench, token, catalog, f"{len(catalog):,}")
    bench.report.say(f"games: writing {TITLES:,} titles")
    began = time.monotonic()
    write(bench, catalog)
    took = time.monotonic() - began
    bench.report.rows.append(Row(f"games: writing {TITLES:,}", "s", took, at_most=600))
    measure(bench, token, catalog, f"{len(catalog) + TITLES:,}")


def write(bench: Bench, catalog: list[dict]) -> None:
    """Titles of the words of real ones, as often as there, by the function that imports use. Votes, ratings and dates of
    real games, with fewer votes."""
    source = random.Random(11)
    words = [word for game in catalog for word in re.findall(r"[^\W_]+(?:['’][^\W_]+)?", game["name"])]
    lengths = [len(game["name"].split()) for game in catalog]
    genres = "Adventure", "Arcade", "Fighting", "Indie", "Puzzle", "Racing", "Shooter", "Simulator", "Sport", "Strategy"
    command = [str(bench.cluster.programs / "psql"), "--no-psqlrc", "--quiet", "--host", str(bench.cluster.directory)]
    command += ["--username", bench.cluster.user, NAME, "--set=ON_ERROR_STOP=1", "--output=/dev/null"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, text=True) as process:
        assert process.stdin
        for first in range(0, TITLES, CHUNK):
            records = []
            for number in range(first, first + CHUNK):
                like = source.choice(catalog)
                record = {
                    "source": "generated",
                    "source_id": number + 1,
                    "name": " ".join(source.choice(words) for _ in range(source.choice(lengths))),
                    "rating": like.get("rating"),
                    "rating_count": int(like.get("rating_count", 0) * source.random() ** 2),
                    "genres": source.sample(genres, source.choice([0, 1, 1, 2, 3])),
                    "platforms": ["Linux" if source.random() < 0.1 else "PC (Microsoft Windows)"],
                }
                if day := like.get("first_release_date"):
                    released = datetime.datetime.fromtimestamp(day, datetime.timezone.utc)
                    record["release_date"] = released.date().isoformat()
                records.append(record)
            text = json.dumps(records).replace("'", "''")
            process.stdin.write(f"select parlay.write_games('{text}', now());\n")
        process.stdin.close()
    if process.returncode != 0:
        raise Failure("the games were not written")


def searches(catalog: list[dict]) -> dict[str, list[str]]:
    """What people send, by kind. Known games are looked for more often."""
    source = random.Random(31)
    votes = [game.get("rating_count", 0) ** 0.5 + 1 for game in catalog]
    names = [game["name"][:60] for game in source.choices(catalog, votes, k=SEARCHES)]
    typed = []
    for name in names:
        # One in ten letters, so that a kind of many searches does not outweigh the others.
        typed += [name[:length] for length in range(1, len(name)) if source.random() < 0.1]
    words = [" ".join(source.sample(name.split(), min(2, len(name.split())))) for name in names]
    rare = [source.choice(game["name"].split()) for game in source.choices(catalog, k=SEARCHES)]
    return {
        "exact": names,
        "letter by letter": typed[:SEARCHES],
        "words": words,
        "misspelt": [misspell(name, source) for name in names],
        "common words": list(COMMON) * 4,
        "rare words": rare,
        "none": list(NONE) * 4,
    }


def misspell(name: str, source: random.Random) -> str:
    """Two neighbours swapped, a letter lost, or one doubled."""
    place = source.randrange(max(1, len(name) - 1))
    head, two, tail = name[:place], name[place : place + 2], name[place + 2 :]
    return head + source.choice([two[::-1], two[:1], two[:1] + two]) + tail


def measure(bench: Bench, token: str, catalog: list[dict], size: str) -> None:
    bench.cluster.psql("vacuum (analyze)")
    client = Client(bench.parlay.port, [token], random.Random(1), TENANT)
    kinds = searches(catalog)
    everything: list[tuple[float, float]] = []
    for kind, texts in kinds.items():
        bench.report.say(f"games: {kind} in {size}")
        settle(bench, bench.parlay)
        client.get(f"games/?q={quote(texts[0])}")
        fronts = [client.get(f"games/?q={quote(q)}")[0] for q in texts]
        functions = in_database(bench, texts)
        everything += zip(fronts, functions)
        add(bench, f"games: {kind} in {size}", fronts, functions)
    for sort in "rating", "release_date", "name":
        texts = kinds["words"]
        add(bench, f"games: words, sort={sort}, in {size}",
            [client.get(f"games/?sort={sort}&q={quote(q)}")[0] for q in texts], at_most=SORTED_LIMIT_MS)
    add(bench, f"games: top of {size}", [client.get("games/")[0] for _ in range(SEARCHES)])
    fronts, functions = zip(*everything)
    add(bench, f"games: all searches in {size}", list(fronts), list(functions), LIMIT_MS)


def in_database(bench: Bench, texts: list[str]) -> list[float]:
    """The function alone, as the server's own clock has it; the second time of each."""
    quoted = [FIND.format(q="'" + text.replace("'", "''") + "'") for text in texts]
    script = "\n".join(["\\timing on", quoted[0], *quoted])
    times = [float(found) for found in re.findall(r"Time: ([\d.]+) ms", bench.cluster.psql(script))]
    if len(times) != len(texts) + 1:
        raise Failure("psql told no times")
    return times[1:]


def add(
    bench: Bench, name: str, fronts: list[float], functions: list[float] | None = None, at_most: float | None = None
) -> None:
    for label, value, inner in zip(("p50", "p99"), quantiles(fronts), quantiles(functions or fronts)):
        row = Row(f"{name} {label}", "ms", value, note=f"{len(fronts)} requests")
        if functions:
            row.peer_name, row.peer = "function", inner
        if label == "p99":
            row.at_most = at_most
            row.note += f", slowest {max(fronts):.1f} ms, mean {statistics.fmean(fronts):.1f} ms"
        bench.report.rows.append(row)
