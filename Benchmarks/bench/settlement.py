"""Settlement of one event with 100,000 bets by one worker, and the same with the worker killed again and again."""

import json
import os
import random
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from .database import Cluster
from .measuring import Bench
from .processes import Failure, Process, wait_until
from .report import Row
from .servers import PARLAY, parlay_environment, start_worker

TENANT = "bench-settlement"
BETS = 100_000
ACCOUNTS = 20_000
STAKE_CENTS = 100
STARTING_CENTS = 1_000_000
KILLS = 10
# Home first; with these, every side of the event below has a known end.
SCORE = "24-21"
TABLES = ["bets", "ledger", "wallets", "notices"]

# Of the sides by their number: what a stake of 1.00 comes to. The home team covers three points exactly.
PAYOUTS = {
    ("moneyline", "home", -150): 166,
    ("moneyline", "away", 130): 0,
    ("spread", "home", -110): 100,
    ("spread", "away", -110): 100,
    ("total", "over", -110): 190,
    ("total", "under", -110): 0,
}

PEOPLE = """
set search_path = parlay, public;
insert into tenants (slug, name, modules) values ('{tenant}', 'Settlement', '{{sportsbook}}');
insert into accounts (tenant_id, username, email, first_name)
select t.id, 'person' || n, 'person' || n || '@bench.example', 'Person'
  from tenants t, generate_series(1, {accounts}) n
 where t.slug = '{tenant}'
 order by n;
insert into tournaments (tenant_id, sport, name)
select id, 'american_football', 'Benchmarks' from tenants where slug = '{tenant}';
vacuum (analyze) accounts;
"""

# Set by set, and through the triggers of the ledger. An account bets on another side each time.
BOOK = """
set search_path = parlay, public;
truncate ledger, bet_legs, bets, wallets, notices;
begin;
with event as (
    insert into events (tenant_id, tournament_id, home, away, starts_at)
    select p.tenant_id, p.id, 'Home', 'Away', now() + interval '7 days'
      from tournaments p join tenants t on t.id = p.tenant_id and t.slug = '{tenant}'
    returning tenant_id, id
), market as (
    insert into markets (tenant_id, event_id, kind, line_quarters)
    select e.tenant_id, e.id, k.kind, k.line
      from event e cross join (values ('moneyline', null), ('spread', -12), ('total', 170)) as k (kind, line)
    returning tenant_id, event_id, id, kind
)
insert into outcomes (tenant_id, market_id, side, name, price)
select m.tenant_id, m.id, s.side, initcap(s.side), s.price
  from market m
  join (values {sides}) as s (kind, side, price) on s.kind = m.kind
 order by m.id, s.side;
commit;

create temporary table people as
    select a.tenant_id, a.id as account_id, row_number() over (order by a.id) - 1 as number
      from accounts a join tenants t on t.id = a.tenant_id and t.slug = '{tenant}';
create temporary table sides as
    select o.tenant_id, m.event_id, o.id as outcome_id, o.price, row_number() over (order by o.id) - 1 as number,
           case when o.price > 0 then {stake} + {stake} * o.price / 100
                else {stake} + {stake} * 100 / -o.price end as potential_cents
      from outcomes o
      join markets m on m.tenant_id = o.tenant_id and m.id = o.market_id
     where m.event_id = (select max(id) from events) and m.tenant_id = (select tenant_id from people limit 1);
analyze people;
analyze sides;

-- In one transaction, so that autovacuum never sees a ledger without bets: the plans of its checks would be for that.
begin;
insert into wallets (tenant_id, account_id) select tenant_id, account_id from people order by account_id;
insert into ledger (tenant_id, account_id, kind, wallet_cents, house_cents)
select tenant_id, account_id, 'opening', {starting}, -{starting} from people order by account_id;
create temporary table placed as
    select p.tenant_id, p.account_id, s.event_id, s.outcome_id, s.price, s.potential_cents,
           nextval(pg_get_serial_sequence('bets', 'id')) as bet_id
      from people p
     cross join generate_series(0, {each} - 1) n
      join sides s on s.number = (p.number + n) % 6
     order by n, p.account_id;
insert into bets (tenant_id, id, account_id, stake_cents, potential_payout_cents)
overriding system value
select tenant_id, bet_id, account_id, {stake}, potential_cents from placed order by bet_id;
insert into bet_legs (tenant_id, bet_id, number, account_id, event_id, outcome_id, price)
select tenant_id, bet_id, 1, account_id, event_id, outcome_id, price from placed order by bet_id;
insert into ledger (tenant_id, account_id, kind, bet_id, step, wallet_cents, pool_cents)
select tenant_id, account_id, 'stake', bet_id, 0, -{stake}, {stake} from placed order by bet_id;
commit;
vacuum (analyze) bets;
vacuum (analyze) bet_legs;
vacuum (analyze) ledger;
vacuum (analyze) wallets;
checkpoint;
"""

SIZES = "select " + ", ".join(f"pg_total_relation_size('parlay.{name}')" for name in TABLES)
WORKING = "select exists (select from parlay.workers where leased_until > now())"
UNSETTLED = "select exists (select from parlay.jobs where kind = 'settle_event')"
SECONDS = (
    "select extract(epoch from max(b.settled_at) - max(e.first_result_at))"
    " from parlay.bets b join parlay.events e on e.tenant_id = b.tenant_id and e.id = b.run_event_id"
)
SIDES = (
    "select m.kind, o.side, o.price, count(*) from parlay.bet_legs l"
    " join parlay.outcomes o on o.tenant_id = l.tenant_id and o.id = l.outcome_id"
    " join parlay.markets m on m.tenant_id = o.tenant_id and m.id = o.market_id group by 1, 2, 3"
)
PROGRESS = "select count(*) from parlay.bets where status <> 'open'"


@dataclass
class Run:
    # From the result to the last payment, by the clock of both.
    seconds: float = 0
    # Highest of all workers of the run, in units of 10^6 bytes.
    memory: float = 0
    # The largest of each table with its indexes, in the same units.
    sizes: list[float] = field(default_factory=lambda: [0.0] * len(TABLES))
    # Bets that were settled at each kill.
    killed_at: list[int] = field(default_factory=list)


class Book:
    """One event with its bets, made anew for each run."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.cluster: Cluster = bench.cluster
        self.environment = parlay_environment(self.cluster)
        if not self.cluster.psql(f"select id from parlay.tenants where slug = '{TENANT}'"):
            self.cluster.psql(PEOPLE.format(tenant=TENANT, accounts=ACCOUNTS))

    def load(self) -> None:
        self.bench.report.say(f"settlement: loading {BETS:,} bets of {ACCOUNTS:,} accounts")
        sides = ", ".join(f"('{kind}', '{side}', {price})" for kind, side, price in PAYOUTS)
        words = {"tenant": TENANT, "sides": sides, "stake": STAKE_CENTS, "starting": STARTING_CENTS}
        self.cluster.psql(BOOK.format(**words, each=BETS // ACCOUNTS))

    def enter_result(self) -> None:
        event = self.cluster.psql("select max(id) from parlay.events")
        self.admin("events", "settle", event, SCORE, "--tenant", TENANT)

    def admin(self, *words: str) -> object:
        command = [str(PARLAY), "admin", *words, "--json"]
        ran = subprocess.run(command, env=self.environment, capture_output=True, text=True)
        if ran.returncode != 0:
            raise Failure(f"{' '.join(command)} failed:\n{ran.stdout}{ran.stderr}")
        return json.loads(ran.stdout)

    def settle(self, kills: int = 0, expected_seconds: float = 0) -> Run:
        """Enters the result and waits until the worker is done. Meanwhile the worker is killed so many times, each time
        after a random part of the time that an equal share of the work would take."""
        self.load()
        run, source = Run(), random.Random(kills)
        worker = start_worker(self.cluster)
        try:
            wait_until(lambda: self.cluster.psql(WORKING) == "t", 30, "the worker did not start")
            self.enter_result()
            for number in range(kills):
                settled = run.killed_at[-1] if run.killed_at else 0
                # The job of a killed worker waits until the lease of 30 s is over.
                self.wait(lambda: self.count_settled() > settled, run, worker, 120, "nothing was settled")
                time.sleep(source.random() * expected_seconds / (kills + 1))
                self.look(run, worker)
                os.kill(worker.id, signal.SIGKILL)
                worker.child.wait()
                worker.stop()
                run.killed_at.append(self.count_settled())
                self.bench.report.say(f"kills: {number + 1} of {kills}, {run.killed_at[-1]:,} bets settled")
                worker = start_worker(self.cluster)
            if BETS in run.killed_at:
                raise Failure("the last kills came too late, because this run was quicker than the one before: again")
            self.wait(lambda: self.cluster.psql(UNSETTLED) == "f", run, worker, 600, "the bets were not settled")
        finally:
            worker.stop()
        run.seconds = float(self.cluster.psql(SECONDS))
        self.verify()
        return run

    def count_settled(self) -> int:
        return int(self.cluster.psql(PROGRESS))

    def look(self, run: Run, worker: Process) -> None:
        worker.check()
        run.memory = max(run.memory, worker.peak_megabytes())
        sizes = [int(size) / 1e6 for size in self.cluster.psql(SIZES).split("|")]
        run.sizes = [max(pair) for pair in zip(run.sizes, sizes)]

    def wait(self, condition: Callable[[], bool], run: Run, worker: Process, seconds: float, what: str) -> None:
        def holds() -> bool:
            self.look(run, worker)
            return condition()

        wait_until(holds, seconds, what, step=0.25)

    def verify(self) -> None:
        """Each bet is paid once, each account told once, and the ledger is right; by the rows and by the command."""
        self.bench.report.say("settlement: verifying")
        (audit,) = self.admin("ledger", "verify", "--tenant", TENANT)
        paid = 0
        for row in self.cluster.psql(SIDES).splitlines():
            kind, side, price, count = row.split("|")
            paid += PAYOUTS[kind, side, int(price)] * int(count)
        wanted = {
            "open bets": (0, "select count(*) from parlay.bets where status = 'open'"),
            "bets": (BETS, "select count(*) from parlay.bets where step = 1"),
            "bets with one payment": (
                BETS,
                "select count(*) from (select from parlay.ledger where step > 0"
                " group by bet_id having count(*) = 1 and min(step) = 1) s",
            ),
            "payments": (BETS, "select count(*) from parlay.ledger where step > 0"),
            "notices": (ACCOUNTS, "select count(*) from parlay.notices where kind = 'bet_settled'"),
            "accounts with a notice": (ACCOUNTS, "select count(distinct account_id) from parlay.notices"),
            "dead letters": (0, "select count(*) from parlay.dead_letters"),
        }
        seen = {what: (number, int(self.cluster.psql(sql))) for what, (number, sql) in wanted.items()}
        seen["differences in the ledger"] = (0, len(audit["differences"]))
        seen["cents in the sum of the ledger"] = (0, audit["sum_cents"])
        seen["cents of the house"] = (BETS * STAKE_CENTS - paid - ACCOUNTS * STARTING_CENTS, audit["house_cents"])
        wrong = {what: pair for what, pair in seen.items() if pair[0] != pair[1]}
        if wrong:
            raise Failure("; ".join(f"{what}: {found}, not {number}" for what, (number, found) in wrong.items()))


def settlement(bench: Bench) -> None:
    """Bets that one worker settles a second, and what that takes."""
    if not bench.parlay:
        return bench.report.skip("settlement", "without Parlay")
    book = Book(bench)
    runs = []
    for number in range(bench.rounds):
        bench.report.say(f"settlement: round {number + 1} of {bench.rounds}")
        runs.append(book.settle())
    rate = bench.report.median("settlement", [BETS / run.seconds for run in runs])
    name = f"settlement: {BETS:,} bets of one event"
    bench.report.rows.append(Row(name, "bets/s", rate))
    add_costs(bench, name, runs)


def kills(bench: Bench) -> None:
    """The same with the worker killed; only on demand, because each kill waits for a lease to end."""
    if not bench.parlay:
        return bench.report.skip("kills", "without Parlay")
    book = Book(bench)
    bench.report.say("kills: a run without any first")
    alone = book.settle()
    killed = book.settle(KILLS, alone.seconds)
    points = ", ".join(f"{count:,}" for count in killed.killed_at)
    bench.report.rounds["bets settled at each kill"] = killed.killed_at
    name = f"settlement: {BETS:,} bets, {KILLS} kills"
    note = f"each paid once; killed at {points} bets"
    bench.report.rows.append(Row(name, "s", killed.seconds, "no kills", alone.seconds, note=note))
    add_costs(bench, name, [killed])


def add_costs(bench: Bench, name: str, runs: list[Run]) -> None:
    memory = max(run.memory for run in runs)
    sizes = [max(run.sizes[number] for run in runs) for number in range(len(TABLES))]
    bench.report.rows.append(Row(f"{name}: most memory of the worker", "MB", memory))
    note = ", ".join(f"{table} {size:.1f}" for table, size in zip(TABLES, sizes))
    bench.report.rows.append(Row(f"{name}: largest tables together", "MB", sum(sizes), note=note))
