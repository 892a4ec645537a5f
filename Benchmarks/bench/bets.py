"""Bets a second, and 200 bets of one wallet at once, beside the Django peer."""

import hashlib
import json
import random
import selectors
import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from .data import token_secret
from .database import Cluster
from .load import HOST, Result, Wrk, call
from .measuring import CONNECTIONS, Bench, add_rows, check_status, measure, settle, warm_up
from .processes import Failure, wait_until
from .report import Row
from .servers import Server

TENANT = "bench-bets"
PEOPLE = 2_000
# Three markets of two sides each.
EVENTS = 200
STARTING_CENTS = 1_000_000
STAKE_CENTS = 100
AT_ONCE = 200
PATH = f"/v1/{TENANT}/bets/"

ROWS = """
set search_path = parlay, public;
insert into tenants (slug, name, modules, settings)
values ('{tenant}', 'Bets', '{{sportsbook}}', '{{"requests_per_second": 100000, "request_burst": 100000}}');
insert into accounts (tenant_id, username, email, first_name)
select t.id, 'person' || n, 'person' || n || '@bench.example', 'Person'
  from tenants t, generate_series(0, {people} - 1) n
 where t.slug = '{tenant}'
 order by n;

create temporary table material (username text, digest bytea, prefix text);
copy material from stdin;
{tokens}
\\.
insert into tokens (tenant_id, account_id, digest, prefix, label, last_used_at, expires_at)
select a.tenant_id, a.id, m.digest, m.prefix, 'benchmark', now(), now() + interval '30 days'
  from material m
  join accounts a on a.username_key = m.username
  join tenants t on t.id = a.tenant_id
 where t.slug = '{tenant}';

insert into tournaments (tenant_id, sport, name)
select id, 'american_football', 'Benchmarks' from tenants where slug = '{tenant}';
insert into events (tenant_id, tournament_id, home, away, starts_at)
select p.tenant_id, p.id, 'Home ' || n, 'Away ' || n, now() + interval '7 days' + n * interval '1 minute'
  from tournaments p
  join tenants t on t.id = p.tenant_id and t.slug = '{tenant}'
 cross join generate_series(1, {events}) n
 order by n;
insert into markets (tenant_id, event_id, kind, line_quarters)
select e.tenant_id, e.id, k.kind, k.line
  from events e
  join tenants t on t.id = e.tenant_id and t.slug = '{tenant}'
 cross join (values ('moneyline', null), ('spread', -14), ('total', 178)) as k (kind, line)
 order by e.id, k.kind;
insert into outcomes (tenant_id, market_id, side, name, price)
select m.tenant_id, m.id, s.side, initcap(s.side), case when m.kind = 'moneyline' then s.price else -110 end
  from markets m
  join tenants t on t.id = m.tenant_id and t.slug = '{tenant}'
  join (values ('home', true, -150), ('away', true, 130), ('over', false, -110), ('under', false, -110))
       as s (side, is_team, price) on s.is_team = (m.kind <> 'total')
 order by m.id, s.side;
"""

# No bets, and every wallet as it was opened.
RESET = """
set search_path = parlay, public;
truncate idempotency_keys, ledger, bet_legs, bets, wallets;
insert into wallets (tenant_id, account_id)
select a.tenant_id, a.id from accounts a join tenants t on t.id = a.tenant_id and t.slug = '{tenant}';
insert into ledger (tenant_id, account_id, kind, wallet_cents, house_cents)
select w.tenant_id, w.account_id, 'opening', {cents}, -{cents} from wallets w;
vacuum (analyze) wallets;
vacuum (analyze) ledger;
checkpoint;
"""


class Files:
    """What wrk reads, and some of it for other clients."""

    def __init__(self, cluster: Cluster, directory: Path) -> None:
        source = random.Random(20260906)
        self.tokens = [token_secret(source) for _ in range(PEOPLE)]
        material = "\n".join(
            f"person{number}\t\\\\x{hashlib.sha256(token.encode()).hexdigest()}\t{token[:11]}"
            for number, token in enumerate(self.tokens)
        )
        cluster.psql(ROWS.format(tenant=TENANT, people=PEOPLE, events=EVENTS, tokens=material))
        cluster.psql("vacuum (analyze)")
        rows = cluster.psql(
            "select o.id, to_char(o.price, 'FMSG999999') from parlay.outcomes o"
            f" join parlay.tenants t on t.id = o.tenant_id and t.slug = '{TENANT}' order by o.id"
        )
        self.outcomes = [tuple(line.split("|")) for line in rows.splitlines()]
        source.shuffle(self.outcomes)
        self.tokens_file, self.outcomes_file = directory / "tokens", directory / "outcomes"
        self.tokens_file.write_text("".join(f"{token}\n" for token in self.tokens))
        self.outcomes_file.write_text("".join(f"{number} {price}\n" for number, price in self.outcomes))

    def draft(self, number: int) -> dict:
        outcome, price = self.outcomes[number % len(self.outcomes)]
        return {"legs": [{"outcome_id": int(outcome), "price": price}], "stake_cents": STAKE_CENTS}


def reset(bench: Bench) -> None:
    # Before: bets that are still carried out would open wallets again.
    for server in bench.servers().values():
        settle(bench, server)
    bench.cluster.psql(RESET.format(tenant=TENANT, cents=STARTING_CENTS))


def bets(bench: Bench) -> None:
    with ExitStack() as stack:
        directory = Path(stack.enter_context(TemporaryDirectory(prefix="parlay-bench-")))
        bench.report.say(f"bets: loading {PEOPLE:,} people and {EVENTS} events")
        files = Files(bench.cluster, directory)
        for server in bench.servers().values():
            wait_for_tenant(server, files.tokens[0])
        same_bets(bench, files)
        labels = labelled("run")

        def run(server: Server, seconds: float = bench.seconds) -> Result:
            reset(bench)
            arguments = (files.tokens_file, TENANT, files.outcomes_file, next(labels))
            return Wrk("bet", server.port, seconds, *arguments, connections=CONNECTIONS).finish()

        warm_up(bench, lambda server: run(server, 2))
        add_rows(bench, "bets", measure(bench, "bets", run), None)
        at_once(bench, files)
        reset(bench)


def labelled(word: str) -> Iterator[str]:
    number = 0
    while True:
        number += 1
        yield f"{word}{number}"


def wait_for_tenant(server: Server, token: str) -> None:
    def answers() -> bool:
        server.process.check()
        return call(server.port, "GET", f"/v1/{TENANT}/profiles/me/", token=token).status == 200

    wait_until(answers, 30, f"{server.process.name} did not take the tenant {TENANT} up")


def same_bets(bench: Bench, files: Files) -> None:
    """Both answer a bet alike, and refuse alike; or their rates are not comparable."""
    answers: dict[str, list[object]] = {}
    for name, server in bench.servers().items():
        reset(bench)

        def post(draft: dict, key: str) -> tuple[int, dict]:
            headers = {"Idempotency-Key": key}
            answer = call(server.port, "POST", PATH, token=files.tokens[7], body=draft, headers=headers)
            return answer.status, answer.json()

        placed = post(files.draft(3), "placed")
        again = post(files.draft(3), "placed")
        if placed != again or placed[0] != 201:
            raise Failure(f"{name}: the same key was answered {placed}, then {again}")
        outcome = files.draft(3)["legs"][0]["outcome_id"]
        moved = {**files.draft(3), "legs": [{"outcome_id": outcome, "price": "+900"}]}
        refusals = [
            post(moved, "moved"),
            post({**files.draft(3), "stake_cents": STARTING_CENTS - STAKE_CENTS}, "position"),
            post(files.draft(4), "placed"),
        ]
        seen = [(status, body.get("code")) for status, body in refusals]
        answers[name] = [{**placed[1], "id": "…", "placed_at": "…"}, seen]
        sums = "select sum(wallet_cents), sum(pool_cents), count(*) from parlay.ledger where kind = 'stake'"
        answers[name].append(bench.cluster.psql(sums))
    if len({json.dumps(answer, sort_keys=True) for answer in answers.values()}) > 1:
        raise Failure(f"bets: the answers differ: {answers}")


def at_once(bench: Bench, files: Files) -> None:
    """As many bets of one wallet as can be under way: the time to the last answer."""
    seconds: dict[str, list[float]] = {}
    refused: Counter[str] = Counter()
    labels = labelled("burst")
    for number in range(bench.rounds):
        for name, server in bench.servers().items():
            bench.report.say(f"bets: {AT_ONCE} of one wallet, {name}, round {number + 1} of {bench.rounds}")
            reset(bench)
            label = next(labels)
            requests = [
                request(server.port, files.tokens[number], files.draft(bet), f"{label}-{bet}") for bet in range(AT_ONCE)
            ]
            took, statuses = burst(server.port, requests)
            seconds.setdefault(name, []).append(took)
            refused[name] += AT_ONCE - statuses[201]
            if set(statuses) - {201, 503}:
                raise Failure(f"bets of one wallet at {name} were answered {dict(statuses)}")
            stakes = bench.cluster.psql("select count(*) from parlay.ledger where kind = 'stake'")
            check_status(int(stakes), statuses[201], "stakes in the ledger")
    medians = {name: bench.report.median(f"{AT_ONCE} bets {name}", values) for name, values in seconds.items()}
    of_peer = medians.get("Django")
    note = ", ".join(f"{count} refused by {name}" for name, count in refused.items() if count)
    name = f"bets: {AT_ONCE} of one wallet at once"
    bench.report.rows.append(
        Row(name, "s", medians.get("Parlay"), "Django" if of_peer else "", of_peer, note=note)
    )


def request(port: int, token: str, draft: dict, key: str) -> bytes:
    body = json.dumps(draft).encode()
    head = (
        f"POST {PATH} HTTP/1.1\r\nHost: {HOST}:{port}\r\nAuthorization: Token {token}\r\nIdempotency-Key: {key}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body


def burst(port: int, requests: list[bytes], limit: float = 60) -> tuple[float, Counter[int]]:
    """Sends all requests at once, each on a connection of its own; answers the seconds to the last answer, and how many
    there were of each status."""
    statuses: Counter[int] = Counter()
    with ExitStack() as stack, selectors.DefaultSelector() as selector:
        sockets = [stack.enter_context(socket.create_connection((HOST, port), timeout=30)) for _ in requests]
        began = time.monotonic()
        for connection, data in zip(sockets, requests):
            connection.sendall(data)
            selector.register(connection, selectors.EVENT_READ, bytearray())
        while len(selector.get_map()) > 0:
            ready = selector.select(limit)
            if not ready:
                raise Failure(f"{len(selector.get_map())} of {len(requests)} answers did not come within {limit:g} s")
            for key, _ in ready:
                received = key.fileobj.recv(65536)
                key.data.extend(received)
                if not received:
                    statuses[int(bytes(key.data).split(b" ", 2)[1])] += 1
                    selector.unregister(key.fileobj)
                    # gunicorn lingers until the client closes too, in the thread that answers requests.
                    key.fileobj.close()
        return time.monotonic() - began, statuses
