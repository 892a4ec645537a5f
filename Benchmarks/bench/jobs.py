"""Jobs a second, and how soon a job starts."""

import contextlib
import statistics
import time
from collections.abc import Iterator

from .database import Cluster
from .processes import Failure, Process, wait_until
from .report import Report, Row
from .servers import start_worker

# A job that does nothing (Sources/Jobs/NothingJob.swift).
KIND = "nothing"

BACKLOG = 200_000
WAVE = 100_000
WAVES = 10
WAVE_EVERY = 15
HELD_WAVES = 3

PER_SECOND = 300
SECONDS = 10

# A finished job is a deleted row.
CLEAR = "delete from parlay.jobs where kind = '{kind}'; vacuum (analyze) parlay.jobs; checkpoint;"
ENQUEUE = (
    "insert into parlay.jobs (tenant_id, kind, payload)"
    " select {tenant}, '{kind}', '{{}}' from generate_series(1, {count});"
)
LEFT = "select count(*) from parlay.jobs where kind = '{kind}'"
ANY_LEFT = "select exists (select from parlay.jobs where kind = '{kind}')"

# Notes when each job is claimed, by the database's clock. Only for the latency: it costs the claims a little.
WATCH = """
create unlogged table if not exists parlay.bench_starts (milliseconds double precision not null);
truncate parlay.bench_starts;
create or replace function parlay.bench_started() returns trigger language plpgsql security definer as $$
begin
    insert into parlay.bench_starts values (extract(epoch from clock_timestamp() - new.run_at) * 1000);
    return null;
end
$$;
create or replace trigger bench_started after update on parlay.jobs
    for each row when (new.kind = '{kind}' and new.state = 'running' and old.state = 'available')
    execute function parlay.bench_started();
"""
UNWATCH = "drop trigger bench_started on parlay.jobs;"
STARTS = "select milliseconds from parlay.bench_starts order by milliseconds"


def measure(cluster: Cluster, tenant_id: str, report: Report, rounds: int) -> None:
    def sql(statement: str, count: int = 0) -> str:
        return cluster.psql(statement.format(kind=KIND, tenant=tenant_id, count=count))

    def burn(number: int) -> float:
        """A backlog of empty jobs against one worker, timed from its first completions to the last."""
        report.say(f"jobs: a backlog of {BACKLOG}, round {number + 1} of {rounds}")
        sql(CLEAR)
        sql(ENQUEUE, BACKLOG)
        cluster.psql("vacuum (analyze) parlay.jobs; checkpoint")
        with ended(start_worker(cluster)) as worker:

            def left() -> int:
                worker.check()
                return int(sql(LEFT))

            wait_until(lambda: left() < BACKLOG, 30, "the worker completed nothing", step=0.01)
            began, first = time.monotonic(), left()
            wait_until(lambda: sql(ANY_LEFT) == "f", 120, "the worker did not burn the backlog")
            return first / (time.monotonic() - began)

    rates = [burn(number) for number in range(rounds)]
    report.rows.append(Row("jobs: empty ones burnt", "jobs/s", report.median("jobs", rates), at_least=30_000))

    report.say(f"jobs: {PER_SECOND} enqueued a second")
    sql(CLEAR)
    sql(WATCH)
    with ended(start_worker(cluster)) as worker:
        time.sleep(2)
        began = time.monotonic()
        cluster.psql(paced(ENQUEUE.format(kind=KIND, tenant=tenant_id, count=1)))
        rate = PER_SECOND * SECONDS / (time.monotonic() - began)
        worker.check()
        wait_until(lambda: sql(ANY_LEFT) == "f", 30, "jobs were left over")
    sql(UNWATCH)
    times = [float(line) for line in cluster.psql(STARTS).splitlines()]
    if len(times) != PER_SECOND * SECONDS:
        raise Failure(f"{len(times)} jobs started, not {PER_SECOND * SECONDS}")
    late = times[int(len(times) * 0.95)]
    report.rounds["jobs enqueued a second"] = [rate]
    report.rows.append(Row(f"jobs: to the start, {rate:.0f}/s enqueued, p95", "ms", late, at_most=5))


def soak(cluster: Cluster, tenant_id: str, report: Report) -> None:
    """A million jobs through one worker: neither the table nor the time of a claim may grow. Then the same while
    another session holds an old snapshot, so that nothing of what is deleted can be cleaned up."""

    def wave(number: int) -> tuple[float, float]:
        """Jobs a second and the size of the table afterwards in MB."""
        report.say(f"soak: wave {number} of {WAVES + HELD_WAVES}")
        began = time.monotonic()
        cluster.psql(ENQUEUE.format(kind=KIND, tenant=tenant_id, count=WAVE))
        wait_until(lambda: cluster.psql(ANY_LEFT.format(kind=KIND)) == "f", 300, "the worker did not burn the wave")
        took = time.monotonic() - began
        # Autovacuum comes once a minute: a million jobs in half a minute would outrun it and show nothing.
        time.sleep(max(0, WAVE_EVERY - took))
        return WAVE / took, int(cluster.psql("select pg_total_relation_size('parlay.jobs')")) / 1e6

    cluster.psql(CLEAR.format(kind=KIND))
    with ended(start_worker(cluster)) as worker:
        free = [wave(number + 1) for number in range(WAVES)]
        worker.check()
        with cluster.old_snapshot():
            held = [wave(WAVES + number + 1) for number in range(HELD_WAVES)]
        worker.check()
    report.rounds["soak"] = [rate for rate, _ in free]
    report.rounds["soak, size in MB"] = [size for _, size in free]
    report.rounds["soak under an old snapshot"] = [rate for rate, _ in held]
    million = f"{WAVE * WAVES:,}"
    early, late = statistics.median(r for r, _ in free[:3]), statistics.median(r for r, _ in free[-3:])
    at_first, at_last = max(size for _, size in free[:5]), max(size for _, size in free[5:])
    report.rows += [
        Row(f"soak: {million} jobs, last waves", "jobs/s", late, "first", early, at_least=0.7, on_ratio=True),
        Row("soak: largest table, last waves", "MB", at_last, "first", at_first, at_most=1.2, on_ratio=True),
        Row("soak: under an old snapshot", "jobs/s", held[-1][0], "before", late),
    ]


def paced(statement: str) -> str:
    """A script of transactions, each at its time after the first."""
    lines = ["select clock_timestamp() as start \\gset"]
    for number in range(PER_SECOND * SECONDS):
        due = number / PER_SECOND
        lines.append(
            f"select from pg_sleep({due:.4f} - extract(epoch from clock_timestamp() - :'start'::timestamptz));"
        )
        lines.append(statement)
    return "\n".join(lines)


@contextlib.contextmanager
def ended(process: Process) -> Iterator[Process]:
    try:
        yield process
    finally:
        process.stop()
