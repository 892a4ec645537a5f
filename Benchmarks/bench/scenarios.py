"""What is measured. Each scenario adds its rows to the report."""

import contextlib
import statistics
import time
from collections.abc import Callable

from . import jobs
from . import wagers as wager_bench
from .bets import bets
from .consoles import consoles
from .credentials import credentials
from .data import TENANT, reset
from .followers import followers
from .games import games
from .heavy import heavy
from .hostile import Crowd, percentile, probe
from .live import live
from .load import IdleConnections, Result, Wrk, call, is_up
from .logins import login_times, reads_during_logins
from .measuring import CONNECTIONS, Bench, Processor, Run, add_rows, check_status, measure, read_run, settle, warm_up
from .pages import pages
from .processes import Failure, wait_until
from .report import Row
from .servers import DJANGO_MODES, LIST, LIST_OF_ONE, LIST_ROWS, ME, Server, start_django, start_parlay
from .settlement import kills, settlement
from .statements import postgres
from .strangers import strangers
from .tree import imports, tree

IDLE_CONNECTIONS = 10_000


def me(bench: Bench) -> None:
    run = read_run(bench, ME, 200)
    warm_up(bench, read_run(bench, ME, 200, 2))
    add_rows(bench, "me", measure(bench, "me", run, with_bare=bench.with_bare), at_least=30)


def list_partners(bench: Bench) -> None:
    warm_up(bench, read_run(bench, LIST, 200, 2))
    add_rows(bench, "list", measure(bench, "list", read_run(bench, LIST, 200)), at_least=18)


def rows(bench: Bench) -> None:
    """What each row of a list costs beyond the first, in runs of one and of all rows that alternate."""
    if not bench.parlay:
        return bench.report.skip("rows", "without Parlay")
    server = bench.parlay
    warm_up(bench, read_run(bench, LIST, 200, 2))
    differences: list[Run] = []
    for number in range(bench.rounds):
        runs: list[Run] = []
        for count, path in ((1, LIST_OF_ONE), (LIST_ROWS, LIST)):
            bench.report.say(f"rows: {count}, round {number + 1} of {bench.rounds}")
            settle(bench, server)
            processor = Processor(bench, server)
            runs.append(processor.of(read_run(bench, path, 200)(server)))
            server.process.check()
        first, whole = runs
        differences.append(
            Run(
                whole.result,
                (whole.server_cpu - first.server_cpu) / (LIST_ROWS - 1),
                (whole.database_cpu - first.database_cpu) / (LIST_ROWS - 1),
            )
        )
    for what, values, at_most in (
        ("server CPU", [run.server_cpu for run in differences], 2),
        ("PostgreSQL CPU", [run.database_cpu for run in differences], None),
    ):
        value = bench.report.median(f"rows {what}", values)
        bench.report.rows.append(Row(f"rows: {what} beyond the first", "us/row", value, at_most=at_most))


def put_match(bench: Bench) -> None:
    def run(server: Server) -> Result:
        settle(bench, server)
        reset(bench.cluster)
        # One connection a thread: see load/put.lua.
        arguments = (bench.data.matches_file, TENANT, CONNECTIONS)
        settings = {"connections": CONNECTIONS, "threads": CONNECTIONS}
        return Wrk("put", server.port, bench.seconds, *arguments, **settings).finish()

    add_rows(bench, "put", measure(bench, "put", run), at_least=12)
    reset(bench.cluster)


def keyed(bench: Bench) -> None:
    """POSTs with an Idempotency-Key, alone and while one account guesses its password in such calls."""
    if not bench.parlay:
        return bench.report.skip("keyed", "without Parlay")
    server, data = bench.parlay, bench.data
    last = f"username_key = 'person{len(data.tokens) - 1}' and tenant_id = {data.tenant_id}"
    account = bench.cluster.psql(f"select id from parlay.accounts where {last}")

    def post(label: str) -> Run:
        settle(bench, server)
        arguments = (data.tokens_file, TENANT, account, label)
        processor = Processor(bench, server)
        return processor.of(Wrk("keyed", server.port, bench.seconds, *arguments, connections=CONNECTIONS).finish())

    alone: list[Run] = []
    beside: list[Run] = []
    guesses: list[float] = []
    for number in range(bench.rounds):
        bench.report.say(f"keyed: alone, round {number + 1} of {bench.rounds}")
        alone.append(post(f"alone-{number}"))
        bench.report.say(f"keyed: beside guesses, round {number + 1} of {bench.rounds}")
        settle(bench, server)
        # Longer than the posts, at both ends.
        arguments = (data.tokens_file, TENANT, f"{number}")
        crowd = Wrk("guess", server.port, bench.seconds + 2, *arguments, connections=150)
        try:
            time.sleep(1)
            arguments = (data.tokens_file, TENANT, account, f"beside-{number}")
            processor = Processor(bench, server)
            result = Wrk("keyed", server.port, bench.seconds, *arguments, connections=CONNECTIONS).finish()
            beside.append(processor.of(result))
            guessed = crowd.finish(may_refuse=True)
        finally:
            crowd.stop()
        guesses.append(guessed.requests / guessed.seconds)
    add_rows(bench, "keyed", {"Parlay": alone}, None)
    median = bench.report.median
    for what, unit, value in (
        ("rate", "requests/s", lambda run: run.result.rate),
        ("p50", "ms", lambda run: run.result.p50_ms),
        ("p99", "ms", lambda run: run.result.p99_ms),
    ):
        row = Row(
            f"keyed beside wrong passwords: {what}",
            unit,
            median(f"keyed beside {what}", [value(run) for run in beside]),
            "Parlay alone",
            median(f"keyed alone {what}", [value(run) for run in alone]),
        )
        if what == "rate":
            row.note = f"{statistics.median(guesses):.0f} guesses/s by 150 clients with one token"
        bench.report.rows.append(row)
    bench.report.rounds["guesses"] = guesses


def memory(bench: Bench) -> None:
    if not bench.parlay:
        return bench.report.skip("memory", "without Parlay")
    bench.report.say("memory: idle")
    with contextlib.closing(start_parlay(bench.cluster)) as server:
        server.wait(bench.data.tokens[0])
        time.sleep(2)
        idle = server.process.resident_megabytes()
        bench.report.say(f"memory: opening {IDLE_CONNECTIONS} connections")
        with contextlib.closing(IdleConnections(server.port, ME, bench.data.tokens, IDLE_CONNECTIONS)) as connections:
            # The sweep of each loop, once a second, returns the buffers of those that have become idle.
            time.sleep(3)
            connected = server.process.resident_megabytes()
            connections.check(bench.data.tokens[0])
    of_peer = bench.django.process.resident_megabytes() if bench.django else None
    peer = "Django" if of_peer else ""
    bench.report.rows.append(Row("memory: idle", "MB", idle, peer, of_peer, at_most=30))
    bench.report.rows.append(Row(f"memory: {IDLE_CONNECTIONS} idle connections", "MB", connected, at_most=100))


def start(bench: Bench) -> None:
    if not bench.parlay:
        return bench.report.skip("start", "without Parlay")
    healthy: list[float] = []
    answered: list[float] = []
    token = bench.data.tokens[0]
    for number in range(10):
        bench.report.say(f"start: {number + 1} of 10")
        began = time.monotonic()
        with contextlib.closing(start_parlay(bench.cluster)) as server:
            for path, caller, times in (("/healthz", None, healthy), (ME, token, answered)):
                wait_until(lambda: is_up(server.port, path, caller), 30, f"no answer to {path}", step=0.001)
                times.append((time.monotonic() - began) * 1000)
    bench.report.rows.append(Row("start: to /healthz", "ms", bench.report.median("start healthz", healthy)))
    first = bench.report.median("start first answer", answered)
    bench.report.rows.append(Row("start: to an authenticated read", "ms", first, at_most=100))


def hostile(bench: Bench) -> None:
    """What a new client waits while others pin what they can without a token."""
    if not bench.parlay:
        return bench.report.skip("hostile", "without Parlay")
    token = bench.data.tokens[0]
    with contextlib.closing(start_parlay(bench.cluster)) as server:
        server.wait(token)
        check_status(call(server.port, "GET", "/openapi.json").status, 200, "/openapi.json")
        bench.report.say("hostile: alone")
        alone = probe(server, ME, token, bench.seconds)
        before = server.process.resident_megabytes()
        bench.report.say("hostile: 760 silent bodies and 1,900 readers that take nothing")
        bodies = Crowd("bodies", server.port, 760, "--tenant", TENANT)
        readers = Crowd("readers", server.port, 1900)
        # Those that are given up come again: long enough to see that.
        with contextlib.closing(bodies), contextlib.closing(readers):
            beside = probe(server, ME, token, max(bench.seconds, 25))
        longest = max(crowd.seen["longest_seconds"] for crowd in (bodies, readers))
        time.sleep(15)
        after = server.process.resident_megabytes()
    ended = sum(round(crowd.seen["ended"]) for crowd in (bodies, readers))
    rows = bench.report.rows
    median = bench.report.median
    rows.append(
        Row(
            "a new connection during hostile load: p99",
            "ms",
            percentile(beside.milliseconds, 99),
            "Parlay alone",
            percentile(alone.milliseconds, 99),
            at_most=100,
            note=f"slowest of {len(beside.milliseconds)}: {max(beside.milliseconds):.0f} ms",
        )
    )
    median("hostile p50", beside.milliseconds)
    note = f"{before:.0f} MB before, {after:.0f} MB after"
    rows.append(Row("hostile load: most memory", "MB", max(beside.megabytes), at_most=250, note=note))
    note = f"{ended} given up or refused"
    rows.append(Row("hostile load: longest connection", "s", longest, at_most=15, note=note))
    heavy(bench)
    strangers(bench)


def job_rates(bench: Bench) -> None:
    if not bench.parlay:
        return bench.report.skip("jobs", "without Parlay")
    jobs.measure(bench.cluster, bench.data.tenant_id, bench.report, bench.rounds)


def soak(bench: Bench) -> None:
    if not bench.parlay:
        return bench.report.skip("soak", "without Parlay")
    jobs.soak(bench.cluster, bench.data.tenant_id, bench.report)


def feed(bench: Bench) -> None:
    """The default feed of a small tenant; that of a large one is among `wagers`."""
    if not bench.parlay:
        return bench.report.skip("feed", "without Parlay")
    token = wager_bench.load_small(bench.cluster)
    tenant, count = wager_bench.SMALL, wager_bench.SMALL_WAGERS
    wager_bench.wait_for_tenant(bench.parlay.port, token, tenant)
    wager_bench.measure_feed(bench.parlay.port, token, bench.report, bench.seconds / 3, tenant, count)


def wagers(bench: Bench) -> None:
    """A million open wagers; only on demand, because they take minutes to load."""
    if not bench.parlay:
        return bench.report.skip("wagers", "without Parlay")
    port, report = bench.parlay.port, bench.report
    token = wager_bench.load_beside(bench.cluster)
    wager_bench.wait_for_tenant(port, token, wager_bench.BESIDE)
    report.say("wagers: searches of a tenant alone")
    alone = wager_bench.measure_beside(port, token, bench.seconds)
    tokens = wager_bench.load(bench.cluster, report)
    wager_bench.wait_for_tenant(port, tokens[0])
    wager_bench.measure(port, tokens, report, bench.seconds)
    report.say("wagers: searches of a tenant beside the large one")
    wager_bench.report_beside(report, alone, wager_bench.measure_beside(port, token, bench.seconds))


def django_modes(bench: Bench) -> None:
    """Tries gunicorn's kinds of worker; only on demand."""
    for mode in DJANGO_MODES:
        label = f"{mode[0]}, {mode[1]} threads" if mode[1] > 1 else mode[0]
        with contextlib.closing(start_django(bench.cluster, mode)) as server:
            server.wait(bench.data.tokens[0])
            rates: dict[str, float] = {}
            for name, path in (("me", ME), ("list", LIST)):
                bench.report.say(f"django-modes: {label}, {name}")
                run = read_run(bench, path, 200)
                rates[name] = bench.report.median(f"{label} {name}", [run(server).rate for _ in range(bench.rounds)])
            bench.report.say(f"django-modes: {label}, put")
            settle(bench, server)
            reset(bench.cluster)
            arguments = (bench.data.matches_file, TENANT, CONNECTIONS)
            put = Wrk("put", server.port, bench.seconds, *arguments, connections=CONNECTIONS, threads=CONNECTIONS)
            rates["put"] = put.finish().rate
            for name, rate in rates.items():
                bench.report.rows.append(Row(f"Django, {label}: {name}", "requests/s", None, "Django", rate))
    reset(bench.cluster)


def same_bodies(bench: Bench) -> None:
    """Both servers say the same, or their rates are not comparable."""
    if not (bench.parlay and bench.django):
        return
    token = bench.data.tokens[42]
    match_id, first, _ = bench.data.matches_file.read_text().splitlines()[3].split()
    servers = [bench.parlay, bench.django]
    time_1 = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(time.time() + 86400 * 30))
    answers: list[tuple[dict, dict, dict]] = []
    for server in servers:
        reset(bench.cluster)
        own = call(server.port, "GET", ME, token=token).json()
        page = call(server.port, "GET", LIST, token=token).json()
        page["next_cursor"] = page["next_cursor"] is not None
        move = {"time_1": time_1, "location": "Café am Markt"}
        moved = call(server.port, "PUT", f"/v1/{TENANT}/matches/{match_id}/", token=first, body=move).json()
        moved["updated_at"] = "…"
        answers.append((own, page, moved))
    reset(bench.cluster)
    for name, of_parlay, of_django in zip(("me", "list", "put"), *answers):
        if of_parlay != of_django:
            raise Failure(f"{name}: the answers differ:\nParlay  {of_parlay}\nDjango  {of_django}")


SCENARIOS: dict[str, Callable[[Bench], None]] = {
    "me": me,
    "list": list_partners,
    "rows": rows,
    "pages": pages,
    "put": put_match,
    "keyed": keyed,
    "memory": memory,
    "start": start,
    "logins": reads_during_logins,
    "login-times": login_times,
    "hostile": hostile,
    "jobs": job_rates,
    "followers": followers,
    "feed": feed,
    "bets": bets,
    "settlement": settlement,
    "import": imports,
    "tree": tree,
    "live": live,
}
ON_DEMAND: dict[str, Callable[[Bench], None]] = {
    "django-modes": django_modes,
    "soak": soak,
    "wagers": wagers,
    "kills": kills,
    "games": games,
    "postgres": postgres,
    "consoles": consoles,
    "credentials": credentials,
}

# Of `consoles`, unless the call says otherwise.
SIZES = {"tenants": 10_000, "accounts": 1_000_000, "jobs": 1_000_000, "audit": 1_000_000}
