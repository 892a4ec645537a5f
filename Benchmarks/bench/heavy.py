"""One member whose requests each ask for as much work as they may, beside others: what one account can take from all.

The member has the default budget, and sends as fast as the server answers, over 24 connections. A crowd is a process of
its own, so that it does not slow down the one that measures."""

import argparse
import asyncio
import contextlib
import hashlib
import json
import random
import re
import signal
import subprocess
import sys
from collections import Counter

from .data import token_secret
from .database import Cluster
from .hostile import Probes, percentile, probe
from .load import HOST, call
from .measuring import Bench
from .processes import Failure
from .report import Row
from .servers import ME, Server, start_parlay
from .wagers import wait_for_tenant

TENANT = "heavy"
CONNECTIONS = 24
# Holds of each kind that no request is to blame for: mimalloc's collection, at most every ten seconds, and a processor that
# the host takes away meanwhile, which counts as computing.
CHANCE = 2
# Of an export of 35 MB.
NOTICES = 32_000
# Of a shelf of 31 MB as CSV.
GAMES = 15_000

# Each with a budget of its own: one answer of 35 MB uses up more than a minute of it.
MEMBERS = {"bodies": 0, "exports": NOTICES, "compressed": NOTICES, "shelves": 0}

TENANT_ROW = """
set search_path = parlay, public;
insert into tenants (slug, name, modules) values ('{tenant}', 'Heavy', '{{meetups,shelf}}');
insert into games (source, source_id, name, updated_at) select 'heavy', n, 'Heavy ' || n, now() from generate_series(1, {games}) n;
"""

MEMBER_ROWS = """
set search_path = parlay, public;
insert into accounts
    (tenant_id, username, email, first_name, last_name, known_lang, learn_lang, created_at, last_active_at)
select id, '{name}', '{name}@bench.example', 'Heavy', 'Member', 'en', 'de', now(), now() from tenants where slug = '{tenant}';
insert into tokens (tenant_id, account_id, digest, prefix, label, last_used_at, expires_at)
select a.tenant_id, a.id, '\\x{digest}', '{prefix}', 'benchmark', now(), now() + interval '30 days'
  from accounts a join tenants t on t.id = a.tenant_id where t.slug = '{tenant}' and a.username = '{name}';
insert into notices (tenant_id, account_id, kind, title, text, created_at)
select a.tenant_id, a.id, 'match_made', 'A match', repeat('x', 1000), now()
  from accounts a join tenants t on t.id = a.tenant_id, generate_series(1, {notices})
 where t.slug = '{tenant}' and a.username = '{name}';
insert into shelf_games (tenant_id, account_id, game_id, is_wish, status, note, added_at, updated_at)
select a.tenant_id, a.id, g.id, false, 1, repeat('x', 2000), now(), now()
  from accounts a join tenants t on t.id = a.tenant_id, games g
 where t.slug = '{tenant}' and a.username = '{name}' and '{name}' = 'shelves' and g.source = 'heavy';
"""


def load(cluster: Cluster) -> dict[str, str]:
    """Fills the tenant; answers the token of each member."""
    source = random.Random(23)
    cluster.psql(TENANT_ROW.format(tenant=TENANT, games=GAMES))
    tokens = {name: token_secret(source) for name in MEMBERS}
    for name, token in tokens.items():
        digest = hashlib.sha256(token.encode()).hexdigest()
        cluster.psql(
            MEMBER_ROWS.format(tenant=TENANT, name=name, digest=digest, prefix=token[:11], notices=MEMBERS[name])
        )
    cluster.psql("vacuum (analyze) parlay.notices, parlay.shelf_games")
    return tokens


def keys(size: int) -> bytes:
    """An object of as many unknown members as fit."""
    members = ",".join(f'"{number}":0' for number in range(size // 6))
    return ("{" + members[: members.rindex(",", 0, size - 2)] + "}").encode()


def values(size: int) -> bytes:
    return ('{"ids":[' + ",".join(["0"] * ((size - 10) // 2)) + "]}").encode()


def objects(size: int) -> bytes:
    return ('{"ids":[' + ",".join(['{"a":0}'] * ((size - 10) // 8)) + "]}").encode()


def post(token: str, body: bytes) -> bytes:
    return (
        f"POST /v1/{TENANT}/inbox/read/ HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Token {token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    ).encode() + body


def log_in(body: bytes) -> bytes:
    """Without a token."""
    return (
        f"POST /v1/{TENANT}/login/ HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    ).encode() + body


def get(path: str, *fields: str) -> bytes:
    return "\r\n".join([f"GET {path} HTTP/1.1", f"Host: {HOST}", *fields, "", ""]).encode()


KINDS = {
    "1 MiB of keys": lambda token: post(token, keys(1 << 20)),
    "64 KiB of keys": lambda token: post(token, keys(1 << 16)),
    "64 KiB of values": lambda token: post(token, values(1 << 16)),
    "64 KiB of objects": lambda token: post(token, objects(1 << 16)),
    "16 KiB of keys of strangers": lambda _: log_in(keys(1 << 14)),
    "64 KiB of combining marks": lambda token: post(token, ('{"' + "\u0301\u0316" * 16_000 + '":0}').encode()),
    "combining marks in a path": lambda token: get("/a" + "%CC%81%CC%96" * 2_400),
    "exports of 35 MB": lambda token: get(f"/v1/{TENANT}/export/", f"Authorization: Token {token}"),
    "shelves of 31 MB": lambda token: get(f"/v1/{TENANT}/shelf/export.csv", f"Authorization: Token {token}"),
    "compressed exports of 35 MB": lambda token: get(
        f"/v1/{TENANT}/export/", f"Authorization: Token {token}", "Accept-Encoding: gzip"
    ),
}


async def client(port: int, request: bytes, statuses: Counter, delay: float) -> None:
    """Sends the request without end. Refusals close the connection of some; then it opens another."""
    while True:
        try:
            reader, writer = await asyncio.open_connection(HOST, port, limit=1 << 20)
            with contextlib.closing(writer):
                while True:
                    writer.write(request)
                    head = await reader.readuntil(b"\r\n\r\n")
                    statuses[head.split(b" ", 2)[1].decode()] += 1
                    length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
                    left = int(length.group(1)) if length else 0
                    while left > 0:
                        left -= len(await reader.readexactly(min(left, 1 << 18)))
                    await asyncio.sleep(delay)
                    if b"connection: close" in head.lower():
                        break
        except (OSError, asyncio.IncompleteReadError):
            await asyncio.sleep(0.01)


async def crowd(port: int, request: bytes, delay: float) -> dict[str, int]:
    statuses: Counter = Counter()
    stopped = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
    clients = [asyncio.create_task(client(port, request, statuses, delay)) for _ in range(CONNECTIONS)]
    await stopped.wait()
    for task in clients:
        task.cancel()
    return dict(statuses)


def holds(server: Server) -> float:
    """Times that a loop computed for over 5 ms without a pause."""
    text = call(server.port, "GET", "/metrics").body.decode()
    found = re.search(r'^parlay_loop_holds_total\{kind="computing"\} (\S+)$', text, re.MULTILINE)
    if not found:
        raise Failure("the front does not count what holds its loops")
    return float(found.group(1))


def beside(server: Server, kind: str, token: str, others: str, seconds: float) -> tuple[Probes, dict[str, int], float]:
    """What others wait, what the crowd was answered, and how often a loop was held."""
    before = holds(server)
    # A twentieth of a second between two requests: 24 connections then send ten times what the budget lets in.
    command = [sys.executable, "-B", "-m", "bench.heavy", kind, str(server.port), token, "0.05"]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        seen = probe(server, ME, others, seconds)
    finally:
        child.terminate()
        output, _ = child.communicate(timeout=60)
    if child.returncode != 0:
        raise Failure(f"the crowd with {kind} failed")
    return seen, json.loads(output), holds(server) - before


def heavy(bench: Bench) -> None:
    tokens, others = load(bench.cluster), bench.data.tokens[0]
    rows = bench.report.rows
    held = 0.0
    with contextlib.closing(start_parlay(bench.cluster)) as server:
        server.wait(others)
        wait_for_tenant(server.port, tokens["bodies"], TENANT)
        for kind in KINDS:
            token = tokens.get(kind.split()[0], tokens["bodies"])
            bench.report.say(f"heavy: alone, then beside {kind}")
            alone = probe(server, ME, others, bench.seconds)
            seen, statuses, count = beside(server, kind, token, others, bench.seconds)
            held += max(0.0, count - CHANCE)
            answered = ", ".join(f"{number} × {status}" for status, number in sorted(statuses.items()))
            rows.append(
                Row(
                    f"a read beside {kind}: p99",
                    "ms",
                    percentile(seen.milliseconds, 99),
                    "alone",
                    percentile(alone.milliseconds, 99),
                    at_most=3,
                    on_ratio=True,
                    note=f"{answered}; {count:.0f} holds",
                )
            )
    rows.append(Row("heavy: computations over 5 ms on a loop", "", held, at_most=0))
    if held:
        raise Failure(f"one piece of work held a loop for over 5 ms, {held:.0f} times; see the notes of the rows")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=list(KINDS))
    parser.add_argument("port", type=int)
    parser.add_argument("token")
    parser.add_argument("delay", type=float)
    chosen = parser.parse_args()
    print(json.dumps(asyncio.run(crowd(chosen.port, KINDS[chosen.kind](chosen.token), chosen.delay))))


if __name__ == "__main__":
    main()
