"""What a page costs against the call with the same data."""

import hashlib
import statistics

from .data import TENANT
from .load import Wrk
from .measuring import CONNECTIONS, Bench, settle
from .report import Row

# The page, the call that it shows, and how both are named in rows.
PAGES = (
    ("matches", "matches", "matches/"),
    ("partners", "partners", "profiles/?limit=20"),
)


def pages(bench: Bench) -> None:
    if not bench.parlay:
        return bench.report.skip("pages", "without Parlay")
    server, tokens = bench.parlay, bench.data.tokens_file
    sign_in(bench)
    for name, page, call in PAGES:
        calls: list[float] = []
        shown: list[float] = []
        slowest: list[float] = []
        for number in range(bench.rounds):
            bench.report.say(f"pages: {name}, round {number + 1} of {bench.rounds}")
            settle(bench, server)
            arguments = (tokens, TENANT, call)
            calls.append(Wrk("read", server.port, bench.seconds, *arguments, connections=CONNECTIONS).finish().rate)
            settle(bench, server)
            arguments = (tokens, TENANT, page)
            result = Wrk("page", server.port, bench.seconds, *arguments, connections=CONNECTIONS).finish()
            shown.append(result.rate)
            slowest.append(result.p99_ms)
            server.process.check()
        ratio = statistics.median(rate / of_call for rate, of_call in zip(shown, calls))
        median = bench.report.median
        bench.report.rows.append(
            Row(f"page of {name}", "requests/s", median(f"page {name}", shown), "the call", median(f"call {name}", calls))
        )
        bench.report.rows.append(Row(f"page of {name} against the call", "x", ratio, at_least=0.4))
        bench.report.rows.append(Row(f"page of {name}: p99", "ms", statistics.median(slowest), at_most=50))


def sign_in(bench: Bench) -> None:
    """Browsers with the texts of the tokens of apps; the digest of a browser's has a prefix."""
    lines = "\n".join(
        f"\\\\x{hashlib.sha256(token.encode()).hexdigest()}\t\\\\x{hashlib.sha256(f'browser {token}'.encode()).hexdigest()}"
        for token in bench.data.tokens
    )
    bench.cluster.psql(
        f"""
        set search_path = parlay, public;
        create temporary table browsers (app bytea, browser bytea);
        copy browsers from stdin;
{lines}
\\.
        insert into tokens (tenant_id, account_id, digest, prefix, label, kind, last_used_at, expires_at)
        select t.tenant_id, t.account_id, b.browser, t.prefix, 'browser', 'browser', now(), now() + interval '30 days'
          from browsers b join tokens t on t.digest = b.app
        on conflict do nothing;
        analyze tokens;
        """
    )
