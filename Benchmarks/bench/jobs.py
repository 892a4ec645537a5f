"""Jobs a second, and how soon a job starts.

HOOK: to be filled when `parlay work` knows a kind of job that does nothing. `ENQUEUE` takes the tenant's id and the
count; `LEFT` counts the jobs that have not ended; `STARTS` answers, for each ended job, the milliseconds from its
insertion to its start, one a line.
"""

import contextlib
import time

from .database import Cluster
from .processes import Process, wait_until
from .report import Report, Row
from .servers import start_worker

ENQUEUE: str | None = None
LEFT = ""
STARTS = ""
CLEAR = ""

BACKLOG = 200_000
PER_SECOND = 300
SECONDS = 10


def measure(cluster: Cluster, tenant_id: str, report: Report, rounds: int) -> None:
    if ENQUEUE is None:
        return report.skip("jobs", "no kind of job that does nothing is known yet (bench/jobs.py)")
    rates = [burn(cluster, tenant_id, report, number, rounds) for number in range(rounds)]
    report.rows.append(Row("jobs: empty ones burnt", "jobs/s", report.median("jobs", rates), at_least=25_000))
    late = starts(cluster, tenant_id, report)
    report.rows.append(Row(f"jobs: start at {PER_SECOND}/s, p95", "ms", late, at_most=10))


def burn(cluster: Cluster, tenant_id: str, report: Report, number: int, rounds: int) -> float:
    """A backlog of empty jobs against one worker, from its first completion on."""
    report.say(f"jobs: a backlog of {BACKLOG}, round {number + 1} of {rounds}")
    cluster.psql(CLEAR)
    cluster.psql(ENQUEUE.format(tenant=tenant_id, count=BACKLOG))
    cluster.psql("vacuum (analyze)")
    with ended(start_worker(cluster)) as worker:

        def left() -> int:
            worker.check()
            return int(cluster.psql(LEFT))

        wait_until(lambda: left() < BACKLOG, 30, "the worker completed nothing", step=0.01)
        first, began = left(), time.monotonic()
        wait_until(lambda: left() == 0, 120, "the worker did not burn the backlog", step=0.05)
        return first / (time.monotonic() - began)


def starts(cluster: Cluster, tenant_id: str, report: Report) -> float:
    """The 95th percentile of the time to start, jobs coming one by one."""
    report.say(f"jobs: {PER_SECOND} enqueued a second")
    cluster.psql(CLEAR)
    with ended(start_worker(cluster)) as worker:
        time.sleep(1)
        one = ENQUEUE.format(tenant=tenant_id, count=1).rstrip().rstrip(";")
        # pg_sleep_until's grain is the statement: each is a transaction of its own, and so a wake-up of its own.
        script = "".join(f"{one};\nselect pg_sleep({1 / PER_SECOND:.6f});\n" for _ in range(PER_SECOND * SECONDS))
        cluster.psql(script)
        worker.check()
        wait_until(lambda: int(cluster.psql(LEFT)) == 0, 30, "jobs were left over")
    times = sorted(float(line) for line in cluster.psql(STARTS).splitlines())
    return times[int(len(times) * 0.95)]


@contextlib.contextmanager
def ended(process: Process):
    try:
        yield process
    finally:
        process.stop()
