"""The live stream: one change to thousands of sockets, memory a socket, sustained updates, a reader that stalls, and
what the numbering of updates costs their writers."""

import contextlib
import hashlib
import http.client
import random
import re
import statistics
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from .data import token_secret
from .hostile import percentile
from .listeners import Broadcast, Listeners
from .load import HOST, Result, Wrk, call, is_up
from .measuring import CONNECTIONS, Bench, check_status, settle
from .processes import Failure, Process, wait_until
from .report import Row
from .servers import Server, clean_environment, start_parlay

TENANT = "bench-live"
EVENTS = 100
SOCKETS = 5_000
CHANGES = 20
READERS = 1_000
# Updates a second; None is as many as there can be.
RATES = [500, 1_000, 2_000, None]
BESIDE = 199
STALL_RATE = 1_000
WRITERS = 8

ROWS = """
set search_path = parlay, public;
insert into tenants (slug, name, modules, settings)
values ('{tenant}', 'Live', '{{sportsbook}}', '{{"requests_per_second": 100000, "request_burst": 100000}}');
insert into accounts (tenant_id, username, email, first_name, role)
select id, 'reader', 'reader@bench.example', 'Reader', 'admin' from tenants where slug = '{tenant}';
insert into tokens (tenant_id, account_id, digest, prefix, label, last_used_at, expires_at)
select a.tenant_id, a.id, '\\x{digest}', '{prefix}', 'benchmark', now(), now() + interval '30 days'
  from accounts a join tenants t on t.id = a.tenant_id
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
select m.tenant_id, m.id, s.side, initcap(s.side), -110
  from markets m
  join tenants t on t.id = m.tenant_id and t.slug = '{tenant}'
  join (values ('home', true), ('away', true), ('over', false), ('under', false))
       as s (side, is_team) on s.is_team = (m.kind <> 'total')
 order by m.id, s.side;
vacuum (analyze);
"""

# A transaction each. The price is another one nearly every time.
UPDATE = """
\\set id random({first}, {last})
\\set price random(101, 900)
update outcomes set price = :price where tenant_id = {tenant} and id = :id;
"""


class Book:
    """A tenant with a sportsbook, and what its readers know."""

    def __init__(self, bench: Bench, directory: Path) -> None:
        self.cluster = bench.cluster
        self.directory = directory
        self.token = token_secret(random.Random(31))
        digest = hashlib.sha256(self.token.encode()).hexdigest()
        rows = ROWS.format(tenant=TENANT, events=EVENTS, digest=digest, prefix=self.token[:11])
        self.cluster.psql(rows)
        self.tenant = self.cluster.psql(f"select id from parlay.tenants where slug = '{TENANT}'")
        self.outcomes = [int(line.split()[0]) for line in self.table().read_text().splitlines()]
        if self.outcomes != list(range(self.outcomes[0], self.outcomes[-1] + 1)):
            raise Failure("live: the ids of outcomes have gaps")

    def table(self) -> Path:
        """A file of the outcomes' prices as they are now."""
        sql = f"select id || ' ' || price from parlay.outcomes where tenant_id = {self.tenant} order by id"
        file = self.directory / "table"
        file.write_text(self.cluster.psql(sql) + "\n")
        return file

    def seq(self) -> int:
        return int(self.cluster.psql(f"select max(seq) from parlay.live_counters where tenant_id = {self.tenant}"))

    def committed(self, after: int) -> dict[int, int]:
        """When updates were numbered, in nanoseconds since 1970; their commit follows."""
        rows = self.cluster.psql(
            "select seq, (extract(epoch from created_at) * 1000000)::bigint * 1000 from parlay.live_updates"
            f" where tenant_id = {self.tenant} and seq > {after}"
        )
        return {int(seq): int(at) for seq, at in (line.split("|") for line in rows.splitlines())}

    def listeners(self, server: Server, count: int, **options: int) -> Listeners:
        # The number first: what changes in between is sent again.
        path = f"/v1/{TENANT}/live/?after={self.seq()}"
        return Listeners(server.port, path, count, self.token, self.table(), **options)

    def write(
        self, seconds: float, rate: int | None = None, clients: int = WRITERS, *, durable: bool = False
    ) -> float:
        """Updates by pgbench, as a front would write them; answers transactions a second. Those that are not durable do
        not wait for the disk, whose speed would decide how many there are."""
        script = self.directory / "update.sql"
        script.write_text(UPDATE.format(first=self.outcomes[0], last=self.outcomes[-1], tenant=self.tenant))
        settings = {"role": "parlay_front", "parlay.tenant_id": self.tenant, "search_path": "parlay"}
        settings["synchronous_commit"] = "on" if durable else "off"
        command = [self.cluster.programs / "pgbench", "--no-vacuum", "--protocol=prepared", f"--file={script}"]
        command += [f"--client={clients}", "--jobs=1", f"--time={max(1, round(seconds))}"]
        command += [f"--rate={rate}"] if rate else []
        ran = subprocess.run(
            [*map(str, command), self.cluster.conninfo],
            env=clean_environment() | {"PGOPTIONS": " ".join(f"-c {name}={value}" for name, value in settings.items())},
            capture_output=True,
            text=True,
        )
        found = re.search(r"^tps = ([\d.]+)", ran.stdout, re.MULTILINE)
        if ran.returncode != 0 or not found or "number of failed transactions: 0" not in ran.stdout:
            raise Failure(f"pgbench failed:\n{ran.stdout}{ran.stderr}")
        return float(found.group(1))


def live(bench: Bench) -> None:
    if not bench.parlay:
        return bench.report.skip("live", "without Parlay")
    with TemporaryDirectory(prefix="parlay-bench-") as directory:
        book = Book(bench, Path(directory))
        wait_until(lambda: is_up(bench.parlay.port, f"/v1/{TENANT}/sportsbook/", book.token), 30, "no tree")
        fan_out(bench, book)
        sustained(bench, book)
        stalled(bench, book)
        trees(bench, book)
        commits(bench, book)


class Stream:
    """Idle sockets of one server, and what it takes to reach them."""

    def __init__(self, process: Process, listeners: Callable[[], Listeners], change: Callable[[int], None]) -> None:
        self.process = process
        self.change = change
        time.sleep(1)
        before = process.resident_megabytes()
        self.listeners = listeners()
        time.sleep(1)
        after = process.resident_megabytes()
        self.kibibytes = (after - before) * 1e6 / 1024 / SOCKETS
        self.memory = f"{before:.1f} MB before, {after:.1f} MB after"
        self.arrivals: list[float] = []
        self.spreads: list[float] = []
        self.cpu = 0.0

    def measure(self, number: int) -> None:
        self.listeners.reset()
        before = self.process.cpu_seconds()
        sent = time.monotonic_ns()
        self.change(number)
        # Nothing is asked while messages are under way.
        time.sleep(0.5)
        wait_until(lambda: self.listeners.counts()["messages"] >= SOCKETS, 30, "a price did not come", step=0.5)
        self.cpu += self.process.cpu_seconds() - before
        arrivals = self.listeners.arrivals()
        if len(arrivals) != SOCKETS or self.listeners.counts()["closed"]:
            raise Failure(f"live: {len(arrivals)} messages came to {SOCKETS} sockets")
        self.arrivals += [(arrived - sent) / 1e6 for arrived in arrivals]
        self.spreads.append((max(arrivals) - min(arrivals)) / 1e6)


def fan_out(bench: Bench, book: Book) -> None:
    """From the sending of the request, or at the peer of the line, to the arrival at each socket."""
    outcome = book.outcomes[0]
    with contextlib.ExitStack() as stack:
        enter = stack.enter_context
        server = enter(contextlib.closing(start_parlay(bench.cluster)))
        server.wait(bench.data.tokens[0])
        wait_until(lambda: is_up(server.port, f"/v1/{TENANT}/sportsbook/", book.token), 30, "no tree")
        connection = enter(contextlib.closing(http.client.HTTPConnection(HOST, server.port, timeout=30)))
        answered: list[float] = []

        def patch(number: int) -> None:
            path = f"/v1/{TENANT}/admin/outcomes/{outcome}/"
            body = {"price": f"+{200 + number}"}
            began = time.monotonic()
            answer = call(server.port, "PATCH", path, token=book.token, body=body, connection=connection)
            answered.append((time.monotonic() - began) * 1000)
            check_status(answer.status, 200, path)

        # The first change of the session does more: the market's prices become an admin's.
        patch(-1)
        bench.report.say(f"live: opening {SOCKETS} sockets")
        streams = {"Parlay": Stream(server.process, lambda: book.listeners(server, SOCKETS), patch)}
        stack.callback(streams["Parlay"].listeners.close)
        if bench.with_bare:
            bench.report.say(f"live: opening {SOCKETS} sockets of the peer")
            peer = enter(contextlib.closing(Broadcast()))

            def broadcast(number: int) -> None:
                peer.send(f'{{"outcome": "{outcome}", "price": "+{200 + number}", "seq": {number + 1}}}')

            def open_peer() -> Listeners:
                return Listeners(peer.port, "/", SOCKETS, "", book.table())

            streams["websockets"] = Stream(peer.server.process, open_peer, broadcast)
            stack.callback(streams["websockets"].listeners.close)
        settle(bench, server)
        bench.report.say(f"live: {CHANGES} changes")
        for number in range(CHANGES):
            for stream in streams.values():
                stream.measure(number)
    add_fan_out(bench, streams, answered[1:])


def add_fan_out(bench: Bench, streams: dict[str, Stream], answered: list[float]) -> None:
    name = f"live: a price to {SOCKETS:,} sockets"

    def row(what: str, unit: str, value: Callable[[Stream], float], **more: object) -> None:
        values = {program: value(stream) for program, stream in streams.items()}
        peer = values.get("websockets")
        bench.report.rows.append(
            Row(f"{name}{what}", unit, values["Parlay"], "websockets" if peer else "", peer, **more)
        )

    for program, stream in streams.items():
        bench.report.median(f"live last arrival after first {program}", stream.spreads)
    note = f"Parlay's from the request on, of which its answer takes {statistics.median(answered):.0f} ms"
    row(": p50", "ms", lambda stream: percentile(stream.arrivals, 50), note=note)
    row(": p99", "ms", lambda stream: percentile(stream.arrivals, 99), at_most=250)
    row(": first to last arrival", "ms", lambda stream: statistics.median(stream.spreads))
    row(": server CPU", "ms", lambda stream: stream.cpu / CHANGES * 1000)
    name = "live: memory a socket"
    row("", "KiB", lambda stream: stream.kibibytes, at_most=16, note=streams["Parlay"].memory)


def delays(book: Book, listeners: Listeners, after: int) -> list[float]:
    """Milliseconds from an update's numbering to its arrival, of the sockets that are kept."""
    committed = book.committed(after)
    return [(arrived - committed[seq]) / 1e6 for seq, arrived in listeners.samples()]


def check_prices(book: Book, listeners: Listeners, what: str) -> dict[str, int]:
    """Every open socket has the database's prices, and none saw a number that did not rise."""
    listeners.rest()
    counts = listeners.counts()
    differing = listeners.differing(book.table())
    if differing or counts["disordered"]:
        raise Failure(f"live: {what}: {differing} sockets have other prices, {counts['disordered']} wrong numbers")
    return counts


def sustained(bench: Bench, book: Book) -> None:
    server = bench.parlay
    for rate in RATES:
        what = f"{rate:,}" if rate else "all possible"
        bench.report.say(f"live: {what} updates a second to {READERS} sockets")
        settle(bench, server)
        with contextlib.closing(book.listeners(server, READERS, every=20)) as listeners:
            after = book.seq()
            cpu = server.process.cpu_seconds()
            began = time.monotonic()
            book.write(bench.seconds, rate)
            took = time.monotonic() - began
            cpu = (server.process.cpu_seconds() - cpu) / took * 100
            written = book.seq() - after
            counts = check_prices(book, listeners, f"{what} updates a second")
            late = delays(book, listeners, after)
        name = f"live: {what} updates/s to {READERS:,} sockets"
        delivered = counts["messages"] / READERS
        note = f"{written - counts['least']:,} of {written:,} merged or unsent at most, {counts['closed']} closed"
        note += f", {cpu:.0f} % CPU"
        rows = bench.report.rows
        rows.append(Row(f"{name}: delivered to each", "1/s", delivered / took, "written", written / took, note=note))
        note = f"p50 {percentile(late, 50):.0f} ms, from before the commit"
        rows.append(Row(f"{name}: delay p99", "ms", percentile(late, 99), note=note))


def stalled(bench: Bench, book: Book) -> None:
    """One of 200 readers stops reading."""
    server = bench.parlay
    settle(bench, server)
    late: dict[str, float] = {}
    with contextlib.ExitStack() as stack:
        after = book.seq()
        others = stack.enter_context(contextlib.closing(book.listeners(server, BESIDE, every=4)))
        one = stack.enter_context(contextlib.closing(book.listeners(server, 1, receive_buffer=16 * 1024)))
        for which, seconds in (("alone", bench.seconds), ("beside", 22)):
            bench.report.say(f"live: {STALL_RATE} updates a second, {which} a reader that has stopped")
            if which == "beside":
                one.ask("stall")
            others.reset()
            book.write(seconds, STALL_RATE)
            counts = check_prices(book, others, "beside a reader that has stopped")
            if counts["closed"]:
                raise Failure(f"live: {counts['closed']} other readers were closed with {counts['code']}")
            late[which] = percentile(delays(book, others, after), 99)
        seen = one.ask("stalled")[0]
    if seen["closed"] is None:
        raise Failure(f"live: the reader that stopped was not closed: {seen}")
    note = f"it took {seen['blocked']:.1f} s until its buffers were full"
    name = f"live: 1 of {BESIDE + 1} readers stops"
    row = Row(f"{name}: closed after", "s", seen["closed"] - seen["blocked"], at_most=15, note=note)
    bench.report.rows.append(row)
    bench.report.rows.append(
        Row(f"{name}: the others' delay p99", "ms", late["beside"], "without it", late["alone"])
    )


def trees(bench: Bench, book: Book) -> None:
    """The tree from memory, plain and compressed, beside the same events from the database."""
    server = bench.parlay
    tokens = book.directory / "tokens"
    tokens.write_text(f"{book.token}\n")
    runs: dict[str, list[Result]] = {"plain": [], "gzip": [], "events": []}
    sizes: dict[str, int] = {}
    for number in range(bench.rounds):
        for which, found in runs.items():
            bench.report.say(f"live: tree, {which}, round {number + 1} of {bench.rounds}")
            path = f"events/?limit={EVENTS}" if which == "events" else "sportsbook/"
            encoding = "gzip" if which == "gzip" else "identity"
            headers = {"Accept-Encoding": encoding}
            answer = call(server.port, "GET", f"/v1/{TENANT}/{path}", token=book.token, headers=headers)
            check_status(answer.status, 200, path)
            sizes[which] = len(answer.body)
            settle(bench, server)
            arguments = (tokens, TENANT, path, encoding)
            found.append(Wrk("read", server.port, bench.seconds, *arguments, connections=CONNECTIONS).finish())
    rates = {which: bench.report.median(f"tree {which}", [run.rate for run in found]) for which, found in runs.items()}
    p99 = {which: statistics.median(run.p99_ms for run in found) for which, found in runs.items()}
    peer = ("GET events/", rates["events"])
    for which in ("plain", "gzip"):
        note = f"{sizes[which] / 1000:.0f} kB, p99 {p99[which]:.1f} ms; events/ {sizes['events'] / 1000:.0f} kB"
        name = f"live: sportsbook/ of {EVENTS} events, {which}"
        bench.report.rows.append(Row(name, "requests/s", rates[which], *peer, note=note))


def commits(bench: Bench, book: Book) -> None:
    """Transactions that change a price: serial ones without the triggers of the stream, then with them."""
    rates: dict[str, list[float]] = {"without": [], "one": [], "many": []}
    trigger = "note_changed_outcomes"
    for number in range(bench.rounds):
        for which, found in rates.items():
            bench.report.say(f"live: commits, {which}, round {number + 1} of {bench.rounds}")
            settle(bench, bench.parlay)
            try:
                if which == "without":
                    book.cluster.psql(f"alter table parlay.outcomes disable trigger {trigger}")
                found.append(book.write(bench.seconds, clients=WRITERS if which == "many" else 1, durable=True))
            finally:
                book.cluster.psql(f"alter table parlay.outcomes enable trigger {trigger}")
    medians = {which: bench.report.median(f"live commits {which}", found) for which, found in rates.items()}
    peer = ("1 without stream", medians["without"])
    for which, clients in (("one", "1 connection"), ("many", f"{WRITERS} connections")):
        bounds = {"at_least": 0.5, "on_ratio": True} if which == "many" else {}
        name = f"live: commits of a price, {clients}"
        bench.report.rows.append(Row(name, "1/s", medians[which], *peer, **bounds))
