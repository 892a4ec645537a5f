"""Importing all NFL games, and reading the tree of a week of them."""

import contextlib
import hashlib
import http.client
import json
import random
import statistics
import subprocess
import time
from datetime import datetime, timezone
from pathlib import Path
from tempfile import TemporaryDirectory

from .data import token_secret
from .load import HOST, Wrk, call, is_up
from .measuring import CONNECTIONS, Bench, check_status, settle
from .processes import Failure, wait_until
from .report import Row
from .servers import PARLAY, ROOT, parlay_environment, start_parlay

TENANT = "bench-tree"
GAMES = ROOT / "data/nfl-games.csv"
SEASON, WEEK = "2024", "1"
COLD_STARTS = 5
PATH = f"/v1/{TENANT}/events/?week=current&limit=100"

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


def admin(bench: Bench, *words: str) -> dict:
    command = [str(PARLAY), "admin", *words, "--json"]
    ran = subprocess.run(command, env=parlay_environment(bench.cluster), capture_output=True, text=True)
    if ran.returncode != 0:
        raise Failure(f"{' '.join(command)} failed:\n{ran.stderr}")
    return json.loads(ran.stdout)


def imports(bench: Bench) -> None:
    """The command as a whole, from its start to its end."""
    if not bench.parlay:
        return bench.report.skip("import", "without Parlay")
    rates: dict[str, list[float]] = {"first": [], "again": []}
    changes = 0
    for number in range(bench.rounds):
        tenant = f"bench-import-{number}"
        admin(bench, "tenant", "create", tenant, "--modules", "sportsbook")
        for which, times in rates.items():
            bench.report.say(f"import: {which}, round {number + 1} of {bench.rounds}")
            # As autovacuum does within a minute of a large change: plans depend on it.
            bench.cluster.psql("vacuum (analyze)")
            settle(bench, bench.parlay)
            began = time.monotonic()
            counts = admin(bench, "odds", "import", str(GAMES), "--tenant", tenant, "--move-to", today())
            times.append(counts["games"] / (time.monotonic() - began))
            if which == "again":
                changes += counts["created"] + counts["updated"]
    check_status(changes, 0, "importing again")
    for which, times in rates.items():
        rate = bench.report.median(f"import {which}", times)
        note = f"{counts['games']:,} games, {counts['unchanged']:,} rows of the tree" if which == "first" else ""
        bench.report.rows.append(Row(f"import: {GAMES.name}, {which}", "rows/s", rate, note=note))


def today() -> str:
    return datetime.now(timezone.utc).date().isoformat()


def tree(bench: Bench) -> None:
    """The current week: the first request of a fresh front, then one after the other, then 64 at a time."""
    if not bench.parlay:
        return bench.report.skip("tree", "without Parlay")
    token = load(bench)
    events = call(bench.parlay.port, "GET", PATH, token=token).json()["items"]
    markets = sum(len(event["markets"]) for event in events)
    if not markets:
        raise Failure(f"{PATH} has no markets")
    name = f"tree: {len(events)} events, {markets} markets"
    cold: list[float] = []
    warm: list[float] = []
    for number in range(COLD_STARTS):
        bench.report.say(f"tree: fresh front {number + 1} of {COLD_STARTS}")
        settle(bench, bench.parlay)
        with contextlib.closing(start_parlay(bench.cluster)) as server:
            wait_until(lambda: is_up(server.port, "/healthz"), 30, "no answer to /healthz")
            connection = http.client.HTTPConnection(HOST, server.port, timeout=30)
            with contextlib.closing(connection):
                cold.append(timed(server.port, token, connection))
                warm += [timed(server.port, token, connection) for _ in range(100)]
    runs = []
    with TemporaryDirectory(prefix="parlay-bench-") as directory:
        tokens = Path(directory, "tokens")
        tokens.write_text(f"{token}\n")
        for number in range(bench.rounds):
            bench.report.say(f"tree: {CONNECTIONS} connections, round {number + 1} of {bench.rounds}")
            settle(bench, bench.parlay)
            arguments = (tokens, TENANT, PATH.removeprefix(f"/v1/{TENANT}/"))
            runs.append(Wrk("read", bench.parlay.port, bench.seconds, *arguments, connections=CONNECTIONS).finish())
    median = bench.report.median
    rows = bench.report.rows
    note = f"slowest of {len(cold)}: {max(cold):.1f} ms"
    rows.append(Row(f"{name}, first request of a front", "ms", median("tree cold", cold), note=note))
    rows.append(Row(f"{name}, one at a time: p50", "ms", statistics.median(warm)))
    rows.append(Row(f"{name}, one at a time: p99", "ms", statistics.quantiles(warm, n=100)[98]))
    rows.append(Row(f"{name}: rate", "requests/s", median("tree rate", [run.rate for run in runs])))
    rows.append(Row(f"{name}: p50", "ms", median("tree p50", [run.p50_ms for run in runs])))
    rows.append(Row(f"{name}: p99", "ms", median("tree p99", [run.p99_ms for run in runs])))


def load(bench: Bench) -> str:
    """A week of real games, moved to the coming days; answers a token."""
    admin(bench, "tenant", "create", TENANT, "--modules", "sportsbook")
    words = ["--season", SEASON, "--week", WEEK, "--move-to", today()]
    admin(bench, "odds", "import", str(GAMES), "--tenant", TENANT, *words)
    token = token_secret(random.Random(14))
    digest = hashlib.sha256(token.encode()).hexdigest()
    bench.cluster.psql(READER.format(tenant=TENANT, digest=digest, prefix=token[:11]))
    bench.cluster.psql("vacuum (analyze)")
    wait_until(lambda: is_up(bench.parlay.port, PATH, token), 30, "the front did not take the tenant up")
    return token


def timed(port: int, token: str, connection: http.client.HTTPConnection) -> float:
    began = time.perf_counter()
    answer = call(port, "GET", PATH, token=token, connection=connection)
    took = (time.perf_counter() - began) * 1000
    check_status(answer.status, 200, PATH)
    return took
