"""Runs workloads under faults from one seed, and checks the history of what clients saw."""

import argparse
import asyncio
import logging
import random
import shutil
import sys
import time
from collections import Counter
from pathlib import Path

from bench.processes import Failure, stop_on_signals
from bench.servers import PARLAY

from . import elle
from .checker import Verdict, check
from .history import History
from .installation import Installation, scratch
from .person import Unresolved
from .schedule import INTENSITIES, KILLS, Schedule, possible
from .soak import Memory
from .workloads import WORKLOADS
from .world import World

TENANTS = ["blue", "red"]
# In which the workload `admins` is alone, because it is about all admins of a tenant.
ADMINS = "green"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/faults", description=__doc__)
    parser.add_argument("--seed", type=int, help="repeats a run; by default a new one")
    parser.add_argument("--seconds", type=float, default=60, help="how long people act (default 60)")
    parser.add_argument("--only", default=",".join(WORKLOADS), help=f"workloads, separated by commas, of {', '.join(WORKLOADS)}")
    parser.add_argument("--faults", choices=INTENSITIES, default="usual", help="how often faults happen (default usual)")
    parser.add_argument("--kills", default=",".join(KILLS), help=f"of {', '.join(KILLS)}; empty for none")
    parser.add_argument("--groups", type=int, default=2, help="groups of people for each workload and tenant (default 2)")
    parser.add_argument("--program", type=Path, default=PARLAY, help="default .build/release/parlay")
    parser.add_argument("--history", type=Path, help="keeps the history in this file, as lines of JSON")
    parser.add_argument("--elle", type=Path, metavar="FILE", help="writes the bets as a history for Elle (list-append)")
    parser.add_argument("--memory", action="store_true", help="prints how memory developed; for runs without kills")
    parser.add_argument("--check", type=Path, metavar="FILE", help="only checks a history that was kept")
    return parser.parse_args()


async def run(options: argparse.Namespace, directory: Path) -> tuple[History, Installation, Memory]:
    kinds = possible({kind for kind in options.kills.split(",") if kind})
    installation = Installation(options.program, [*TENANTS, ADMINS], directory, kinds)
    try:
        await installation.start()
        await installation.wait_until_ready()
        world = World(History(), installation.ports, options.seed)
        schedule = asyncio.create_task(Schedule(world, installation, INTENSITIES[options.faults], kinds).run())
        people = [
            asyncio.create_task(WORKLOADS[name](world, tenant, number), name=f"{name} {tenant} {number}")
            for name in options.only.split(",") if name != "admins"
            for tenant in TENANTS for number in range(options.groups)
        ]
        if "admins" in options.only.split(","):
            people.append(asyncio.create_task(WORKLOADS["admins"](world, ADMINS, 0)))
        progress = asyncio.create_task(show(world, installation, options.seconds))
        memory = Memory(installation)
        samples = asyncio.create_task(memory.run())
        await asyncio.wait(people, timeout=options.seconds, return_when=asyncio.FIRST_EXCEPTION)
        world.is_over.set()
        await schedule
        for proxy in installation.proxies.values():
            proxy.armed.clear()
        await finish(people)
        progress.cancel()
        samples.cancel()
        return world.history, installation, memory
    finally:
        await installation.stop()


async def finish(people: list[asyncio.Task[None]]) -> None:
    """Waits for everybody. Who waits in vain for an answer leaves a history in which it is missing."""
    for result in await asyncio.gather(*people, return_exceptions=True):
        if isinstance(result, BaseException) and not isinstance(result, Unresolved):
            raise result


async def show(world: World, installation: Installation, seconds: float) -> None:
    if not sys.stderr.isatty():
        return
    while True:
        part = min(1.0, world.history.now() / seconds)
        bar = "█" * int(30 * part) + "·" * (30 - int(30 * part))
        kills = sum(installation.kills.values())
        faults = sum(proxy.suffered.total() for proxy in installation.proxies.values())
        print(f"\r{bar}  {len(world.history.tries):,} tries  {faults:,} faults  {kills:,} kills ", end="", file=sys.stderr)
        await asyncio.sleep(0.5)


def report(history: History, verdict: Verdict, took: float) -> None:
    statuses = Counter(str(attempt.status or "no answer") for attempt in history.tries)
    print(f"{len(history.tries):,} tries in {took:.0f} s: " + ", ".join(f"{count:,} × {status}" for status, count in statuses.most_common()))
    for promise, count in sorted(verdict.checked.items()):
        print(f"  {promise:60} {count:9,} checked")
    for contradiction in verdict.contradictions[:10]:
        print(f"\n{contradiction}")
    if len(verdict.contradictions) > 10:
        print(f"\n… and {len(verdict.contradictions) - 10} more")


def main() -> int:
    options = arguments()
    stop_on_signals()
    # It warns of writes to connections that the other end has closed, which is what happens here.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    began = time.monotonic()
    if options.check:
        history = History.read(options.check)
        verdict = check(history)
        report(history, verdict, time.monotonic() - began)
        return 1 if verdict.contradictions else 0
    options.seed = options.seed if options.seed is not None else random.SystemRandom().randrange(1 << 32)
    print(f"seed {options.seed}", flush=True)
    directory = scratch("faults")
    try:
        history, installation, memory = asyncio.run(run(options, directory))
    except (Failure, KeyboardInterrupt) as failure:
        print(f"faults: {failure or 'interrupted'}; logs are in {directory}", file=sys.stderr)
        return 2
    if options.history:
        history.write(options.history)
    if options.elle:
        elle.write(history, options.elle)
    verdict = check(history)
    report(history, verdict, time.monotonic() - began)
    faults: Counter[str] = Counter()
    for proxy in installation.proxies.values():
        faults += proxy.suffered
    print("  faults: " + ", ".join(f"{count} × {name}" for name, count in faults.most_common()))
    print("  kills: " + ", ".join(f"{count} × {name}" for name, count in installation.kills.most_common()))
    if options.memory:
        for line in memory.report():
            print(f"  memory of {line}")
    if not verdict.contradictions:
        shutil.rmtree(directory, ignore_errors=True)
        return 0
    words = f"--seed {options.seed} --seconds {options.seconds:g} --only {options.only} --faults {options.faults} --kills {options.kills}"
    print(f"\nTo repeat: scripts/faults {words}\nLogs are in {directory}")
    return 1


sys.exit(main())
