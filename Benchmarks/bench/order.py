"""Writes the order in which the linker places functions (lld's `--symbol-ordering-file`): first what requests use, then
what only a start uses, so that a front has few pages of the program in memory, and reads few when it starts.

Callgrind tells which functions are used. What nobody used here keeps its place behind them.
"""

import argparse
import subprocess
import sys
import tempfile
from contextlib import ExitStack, closing
from pathlib import Path

from . import data, schema, servers
from .database import Cluster
from .instructions import CONNECTIONS, PATHS, Load, Profile, control, in_callgrind, read_profile, requests_of
from .processes import Failure, stop_on_signals

ORDER = servers.ROOT / "scripts/function-order.txt"
ROUNDS = 4


def symbols(program: Path) -> set[str]:
    """The names that the program has. Where several files have one each of a name, the linker moves all."""
    listed = subprocess.run(["nm", "--defined-only", program], capture_output=True, text=True, check=True).stdout
    return {line.split(" ", 2)[2] for line in listed.splitlines()}


def used(profile: Profile, known: set[str]) -> list[str]:
    """The functions of the program, the costliest first."""
    return sorted(known & profile.own.keys(), key=lambda name: (-profile.own[name], name))


def order(folder: Path, stack: ExitStack) -> list[str]:
    cluster = stack.enter_context(closing(Cluster()))
    cluster.start()
    print("migrating and loading 2,000 people", file=sys.stderr)
    schema.migrate(cluster, with_parlay=True)
    loaded = data.load(cluster, folder)
    data.reset(cluster)
    out = folder / "callgrind.order"
    scenarios = [*PATHS, "put"]
    print("running a start and requests in callgrind", file=sys.stderr)
    with in_callgrind(servers.PARLAY, cluster, loaded, out, ["--demangle=no"]) as server:
        control(server.process, "-d")
        for scenario in scenarios:
            with closing(Load(server.port, requests_of(scenario, loaded))) as load:
                load.send(CONNECTIONS * ROUNDS)
        control(server.process, "-d")
    start, requests = (read_profile(out.with_name(f"{out.name}.{number}"), 1) for number in (1, 2))
    known = symbols(servers.PARLAY)
    return list(dict.fromkeys(used(requests, known) + used(start, known)))


def main() -> int:
    argparse.ArgumentParser(
        prog="Benchmarks/order",
        description="Writes scripts/function-order.txt: the functions that a start and common requests use.",
    ).parse_args()
    stop_on_signals()
    try:
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="parlay-order-")))
            names = order(folder, stack)
    except Failure as failure:
        print(f"order: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    ORDER.write_text("".join(name + "\n" for name in names))
    # The build does not know the list as something that the program is made of.
    servers.PARLAY.unlink()
    print(f"{ORDER.relative_to(servers.ROOT)}: {len(names)} functions; scripts/build links anew with them")
    return 0


if __name__ == "__main__":
    sys.exit(main())
