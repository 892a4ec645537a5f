"""What a page costs against the call with the same data."""

import hashlib
import random
import statistics
from dataclasses import dataclass
from pathlib import Path

from .data import TENANT, token_secret
from .load import Wrk
from .measuring import CONNECTIONS, Bench, settle
from .report import Row
from .tree import admin
from .wagers import wait_for_tenant

# People of the demo tenants. The largest shelf and most of the bets are theirs.
PEOPLE = ("ada", "ben", "chen", "dora", "eli", "fay")


@dataclass
class Page:
    name: str
    tenant: str
    path: str
    call: str


PAGES = (
    Page("matches", TENANT, "matches", "matches/"),
    Page("partners", TENANT, "partners", "profiles/?limit=20"),
    Page("the feed", "wager", "wagers", "wagers/"),
    Page("a week", "draftqueens", "events", "events/?week=current&limit=100"),
    Page("a shelf", "ggtracker", "shelf?status=all", "shelf/?limit=30"),
)

# Tokens of apps and of browsers with the same text: the digest of a browser's has a prefix.
TOKENS = """
set search_path = parlay, public;
update tenants set settings = settings || '{{"requests_per_second": 100000, "request_burst": 100000}}' where slug = '{tenant}';
create temporary table material (username text, digest bytea, prefix text, kind text);
copy material from stdin;
{lines}
\\.
insert into tokens (tenant_id, account_id, digest, prefix, label, kind, last_used_at, expires_at)
select a.tenant_id, a.id, m.digest, m.prefix, 'benchmark', m.kind, now(), now() + interval '30 days'
  from material m
  join tenants t on t.slug = '{tenant}'
  join accounts a on a.tenant_id = t.id and a.username_key = m.username
on conflict do nothing;
analyze tokens;
"""


def pages(bench: Bench) -> None:
    if not bench.parlay:
        return bench.report.skip("pages", "without Parlay")
    server = bench.parlay
    bench.report.say("pages: loading the demo tenants")
    admin(bench, "demo", "load")
    tokens = {page.tenant: sign_in(bench, page.tenant) for page in PAGES}
    for page in PAGES:
        calls: list[float] = []
        shown: list[float] = []
        slowest: list[float] = []
        for number in range(bench.rounds):
            bench.report.say(f"pages: {page.name}, round {number + 1} of {bench.rounds}")
            settle(bench, server)
            arguments = (tokens[page.tenant], page.tenant, page.call)
            calls.append(Wrk("read", server.port, bench.seconds, *arguments, connections=CONNECTIONS).finish().rate)
            settle(bench, server)
            arguments = (tokens[page.tenant], page.tenant, page.path)
            result = Wrk("page", server.port, bench.seconds, *arguments, connections=CONNECTIONS).finish()
            shown.append(result.rate)
            slowest.append(result.p99_ms)
            server.process.check()
        name = f"page of {page.name}"
        ratio = statistics.median(rate / of_call for rate, of_call in zip(shown, calls))
        median = bench.report.median
        row = Row(name, "requests/s", median(name, shown), "the call", median(f"call of {name}", calls))
        bench.report.rows.append(row)
        bench.report.rows.append(Row(f"{name} against the call", "x", ratio, at_least=0.4))
        bench.report.rows.append(Row(f"{name}: p99", "ms", statistics.median(slowest), at_most=50))


def sign_in(bench: Bench, tenant: str) -> Path:
    """Signs people in by apps and browsers, and writes their tokens to a file."""
    if tenant == TENANT:
        people, file = [f"person{number}" for number in range(len(bench.data.tokens))], bench.data.tokens_file
        secrets = bench.data.tokens
    else:
        source = random.Random(tenant)
        people, file = list(PEOPLE), bench.data.tokens_file.with_name(f"tokens-{tenant}")
        secrets = [token_secret(source) for _ in people]
        file.write_text("".join(f"{secret}\n" for secret in secrets))
    add_tokens(bench, tenant, people, secrets)
    return file


def add_tokens(bench: Bench, tenant: str, people: list[str], secrets: list[str]) -> None:
    """A secret for each username: that of an app, and that of a browser."""
    lines = []
    for person, secret in zip(people, secrets):
        for kind, text in (("app", secret), ("browser", f"browser {secret}")):
            digest = hashlib.sha256(text.encode()).hexdigest()
            lines.append(f"{person}\t\\\\x{digest}\t{secret[:11]}\t{kind}")
    bench.cluster.psql(TOKENS.format(tenant=tenant, lines="\n".join(lines)))
    wait_for_tenant(bench.parlay.port, secrets[0], tenant)
