"""What statements cost PostgreSQL, each alone on a connection: processor time of its backend.

The statements are those that the front really sends: it is asked once, and the server's log tells what arrived. Cases
take turns in many short rounds, and medians count, so that whatever else the machine does falls on all of them.
"""

import hashlib
import itertools
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .data import TENANT, reset
from .database import Cluster
from .load import Wrk, call
from .measuring import CONNECTIONS, Bench, check_status, settle
from .processes import Failure
from .report import Row
from .servers import ME, Server
from .wire import Call, Connection, Value

# Transactions that are sent together.
BATCH = 20
ROUNDS = 25
CALLS = 200
PUT_BOUND = 1.3
# A backend at rest reports its counts after ten seconds.
COUNTED = 11

# What a write of a match and its notice is compared with: the same tables without triggers.
COPIES = """
set role parlay_owner;
set search_path = parlay, public;
create table bare_matches (like matches including all) with (fillfactor = 85);
alter table bare_matches
    add foreign key (tenant_id, user_id1) references accounts on delete cascade,
    add foreign key (tenant_id, user_id2) references accounts on delete cascade;
call protect('bare_matches');
create table bare_notices (like notices including all);
alter table bare_notices add foreign key (tenant_id, account_id) references accounts on delete cascade;
call protect('bare_notices');
grant select, insert, update, delete on bare_matches, bare_notices to parlay_front;
insert into bare_matches (tenant_id, id, user_id1, user_id2, created_at, updated_at) overriding system value
select tenant_id, id, user_id1, user_id2, created_at, updated_at from matches;
reset role;
vacuum (analyze) bare_matches;
"""

DROP_COPIES = "drop table if exists parlay.bare_matches, parlay.bare_notices"

BARE_UPDATE = """
update bare_matches
   set status_code = $4, time_1 = $5, location = $6, plans = plans + $7, version = version + 1, updated_at = $8
 where tenant_id = $1 and id = $2 and version = $3
returning plans, version
"""

BARE_INSERT = """
insert into bare_notices (tenant_id, account_id, kind, title, text, subject_type, subject_id, created_at)
values ($1, $2, $3, $4, $5, 'match', $6, $7)
"""


@dataclass
class Recorded:
    """A statement that the front sent."""

    sql: str
    values: list[Value]


# What a statement posts and tells: the items of Notices.insert behind the notice, and those of Events.append.
TOLD = re.compile(r"\), posted as \(.*appended as \(.*?\n\t?\)\s*\n(?=\t?select)", re.S)
EXECUTED = re.compile(r"^LOG:  execute \S+: (.*?)\n(?:DETAIL:  parameters: (.*?)\n)?(?=\S)", re.M | re.S)
PARAMETER = re.compile(r"\$\d+ = (?:NULL|'((?:[^']|'')*)')")


def record(cluster: Cluster, server: Server, request: Callable[[], None]) -> list[Recorded]:
    """The statements that one request sends, in their order, with their values."""
    cluster.psql("alter system set log_statement = 'all'")
    cluster.psql("alter system set log_line_prefix = ''")
    try:
        cluster.psql("select pg_reload_conf()")
        # Sessions take a new configuration with their next statement, and connections differ.
        for _ in range(20):
            request()
        start = len(cluster.log())
        request()
        text = cluster.log()[start:]
    finally:
        cluster.psql("alter system reset all")
        cluster.psql("select pg_reload_conf()")
    found = []
    for sql, parameters in EXECUTED.findall(text + "-"):
        values: list[Value] = []
        for match in PARAMETER.finditer(parameters):
            value = match.group(1)
            values.append(None if value is None else value.replace("''", "'"))
        found.append(Recorded(sql.replace("\n\t", "\n"), values))
    if not found:
        raise Failure(f"the log of PostgreSQL has no statement of a request:\n{text[-2000:]}")
    return found


class Case:
    """One kind of call on a connection of its own."""

    # What counts as calls in one unit.
    weight = 1

    def __init__(
        self,
        cluster: Cluster,
        name: str,
        statements: list[str],
        units: Iterator[list[list[Call]]],
        role: str = "parlay_front",
    ) -> None:
        self.name = name
        self.connection = Connection(cluster, role)
        for index, sql in enumerate(statements):
            self.connection.prepare(f"s{index}", sql)
        self.units = units
        self.microseconds: list[float] = []

    def run(self, calls: int, *, counts: bool = True) -> None:
        before = self.connection.processor_seconds()
        for _ in range(calls // BATCH):
            units = [unit for _ in range(BATCH) for unit in next(self.units)]
            rows = self.connection.exchange([Connection.unit(*unit) for unit in units])
            if 0 in rows:
                raise Failure(f"{self.name}: a statement found no row")
        if counts:
            used = self.connection.processor_seconds() - before
            self.microseconds.append(used / (calls // BATCH * BATCH * self.weight) * 1e6)


# Notices for the worker, in one transaction for each twenty.
NOTICES = """
do $$ begin
    truncate parlay.notice_outbox, parlay.jobs;
    for number in 1..{count} / 20 loop
        insert into parlay.notices (tenant_id, account_id, kind, title, text)
        select tenant_id, id, 'match_made', 'New match', 'Text'
          from parlay.accounts where tenant_id = {tenant} and status = 'active' order by id limit 20;
        commit;
    end loop;
end $$;
"""


@dataclass
class Side:
    """One of the two of a match."""

    match: str
    account: str
    other: str
    digest: bytes


def sides(bench: Bench) -> list[Side]:
    accounts = dict(
        row.split("|")
        for row in bench.cluster.psql(
            "select encode(digest, 'hex'), account_id from parlay.tokens where tenant_id = " + bench.data.tenant_id
        ).splitlines()
    )
    found = []
    for line in bench.data.matches_file.read_text().splitlines():
        match, *tokens = line.split()
        digests = [hashlib.sha256(token.encode()).digest() for token in tokens]
        first, second = (accounts[digest.hex()] for digest in digests)
        found.append(Side(match, first, second, digests[0]))
    return found


def moment(offset: float = 0) -> str:
    now = time.time() + offset
    return time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(now)) + f".{int(now * 1000) % 1000:03d}+00"


class Cases:
    """Builds the cases out of what was recorded."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.tenant = bench.data.tenant_id
        self.sides = sides(bench)
        cluster, server, data = bench.cluster, bench.parlay, bench.data
        match, *tokens = data.matches_file.read_text().splitlines()[0].split()
        turns = itertools.cycle(tokens)
        time_1 = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(time.time() + 30 * 86400))

        def put() -> None:
            path, body = f"/v1/{TENANT}/matches/{match}/", {"time_1": time_1, "location": "Café am Markt"}
            check_status(call(server.port, "PUT", path, token=next(turns), body=body).status, 200, path)

        def me() -> None:
            check_status(call(server.port, "GET", ME, token=tokens[0]).status, 200, ME)

        self.put_statements = record(cluster, server, put)
        self.me_statements = record(cluster, server, me)
        if len(self.put_statements) != 4 or len(self.me_statements) != 2:
            raise Failure("a request sends other statements than this scenario knows")
        self.authenticate = self.me_statements[0].sql

    def token(self, side: Side) -> list[Value]:
        return [self.tenant, side.digest, moment()]

    def floor(self) -> Case:
        return Case(self.bench.cluster, "select 1", ["select 1"], itertools.repeat([[("s0", [])]]))

    def authentication(self) -> Case:
        units = ([[("s0", self.token(side))]] for side in itertools.cycle(self.sides))
        return Case(self.bench.cluster, "authenticate()", [self.authenticate], units)

    def me(self) -> Case:
        units = ([[("s0", self.token(side)), ("s1", [self.tenant])]] for side in itertools.cycle(self.sides))
        return Case(self.bench.cluster, "profiles/me", [found.sql for found in self.me_statements], units)

    def versions(self, table: str) -> dict[str, int]:
        rows = self.bench.cluster.psql(f"select id, version from parlay.{table} where tenant_id = {self.tenant}")
        return {row.split("|")[0]: int(row.split("|")[1]) for row in rows.splitlines()}

    def move(self, side: Side, versions: dict[str, int]) -> list[Value]:
        """The values of the statement that writes, for another match."""
        values = list(self.put_statements[3].values)
        values[1], values[2] = side.match, str(versions[side.match])
        versions[side.match] += 1
        values[3], values[4], values[7] = "1", moment(30 * 86400), moment()
        return values

    def put(self) -> Case:
        """All of the request: the reading transaction and the writing one."""

        def units() -> Iterator[list[list[Call]]]:
            versions = self.versions("matches")
            for side in itertools.cycle(self.sides):
                yield [
                    [("s0", self.token(side)), ("s1", [self.tenant, side.match])],
                    [("s2", self.token(side)), ("s3", self.move(side, versions))],
                ]

        return Case(self.bench.cluster, "put", [found.sql for found in self.put_statements], units())

    def write(self, part: slice = slice(None)) -> Case:
        """The statement that writes, behind the authentication, in one transaction. Cases that take turns have a part of the
        matches each, because a write has to know the version."""

        def units() -> Iterator[list[list[Call]]]:
            versions = self.versions("matches")
            for side in itertools.cycle(self.sides[part]):
                yield [[("s0", self.token(side)), ("s1", self.move(side, versions))]]

        return Case(self.bench.cluster, "write", [self.authenticate, self.put_statements[3].sql], units())

    def untold(self) -> Case:
        """The same without the stream: nobody is told, and a trigger posts the notice, as in version 0.2.0."""
        case = self.write(slice(1, None, 2))
        sql, found = TOLD.subn(")\n", self.put_statements[3].sql)
        if not found:
            raise Failure("the write tells nobody, or in another form than this scenario knows")
        case.connection.run("set parlay.posts = ''")
        case.connection.prepare("s1_untold", sql)
        case.units = ([[call if call[0] == "s0" else ("s1_untold", call[1]) for call in unit] for unit in units] for units in case.units)
        case.name = "write without the stream"
        return case

    def bare(self) -> Case:
        def units() -> Iterator[list[list[Call]]]:
            versions = self.versions("bare_matches")
            change = self.put_statements[3]
            location, kind, title = change.values[5], change.values[8], change.values[9]
            text = f"Person {change.values[10]} at {location} on Wed, Dec 23, 2026, 5:41 AM UTC."
            for side in itertools.cycle(self.sides):
                now, version = moment(), str(versions[side.match])
                update = [self.tenant, side.match, version, "1", moment(30 * 86400), location, "1", now]
                versions[side.match] += 1
                insert = [self.tenant, side.other, kind, title, text, side.match, now]
                yield [[("s0", self.token(side)), ("s1", update), ("s2", insert)]]

        return Case(self.bench.cluster, "bare", [self.authenticate, BARE_UPDATE, BARE_INSERT], units())

    def relay(self) -> Case:
        """A worker's share: the mail and the webhooks of one notice, 100 at a time."""
        relay = "select relay_notices($1, 100)"
        case = Case(self.bench.cluster, "relay", [relay], itertools.repeat([[("s0", [self.tenant])]]), "parlay_worker")
        case.weight = 100
        return case


def compare(bench: Bench, *cases: Case, is_durable: bool = True) -> list[float]:
    """Microseconds of a backend for one call of each case: the medians of rounds in which they take turns."""
    try:
        for case in cases:
            if not is_durable:
                case.connection.run("set synchronous_commit = off")
            case.run(2 * CALLS, counts=False)
        for _ in range(ROUNDS):
            for case in cases:
                case.run(CALLS)
    finally:
        for case in cases:
            case.connection.close()
    name = " and ".join(case.name for case in cases) + ("" if is_durable else ", not durable")
    return [bench.report.median(f"postgres: {case.name}, of {name}", case.microseconds) for case in cases]


def postgres(bench: Bench) -> None:
    """What PostgreSQL spends on the statements of requests, and how often it syncs."""
    if not bench.parlay:
        return bench.report.skip("postgres", "without Parlay")
    reset(bench.cluster)
    bench.cluster.psql(DROP_COPIES)
    bench.cluster.psql(COPIES)
    try:
        made = Cases(bench)
        bench.report.say("postgres: reads")
        floor, token, me = compare(bench, made.floor(), made.authentication(), made.me())
        writes: list[tuple[str, list[float], float | None]] = []
        requests = {"the write of PUT matches/{id}/": made.write, "PUT matches/{id}/, with its read": made.put}
        for what, make in requests.items():
            bench.report.say(f"postgres: {what}")
            writes.append((what, compare(bench, make(), made.bare()), PUT_BOUND))
            values = compare(bench, make(), made.bare(), is_durable=False)
            writes.append((f"{what}, without the disk", values, None))
        bench.report.say("postgres: what the stream adds to a write")
        told, untold = compare(bench, made.write(slice(0, None, 2)), made.untold())
        bench.report.say("postgres: the worker's share")
        relayed = bench.report.median("postgres: relay", relay(made))
    finally:
        bench.cluster.psql(DROP_COPIES)

    def add(what: str, value: float, peer: str = "", of_peer: float | None = None, **bounds: object) -> None:
        bench.report.rows.append(Row(f"postgres: {what}", "us/call", value, peer, of_peer, **bounds))

    add("authenticate()", token, "select 1", floor)
    add("GET profiles/me/", me, "select 1", floor)
    for what, (value, bare), bound in writes:
        add(what, value, "bare write", bare, at_most=bound, on_ratio=True)
    add("a write that tells two people", told, "without the stream", untold, at_most=1.15, on_ratio=True)
    add("relay of a notice, by the worker", relayed)
    group_commit(bench)


def relay(made: Cases) -> list[float]:
    """What the writes have left, and as many notices again for each round."""
    case = made.relay()
    try:
        case.run(BATCH)
        for _ in range(ROUNDS):
            made.bench.cluster.psql(NOTICES.format(tenant=made.tenant, count=BATCH * case.weight))
            case.run(BATCH)
    finally:
        case.connection.close()
    return case.microseconds[1:]


def group_commit(bench: Bench) -> None:
    """64 writers of one front, all durable: how many of their commits share a sync."""

    def syncs() -> int:
        time.sleep(COUNTED)
        return int(bench.cluster.psql("select wal_sync from pg_stat_wal"))

    settle(bench, bench.parlay)
    reset(bench.cluster)
    bench.report.say("postgres: group commit")
    before = syncs()
    arguments = (bench.data.matches_file, TENANT, CONNECTIONS)
    settings = {"connections": CONNECTIONS, "threads": CONNECTIONS}
    result = Wrk("put", bench.parlay.port, bench.seconds, *arguments, **settings).finish()
    count = syncs() - before
    row = Row("postgres: 64 writers", "commits/s", result.rate, "WAL syncs", count / result.seconds)
    bench.report.rows.append(row)
    reset(bench.cluster)
