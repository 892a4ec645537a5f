"""A million open wagers at real towns in a tenant of their own: how near-you and search answer, and what searches that
no index helps do to others."""

import bisect
import csv
import hashlib
import http.client
import itertools
import random
import statistics
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from urllib.parse import quote

from .data import token_secret
from .database import NAME, Cluster
from .load import HOST, call
from .processes import Failure, wait_until
from .report import Report, Row

TENANT = "bench-wagers"
# What an app starts with, beside it.
SMALL = "bench-feed"
SMALL_WAGERS = 3_000
# Enough that its searches ask the index of texts; its rows lie among those of the large tenant.
BESIDE = "bench-search"
BESIDE_WAGERS = 20_000
BESIDE_PEOPLE = 300
PEOPLE = 20_000
TOKENS = 50
WAGERS = 1_000_000
PLACES = Path(__file__).parent.parent / "places.csv"
TEAMS = (
    "Arsenal Leeds Celtic Ajax Porto Roma Lazio Inter Milan Lyon Lens Betis Sevilla Cadiz Getafe Everton Fulham Chelsea "
    "Bears Packers Vikings Lions Chiefs Broncos Raiders Chargers Giants Eagles Cowboys Jets Bills Dolphins"
).split()
VERBS = ["beats", "draws with", "outscores", "loses to", "never catches", "shuts out"]
THINGS = ["the marathon", "a chess rematch", "darts at the pub", "the pie contest", "snow before Friday", "the bake-off"]
CATEGORIES = ["Sports"] * 5 + ["Games", "Food", "Weather", "Travel", "Other"]
# Of what people type, common and rare.
LETTERS = "ars lee cel aja por rom laz mil lyo sev pie mar dar sno bak kow osa ita bur xyz zzq par lon chi".split()
CATASTROPHES = [r"(a+)+$", r".*.*.*x", r"(.)(.)(.)(.)\4\3\2\1", r"(\w+)\s\1\s\1\s\1", r"(?=.*q)(?=.*z)(?=.*j)(?=.*w)kk"]

PEOPLE_ROWS = """
set search_path = parlay, public;
insert into tenants (slug, name, modules, settings)
values ('{tenant}', 'Wagers', '{{wagers}}', '{{"requests_per_second": 100000, "request_burst": 100000}}');
insert into accounts (tenant_id, username, email, first_name, last_name)
select t.id, 'person' || n, 'person' || n || '@bench.example', 'Person', 'Number ' || n
  from tenants t, generate_series(0, {people} - 1) n
 where t.slug = '{tenant}'
 order by n;
insert into blocks (tenant_id, account_id, blocked_id)
select a.tenant_id, a.id, a.id + 7 from accounts a join tenants t on t.id = a.tenant_id
 where t.slug = '{tenant}' and a.id % 100 = 0 and exists (select from accounts b where b.id = a.id + 7);
create table public.bench_tokens (username text, digest bytea, prefix text);
copy public.bench_tokens from stdin;
{tokens}
\\.
insert into tokens (tenant_id, account_id, digest, prefix, label, last_used_at, expires_at)
select a.tenant_id, a.id, m.digest, m.prefix, 'benchmark', now(), now() + interval '30 days'
  from public.bench_tokens m
  join accounts a on a.username_key = m.username
  join tenants t on t.id = a.tenant_id and t.slug = '{tenant}';
drop table public.bench_tokens;
"""

SMALL_ROWS = """
set search_path = parlay, public;
insert into tenants (slug, name, modules, settings)
values ('{tenant}', 'Feed', '{{wagers}}', '{{"requests_per_second": 100000, "request_burst": 100000}}');
insert into accounts (tenant_id, username, email, first_name)
select t.id, 'person' || n, 'person' || n || '@bench.example', 'Person'
  from tenants t, generate_series(1, 300) n
 where t.slug = '{tenant}';
insert into wagers (tenant_id, challenger_id, name, description, amount_cents, category, audience)
select a.tenant_id, a.id, 'Wager number ' || n, 'Some words about the wager number ' || n, 100 + n, 'Other',
       case when n % 10 = 0 then 'friends' else 'public' end
  from generate_series(1, {wagers}) n
  join tenants t on t.slug = '{tenant}'
  join accounts a on a.tenant_id = t.id and a.username_key = 'person' || (1 + n % 300);
insert into tokens (tenant_id, account_id, digest, prefix, label, last_used_at, expires_at)
select a.tenant_id, a.id, '\\x{digest}', '{prefix}', 'benchmark', now(), now() + interval '30 days'
  from accounts a join tenants t on t.id = a.tenant_id
 where t.slug = '{tenant}' and a.username_key = 'person1';
"""

BESIDE_ROWS = """
set search_path = parlay, public;
insert into tenants (slug, name, modules, settings)
values ('{tenant}', 'Search', '{{wagers}}', '{{"requests_per_second": 100000, "request_burst": 100000}}');
insert into accounts (tenant_id, username, email, first_name)
select t.id, 'person' || n, 'person' || n || '@bench.example', 'Person'
  from tenants t, generate_series(1, {people}) n
 where t.slug = '{tenant}';
insert into tokens (tenant_id, account_id, digest, prefix, label, last_used_at, expires_at)
select a.tenant_id, a.id, '\\x{digest}', '{prefix}', 'benchmark', now(), now() + interval '30 days'
  from accounts a join tenants t on t.id = a.tenant_id
 where t.slug = '{tenant}' and a.username_key = 'person1';
"""

# The large indexes are built over the rows, which takes a fraction of the time.
INDEXES = "wagers_place_idx", "wagers_text_idx", "wagers_status_idx", "wagers_category_idx", "wagers_challenger_idx"


class Towns:
    """Chosen as often as people live there."""

    def __init__(self) -> None:
        with PLACES.open(encoding="utf-8", newline="") as file:
            self.rows = [(row["name"], float(row["lat"]), float(row["lon"])) for row in csv.DictReader(file)]
            file.seek(0)
            self.sums = list(itertools.accumulate(int(row["population"]) for row in csv.DictReader(file)))

    def choose(self, source: random.Random) -> tuple[str, float, float]:
        return self.rows[bisect.bisect(self.sums, source.random() * self.sums[-1])]


def wager(source: random.Random, towns: Towns, tenant_id: int, first_account: int, people: int) -> str:
    name, lat, lon = towns.choose(source)
    lat = min(max(lat + source.gauss(0, 0.03), -89.9), 89.9)
    lon = (lon + source.gauss(0, 0.03) + 180) % 360 - 180
    one, other, thing = source.choice(TEAMS), source.choice(TEAMS), source.choice(THINGS)
    title = f"{one} {source.choice(VERBS)} {other}" if source.random() < 0.6 else f"Bet on {thing} in {name}"[:80]
    text = f"I say {one} {source.choice(VERBS)} {other}; the loser buys dinner in {name}. Number {source.randrange(10**6)}."
    audience = "friends" if source.random() < 0.1 else "public"
    cells = [
        tenant_id, first_account + source.randrange(people), title, text, source.choice([100, 500, 1000, 2500, 10000]),
        source.choice(CATEGORIES), audience, f"{lat:.5f}", f"{lon:.5f}",
    ]  # fmt: skip
    return "\t".join(str(cell).replace("\\", "\\\\") for cell in cells) + "\n"


def load_small(cluster: Cluster) -> str:
    """Fills the small tenant; answers a token."""
    token = token_secret(random.Random(7))
    digest = hashlib.sha256(token.encode()).hexdigest()
    cluster.psql(SMALL_ROWS.format(tenant=SMALL, wagers=SMALL_WAGERS, digest=digest, prefix=token[:11]))
    settle(cluster)
    return token


def ids(cluster: Cluster, tenant: str) -> tuple[int, int]:
    """The tenant's id and that of its first account."""
    tenant_id = int(cluster.psql(f"select id from parlay.tenants where slug = '{tenant}'"))
    return tenant_id, int(cluster.psql(f"select min(id) from parlay.accounts where tenant_id = {tenant_id}"))


def copy(cluster: Cluster, rows: Iterable[str]) -> None:
    columns = "tenant_id, challenger_id, name, description, amount_cents, category, audience, lat, lon"
    command = [str(cluster.programs / "psql"), "--no-psqlrc", "--quiet", "--host", str(cluster.directory)]
    command += ["--username", cluster.user, NAME, "--command", f"copy parlay.wagers ({columns}) from stdin"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, text=True) as process:
        assert process.stdin
        process.stdin.writelines(rows)
        process.stdin.close()
    if process.returncode != 0:
        raise Failure("the wagers were not loaded")


def settle(cluster: Cluster) -> None:
    cluster.psql("vacuum (analyze) parlay.wagers")
    cluster.psql("vacuum (analyze) parlay.accounts")


def load_beside(cluster: Cluster) -> str:
    """Fills the tenant that searches, alone so far; answers a token."""
    token = token_secret(random.Random(10))
    digest = hashlib.sha256(token.encode()).hexdigest()
    cluster.psql(BESIDE_ROWS.format(tenant=BESIDE, people=BESIDE_PEOPLE, digest=digest, prefix=token[:11]))
    tenant_id, first = ids(cluster, BESIDE)
    source, towns = random.Random(11), Towns()
    copy(cluster, (wager(source, towns, tenant_id, first, BESIDE_PEOPLE) for _ in range(BESIDE_WAGERS)))
    settle(cluster)
    return token


def load(cluster: Cluster, report: Report, count: int = WAGERS) -> list[str]:
    """Fills the large tenant, and that of `load_beside` again, its rows spread among the others; answers tokens."""
    source = random.Random(4)
    tokens = [token_secret(source) for _ in range(TOKENS)]
    material = "\n".join(
        f"person{number * 100}\t\\\\x{hashlib.sha256(token.encode()).hexdigest()}\t{token[:11]}"
        for number, token in enumerate(tokens)
    )
    cluster.psql(PEOPLE_ROWS.format(tenant=TENANT, people=PEOPLE, tokens=material))
    tenant_id, first = ids(cluster, TENANT)
    beside_id, beside_first = ids(cluster, BESIDE)
    report.say(f"wagers: loading {count:,}")
    names = ", ".join(f"'{name}'" for name in INDEXES)
    definitions = cluster.psql(
        f"select indexdef || ';' from pg_indexes where schemaname = 'parlay' and indexname in ({names})"
    )
    cluster.psql("set search_path = parlay; " + "".join(f"drop index {name};" for name in INDEXES))
    cluster.psql(f"delete from parlay.wagers where tenant_id = {beside_id}")
    towns = Towns()

    def rows() -> Iterator[str]:
        for number in range(count):
            yield wager(source, towns, tenant_id, first, PEOPLE)
            if number % (count // BESIDE_WAGERS) == 0:
                yield wager(source, towns, beside_id, beside_first, BESIDE_PEOPLE)

    copy(cluster, rows())
    report.say("wagers: building their indexes")
    cluster.psql("set search_path = parlay, public; set maintenance_work_mem = '512MB'; " + definitions)
    settle(cluster)
    return tokens


class Client:
    """One keep-alive connection that asks one thing after the other."""

    def __init__(self, port: int, tokens: list[str], source: random.Random, tenant: str = TENANT) -> None:
        self.port, self.tokens, self.source, self.tenant = port, tokens, source, tenant
        self.connection = http.client.HTTPConnection(HOST, port, timeout=30)

    def get(self, path: str, *, token: str | None = None, allowed: tuple[int, ...] = (200,)) -> tuple[float, dict]:
        """Milliseconds and the answer."""
        token = token or self.source.choice(self.tokens)
        begun = time.perf_counter()
        answer = call(self.port, "GET", f"/v1/{self.tenant}/{path}", token=token, connection=self.connection)
        took = (time.perf_counter() - begun) * 1000
        if answer.status not in allowed:
            raise Failure(f"{path}: {answer.status} {answer.body[:300]!r}")
        return took, {**answer.json(), "status": answer.status}


def quantiles(times: list[float]) -> tuple[float, float]:
    return statistics.median(times), statistics.quantiles(times, n=100)[98]


def time_each(report: Report, kinds: dict[str, Callable[[], float]], seconds: float) -> None:
    """A row for the median and one for the 99th percentile of each."""
    for name, run in kinds.items():
        report.say(f"wagers: {name}")
        for _ in range(20):
            run()
        times, end = [], time.monotonic() + seconds * 3
        while time.monotonic() < end or len(times) < 100:
            times.append(run())
        for label, value in zip(("p50", "p99"), quantiles(times)):
            report.rows.append(Row(f"{name} {label}", "ms", value, note=f"{len(times)} requests"))


def measure_feed(port: int, token: str, report: Report, seconds: float, tenant: str, count: int) -> None:
    """The default feed, without filters, as an app shows it first."""
    client = Client(port, [token], random.Random(8), tenant)
    kinds = {
        f"default feed of {count:,}, five": lambda: client.get("wagers/?limit=5")[0],
        f"default feed of {count:,}, a page": lambda: client.get("wagers/")[0],
    }
    time_each(report, kinds, seconds)


def measure_beside(port: int, token: str, seconds: float) -> tuple[float, float]:
    """Searches of the tenant beside the large one, or alone: median and 99th percentile."""
    source, client = random.Random(12), Client(port, [token], random.Random(13), BESIDE)

    def search(allowed: tuple[int, ...]) -> float:
        return client.get(f"search/?in=wagers&q={source.choice(LETTERS)}", allowed=allowed)[0]

    # The first meet PostgreSQL's buffers as a million inserts have left them, dirty and without this tenant's rows: that alone may
    # take longer than a search can.
    for _ in range(100):
        search((200, 400))
    times, end = [], time.monotonic() + seconds * 3
    while time.monotonic() < end or len(times) < 100:
        times.append(search((200,)))
    return quantiles(times)


def report_beside(report: Report, alone: tuple[float, float], beside: tuple[float, float]) -> None:
    name = f"search in {BESIDE_WAGERS:,} beside {WAGERS:,} of another tenant"
    report.rows.append(
        Row(f"{name} p50", "ms", beside[0], "alone", alone[0], at_most=3, on_ratio=True)
    )
    report.rows.append(Row(f"{name} p99", "ms", beside[1], "alone", alone[1]))


def measure(port: int, tokens: list[str], report: Report, seconds: float) -> None:
    source = random.Random(9)
    towns, client = Towns(), Client(port, tokens, random.Random(5))

    def near(sort: str, page: int) -> float:
        _, lat, lon = towns.choose(source)
        path, cursor, token = f"wagers/?near={lat},{lon}{sort}", "", tokens[0]
        for _ in range(page - 1):
            _, answer = client.get(path + cursor, token=token)
            cursor = f"&cursor={answer['next_cursor']}" if answer["next_cursor"] else ""
        return client.get(path + cursor, token=token)[0]

    kinds = {
        "near you, newest first, first page": lambda: near("", 1),
        "near you, newest first, fourth page": lambda: near("", 4),
        "near you, nearest first, first page": lambda: near("&sort=distance", 1),
        "near you, nearest first, fourth page": lambda: near("&sort=distance", 4),
        "search for three letters": lambda: client.get(f"search/?in=wagers&q={source.choice(LETTERS)}")[0],
    }
    time_each(report, kinds, seconds)
    measure_feed(port, tokens[0], report, seconds, TENANT, WAGERS)
    beside_catastrophes(port, tokens, report, seconds)


def beside_catastrophes(port: int, tokens: list[str], report: Report, seconds: float) -> None:
    """Eight clients search without pause for what no index helps; one reads its profile meanwhile."""
    reader, stop = Client(port, tokens[:1], random.Random(6)), threading.Event()
    seen: dict[str, int] = {}
    lock = threading.Lock()

    def search(number: int) -> None:
        client = Client(port, [tokens[1 + number]], random.Random(number))
        while not stop.is_set():
            expression = client.source.choice(CATASTROPHES)
            _, answer = client.get(f"search/?in=wagers&q={quote(expression)}", allowed=(200, 400, 503))
            with lock:
                what = str(answer.get("code", "found"))
                seen[what] = seen.get(what, 0) + 1

    def read() -> tuple[float, float]:
        times, end = [], time.monotonic() + seconds * 3
        while time.monotonic() < end:
            times.append(reader.get("profiles/me/")[0])
        return quantiles(times)

    report.say("wagers: reads alone")
    alone = read()
    threads = [threading.Thread(target=search, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    try:
        report.say("wagers: reads beside catastrophic searches")
        beside = read()
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    note = ", ".join(f"{count} {what}" for what, count in sorted(seen.items()))
    for label, one, other in zip(("p50", "p99"), beside, alone):
        report.rows.append(Row(f"me beside catastrophic searches {label}", "ms", one, "alone", other, note=note))


def wait_for_tenant(port: int, token: str, tenant: str = TENANT) -> None:
    def answers() -> bool:
        return call(port, "GET", f"/v1/{tenant}/profiles/me/", token=token).status == 200

    wait_until(answers, 30, "the front did not take the tenant up")
