"""The consoles over a large installation, the operator's and that of one large tenant: how long each screen takes, how many
statements it sends, and how many rows these read.

The rows are made by SQL, without triggers: ten thousand tenants by default, with accounts, waiting and dead jobs, mail and audit rows
spread unevenly, as in life: a few tenants have a large share.
"""

import http.client
import json
import random
import re
import statistics
import time

from .data import token_secret
from .database import Cluster
from .load import HOST, call, free_port
from .measuring import Bench, check_status
from .pages import add_tokens
from .processes import Failure, Process, wait_until
from .report import Row
from .servers import PARLAY, parlay_environment
from .statements import Recorded, record

# Requests of each screen.
REQUESTS = 100
STATEMENTS = 3
MILLISECONDS = 100
# A statement that reads more rows than this of a large table looks at what it does not show.
ROWS_READ = 50_000
LARGE = ("accounts", "jobs", "dead_letters", "audit", "stored_mails")

# `spread` puts half of the rows into one tenant in a hundred.
ROWS = """
set search_path = parlay, public;
set session_replication_role = replica;
set synchronous_commit = off;

insert into tenants (slug, name, modules)
select 'tenant-' || lpad(n::text, 5, '0'), 'Tenant number ' || n, '{{}}' from generate_series(1, {tenants}) n;

create temporary table place as
select row_number() over (order by id) - 1 as place, id from tenants where slug like 'tenant-%';
create unique index on place (place);
analyze place;

create function pg_temp.spread(n bigint) returns bigint language sql immutable as $$
    select case when n % 2 = 0 then hashint8(n)::bigint & 1073741823
                else ((hashint8(n)::bigint & 1073741823) % greatest(1, {tenants} / 100)) * 100 end % {tenants}
$$;

insert into accounts (tenant_id, username, email, created_at, last_active_at)
select p.id, 'person' || n, 'person' || n || '@bench.example', now() - n * interval '1 second', now() - n * interval '1 second'
  from generate_series(1, {accounts}) n join place p on p.place = pg_temp.spread(n);

-- Nine in ten wait, one in ten is dead; one kind is rare.
insert into jobs (tenant_id, kind, payload, run_at)
select p.id, case when n % 100000 = 7 then 'rare_kind' else (array['send_mail', 'deliver_webhook', 'match', 'settle_event'])[n % 4 + 1] end,
       '{{}}', now() + interval '30 days' + n * interval '1 millisecond'
  from generate_series(1, {jobs} * 9 / 10) n join place p on p.place = pg_temp.spread(n);
insert into dead_letters (tenant_id, id, kind, payload, attempt, max_attempts, last_error, created_at, died_at)
select p.id, 1000000000 + n,
       case when n % 10000 = 7 then 'rare_kind' else (array['send_mail', 'deliver_webhook', 'match', 'settle_event'])[n % 4 + 1] end,
       '{{}}', 10, 10, 'the server is gone', now() - interval '1 day', now() - n * interval '1 second'
  from generate_series(1, {jobs} / 10) n join place p on p.place = pg_temp.spread(n);

insert into audit (tenant_id, action, subject_type, subject_id, details, created_at)
select p.id, case when n % 100000 = 7 then 'tenant.change' else (array['account.suspend', 'job.retry', 'report.close'])[n % 3 + 1] end,
       'account', n, '{{"reason": "because"}}', now() - interval '300 days' + n * interval '1 millisecond'
  from generate_series(1, {audit}) n join place p on p.place = pg_temp.spread(n);

insert into stored_mails (tenant_id, account_id, message_id, recipient, subject, text, source)
select p.id, 1, n || '@bench', 'person' || n || '@bench.example', 'Subject ' || n, 'Text', 'bench'
  from generate_series(1, {accounts} / 10) n join place p on p.place = pg_temp.spread(n);

set session_replication_role = origin;
"""


def screens(tenant: str, job: tuple[str, str], mail: str) -> dict[str, str]:
    """The path of each screen, with the filters that people set."""
    return {
        "health": "/",
        "tenants": "/tenants",
        "tenants: search": "/tenants?q=number%20777",
        "tenants: one": f"/tenants/{tenant}",
        "tenants: settings": f"/tenants/{tenant}/settings",
        "jobs: dead": "/jobs",
        "jobs: waiting": "/jobs?state=available",
        "jobs: running": "/jobs?state=running",
        "jobs: dead of a tenant": f"/jobs?tenant={tenant}",
        "jobs: waiting of a tenant": f"/jobs?state=available&tenant={tenant}",
        "jobs: dead of a kind": "/jobs?kind=send_mail",
        "jobs: waiting of a kind": "/jobs?state=available&kind=send_mail",
        "jobs: waiting of a rare kind": "/jobs?state=available&kind=rare_kind",
        "jobs: of a kind that is not there": "/jobs?state=available&kind=no_such_kind",
        "jobs: all of a filter": f"/jobs/all?action=retry&tenant={tenant}",
        "jobs: one": f"/jobs/{job[0]}/{job[1]}",
        "schedules": "/schedules",
        "mail": "/mail",
        "mail: of a tenant": f"/mail?tenant={tenant}",
        "mail: one": f"/mail/{tenant}/{mail}",
        "accounts: a name": "/accounts?q=person4242",
        "accounts: nobody": "/accounts?q=nobody",
        "audit": "/audit",
        "audit: of a tenant": f"/audit?tenant={tenant}",
        "audit: an action": "/audit?action=job.retry",
        "audit: a rare action": "/audit?action=tenant.change",
        "audit: an action that is not there": "/audit?action=no.such",
    }


def own_screens(tenant: str, account: str) -> dict[str, str]:
    """The path of each screen of a tenant's console that has rows here."""
    admin = f"/app/{tenant}/admin"
    return {
        "overview": admin,
        "people": f"{admin}/people",
        "people: by name": f"{admin}/people?sort=name",
        "people: by activity": f"{admin}/people?sort=last_active",
        "people: a name": f"{admin}/people?q=person4242",
        "people: an address": f"{admin}/people?q=person4242%40bench.example",
        "people: nobody": f"{admin}/people?q=nobody",
        "people: one": f"{admin}/people/{account}",
        "audit": f"{admin}/audit",
        "audit: an action": f"{admin}/audit?action=report.close",
        "settings": f"{admin}/settings",
        "invites": f"{admin}/invites",
        "webhooks": f"{admin}/webhooks",
        "keys": f"{admin}/keys",
        "reports": f"{admin}/reports",
        "hidden": f"{admin}/hidden",
    }


def load(cluster: Cluster, sizes: dict[str, int]) -> None:
    cluster.psql(ROWS.format(**sizes))
    cluster.psql("vacuum (analyze)")
    cluster.psql("checkpoint")


class Browser:
    """A browser that is signed in."""

    def __init__(self, port: int, cookie: str) -> None:
        self.port = port
        self.headers = {"Cookie": cookie}

    def get(self, path: str, connection: http.client.HTTPConnection | None = None) -> str:
        answer = call(self.port, "GET", path, headers=self.headers, connection=connection)
        check_status(answer.status, 200, path)
        return answer.body.decode()


class Console(Browser):
    """The operator's console, and the browser that has followed its link."""

    def __init__(self, cluster: Cluster) -> None:
        port = free_port()
        command = [str(PARLAY), "console", "--listen", f"{HOST}:{port}"]
        self.process = Process("parlay console", command, environment=parlay_environment(cluster))
        wait_until(lambda: "/enter/" in self.printed(), 30, "no link of the console")
        code = re.search(r"/enter/(\S+)", self.printed()).group(1)
        entered = call(port, "GET", f"/enter/{code}")
        check_status(entered.status, 303, "the link")
        headers = {name.lower(): value for name, value in entered.headers.items()}
        super().__init__(port, headers["set-cookie"].split(";")[0])

    def printed(self) -> str:
        self.process.check()
        return self.process.tail()

    def close(self) -> None:
        self.process.stop()


def consoles(bench: Bench) -> None:
    """On demand, because the rows take minutes to make."""
    if not bench.parlay:
        return bench.report.skip("consoles", "without Parlay")
    sizes = bench.sizes
    bench.report.say("consoles: " + ", ".join(f"{count:,} {what}" for what, count in sizes.items()))
    load(bench.cluster, sizes)
    tenant = "tenant-00001"
    where = f"where tenant_id = (select id from parlay.tenants where slug = '{tenant}')"
    job = bench.cluster.psql(f"select tenant_id, id from parlay.dead_letters {where} limit 1").split("|")
    mail = bench.cluster.psql(f"select id from parlay.stored_mails {where} limit 1")
    console = Console(bench.cluster)
    try:
        found = screens(tenant, (job[0], job[1]), mail)
        for name, path in list(found.items()):
            following = re.search(r'href="([^"]*cursor=[^"]*)"', console.get(path))
            if following and name in ("jobs: dead", "jobs: waiting", "audit", "tenants", "mail"):
                found[f"{name}, next page"] = following.group(1).replace("&amp;", "&")
        for name, path in found.items():
            measure(bench, console, f"console: {name}", path)
    finally:
        console.close()
    account = bench.cluster.psql(f"select min(id) from parlay.accounts {where}")
    browser = own(bench, tenant, account)
    for name, path in own_screens(tenant, account).items():
        measure(bench, browser, f"own console: {name}", path)


def own(bench: Bench, tenant: str, account: str) -> Browser:
    """Signs an administrator of the tenant in."""
    username = bench.cluster.psql(
        f"""
        update parlay.accounts set role = 'admin'
         where tenant_id = (select id from parlay.tenants where slug = '{tenant}') and id = {account}
        returning username_key
        """
    ).split()[0]
    secret = token_secret(random.Random())
    add_tokens(bench, tenant, [username], [secret])
    return Browser(bench.parlay.port, f"parlay-{tenant}={secret}")


def measure(bench: Bench, console: Browser, name: str, path: str) -> None:
    bench.report.say(name)
    times: list[float] = []
    connection = http.client.HTTPConnection(HOST, console.port, timeout=30)
    for _ in range(REQUESTS):
        began = time.perf_counter()
        console.get(path, connection)
        times.append((time.perf_counter() - began) * 1000)
    connection.close()
    statements = sent(bench.cluster, console, path)
    read = max((rows_read(bench.cluster, statement) for statement in statements), default=0)
    p99 = statistics.quantiles(times, n=100)[98]
    bench.report.rounds[name] = [round(value, 3) for value in times]
    note = f"{len(statements)} statements, {read:,} rows read at most; p50 {statistics.median(times):.1f} ms"
    if len(statements) > STATEMENTS:
        note += f"; MORE THAN {STATEMENTS} STATEMENTS"
    bench.report.rows.append(Row(f"{name}: p99", "ms", p99, at_most=MILLISECONDS, note=note))
    if read > ROWS_READ:
        bench.report.say(f"{name} reads {read:,} rows in a statement")


def sent(cluster: Cluster, console: Browser, path: str) -> list[Recorded]:
    """The statements of one request. What the console keeps for a minute needs none."""
    try:
        return record(cluster, console, lambda: console.get(path))
    except Failure as failure:
        if "has no statement" in str(failure):
            return []
        raise


def rows_read(cluster: Cluster, statement: Recorded) -> int:
    """How many rows of large tables the statement looks at, as PostgreSQL counts. A sequential scan of one ends the run."""
    values = ", ".join("null" if value is None else "'" + str(value).replace("'", "''") + "'" for value in statement.values)
    execute = f"execute measured({values})" if statement.values else "execute measured"
    plan = cluster.psql(
        f"""
        begin;
        set local role parlay_owner;
        set local search_path = parlay, public;
        set local plan_cache_mode = force_custom_plan;
        set local enable_seqscan = off;
        set local jit = off;
        prepare measured as {statement.sql};
        explain (analyze, timing off, format json) {execute};
        rollback;
        """
    )
    return walk(json.loads(plan)[0]["Plan"], statement.sql)


def walk(node: dict, sql: str) -> int:
    if node["Node Type"] == "Seq Scan" and node.get("Relation Name") in LARGE:
        raise Failure(f"a sequential scan of {node['Relation Name']} by\n{sql}")
    read = 0
    if node.get("Relation Name") in LARGE:
        removed = node.get("Rows Removed by Filter", 0) + node.get("Rows Removed by Index Recheck", 0)
        read = round((node["Actual Rows"] + removed) * node["Actual Loops"])
    return read + sum(walk(child, sql) for child in node.get("Plans", []))
