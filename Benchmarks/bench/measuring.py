"""How scenarios measure: rounds in which programs take turns, so that whatever else the machine does falls on all of
them, and the rows that come of it."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from .data import TENANT, Data
from .database import Cluster
from .load import Result, Wrk, bare, call
from .processes import Failure, wait_until
from .report import Report, Row
from .servers import BARE, ME, Server

CONNECTIONS = 64


@dataclass
class Bench:
    cluster: Cluster
    data: Data
    report: Report
    seconds: float
    rounds: int
    # Absent when left out.
    parlay: Server | None
    django: Server | None
    with_bare: bool
    # How many rows `consoles` makes.
    sizes: dict[str, int]

    def servers(self) -> dict[str, Server]:
        """Those to compare, by the name that rows give them."""
        found = {"Parlay": self.parlay, "Django": self.django}
        return {name: server for name, server in found.items() if server}


@dataclass
class Run:
    """One round of one program."""

    result: Result
    # Microseconds a request: of the server's processes, and of PostgreSQL's.
    server_cpu: float
    database_cpu: float


Runs = dict[str, list[Run]]


class Processor:
    """The processor time that the database and a server use between here and `of`."""

    def __init__(self, bench: "Bench", server: Server | None = None) -> None:
        self.database = bench.cluster.process
        self.server = server.process if server else None
        self.before = self.seconds()

    def seconds(self) -> tuple[float, float]:
        return (self.server.cpu_seconds() if self.server else 0, self.database.cpu_seconds())

    def of(self, result: Result) -> Run:
        used = [(now - then) / result.requests * 1e6 for now, then in zip(self.seconds(), self.before)]
        return Run(result, *used)


def measure(bench: Bench, name: str, run: Callable[[Server], Result], *, with_bare: bool = False) -> Runs:
    runs: Runs = {}
    for number in range(bench.rounds):
        for program, server in bench.servers().items():
            bench.report.say(f"{name}: {program}, round {number + 1} of {bench.rounds}")
            settle(bench, server)
            processor = Processor(bench, server)
            runs.setdefault(program, []).append(processor.of(run(server)))
            server.process.check()
        if with_bare:
            bench.report.say(f"{name}: bare client, round {number + 1} of {bench.rounds}")
            data = bench.data
            processor = Processor(bench)
            result = bare(BARE, bench.cluster.conninfo, bench.seconds, data.tenant_id, data.digests_file)
            runs.setdefault("bare client", []).append(processor.of(result))
    return runs


def add_rows(bench: Bench, name: str, runs: Runs, at_least: float | None) -> None:
    def median(program: str, what: str, value: Callable[[Run], float]) -> float | None:
        if program not in runs:
            return None
        return bench.report.median(f"{name} {what} {program}", [value(run) for run in runs[program]])

    def compare(what: str, unit: str, value: Callable[[Run], float], peer: str, **bounds: object) -> None:
        of_peer = median(peer, what, value)
        row = Row(f"{name}: {what}", unit, median("Parlay", what, value), peer if of_peer else "", of_peer)
        for field, bound in bounds.items():
            setattr(row, field, bound)
        if what == "rate" and any(is_uneven(bench.report.rounds[f"{name} rate {program}"]) for program in runs):
            row.note = "uneven rounds: run again on a quiet machine"
        bench.report.rows.append(row)

    for program in runs:
        median(program, "rate", lambda run: run.result.rate)
    compare("rate", "requests/s", lambda run: run.result.rate, "Django", at_least=at_least, on_ratio=True)
    if "bare client" in runs:
        compare("rate", "requests/s", lambda run: run.result.rate, "bare client", at_least=0.65, on_ratio=True)
    bounds = {"at_most": 25} if name == "me" else {}
    compare("server CPU", "us/request", lambda run: run.server_cpu, "Django", **bounds)
    compare("PostgreSQL CPU", "us/request", lambda run: run.database_cpu, "Django")
    if "bare client" in runs:
        compare("PostgreSQL CPU", "us/request", lambda run: run.database_cpu, "bare client")
    compare("p50", "ms", lambda run: run.result.p50_ms, "Django")
    compare("p99", "ms", lambda run: run.result.p99_ms, "Django")


def is_uneven(values: list[float]) -> bool:
    return max(values) > 1.5 * min(values)


def check_status(seen: int, expected: int, path: str) -> None:
    if seen != expected:
        raise Failure(f"{path} was answered {seen}, not {expected}")


def read_run(bench: Bench, path: str, expected: int, seconds: float | None = None) -> Callable[[Server], Result]:
    """Reads of one path by wrk, once it was seen to be answered as expected."""

    def run(server: Server) -> Result:
        check_status(call(server.port, "GET", path, token=bench.data.tokens[0]).status, expected, path)
        arguments = (bench.data.tokens_file, TENANT, path.removeprefix(f"/v1/{TENANT}/"))
        return Wrk("read", server.port, seconds or bench.seconds, *arguments, connections=CONNECTIONS).finish()

    return run


def settle(bench: Bench, server: Server) -> None:
    """Waits until the server has done what an earlier run left queued: wrk goes away without its last answers, and a
    write that is still carried out would change what the next run finds. A server that the machine does not run looks
    quiet, so it answers a request first."""
    active = "select count(*) from pg_stat_activity where backend_type = 'client backend' and state <> 'idle'"

    def is_quiet() -> bool:
        check_status(call(server.port, "GET", ME, token=bench.data.tokens[0]).status, 200, ME)
        before = server.process.cpu_seconds()
        time.sleep(0.3)
        used = server.process.cpu_seconds() - before
        # The one that asks is active.
        return used < 0.05 and int(bench.cluster.psql(active)) <= 1

    wait_until(is_quiet, 30, f"{server.process.name} did not come to rest")


def warm_up(bench: Bench, run: Callable[[Server], Result]) -> None:
    for name, server in bench.servers().items():
        bench.report.say(f"warming up: {name}")
        run(server)
