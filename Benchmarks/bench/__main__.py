"""Runs the benchmarks. Benchmarks/run builds everything first and calls this."""

import argparse
import contextlib
import resource
import sys
import tempfile
import time
from pathlib import Path

from . import data, schema, servers
from .database import Cluster
from .measuring import Bench
from .processes import Failure, stop_on_signals
from .report import Report
from .scenarios import ON_DEMAND, SCENARIOS, SIZES, same_bodies


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="Benchmarks/run", description="Measures Parlay against its peers.")
    parser.add_argument("--seconds", type=float, default=8, help="length of each measured run (default 8)")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each, the median counts (default 3)")
    names = [*SCENARIOS, *ON_DEMAND]
    parser.add_argument("--only", action="append", choices=names, metavar="NAME", help=f"one of {', '.join(names)}")
    for what, count in SIZES.items():
        parser.add_argument(f"--{what}", type=int, default=count, help=f"rows for `consoles` (default {count:,})")
    parser.add_argument("--skip-peers", action="store_true", help="measure Parlay alone")
    parser.add_argument("--peers-only", action="store_true", help="measure the peers alone")
    chosen = parser.parse_args()
    if chosen.seconds < 1 or chosen.rounds < 1:
        parser.error("--seconds and --rounds are at least 1")
    if chosen.skip_peers and chosen.peers_only:
        parser.error("--skip-peers and --peers-only leave nothing")
    return chosen


def raise_open_files() -> None:
    """10,000 connections are files here and in the server, which inherits the limit."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def run(chosen: argparse.Namespace, report: Report) -> None:
    with contextlib.ExitStack() as stack:
        report.say("starting PostgreSQL")
        cluster = stack.enter_context(contextlib.closing(Cluster()))
        cluster.start()
        report.say("migrating and loading 2,000 people")
        schema.migrate(cluster, with_parlay=not chosen.peers_only)
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="parlay-bench-")))
        loaded = data.load(cluster, directory)
        parlay = django = None
        if not chosen.peers_only:
            report.say("starting parlay serve")
            parlay = stack.enter_context(contextlib.closing(servers.start_parlay(cluster)))
            parlay.wait(loaded.tokens[0])
        if not chosen.skip_peers:
            report.say("starting gunicorn")
            django = stack.enter_context(contextlib.closing(servers.start_django(cluster)))
            django.wait(loaded.tokens[0])
        with_bare = not chosen.skip_peers
        sizes = {what: getattr(chosen, what) for what in SIZES}
        bench = Bench(cluster, loaded, report, chosen.seconds, chosen.rounds, parlay, django, with_bare, sizes)
        same_bodies(bench)
        for name in chosen.only or SCENARIOS:
            (SCENARIOS | ON_DEMAND)[name](bench)


def main() -> int:
    chosen = arguments()
    stop_on_signals()
    raise_open_files()
    report = Report()
    status = 0
    try:
        run(chosen, report)
    except Failure as failure:
        print(f"bench: {failure}", file=sys.stderr)
        status = 1
    except KeyboardInterrupt:
        print("bench: interrupted", file=sys.stderr)
        status = 130
    if report.rows or report.skipped:
        print(report.table())
        if status == 0:
            path = report.write(servers.ROOT / "Benchmarks/results", servers.ROOT, vars(chosen))
            took = time.time() - report.started
            print(f"{took:.0f} s, load before {report.load_at_start:.1f}, written to {path.relative_to(servers.ROOT)}")
    return status


if __name__ == "__main__":
    sys.exit(main())
