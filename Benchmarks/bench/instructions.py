"""Counts what the front executes for a request, by callgrind: a count does not depend on how busy the machine is.

It runs `parlay serve` with one loop, and 64 connections that each send the next request when they have their answer, so
that turns of the loop are as full as under load. Only requests of warm connections are counted.
"""

import argparse
import json
import re
import selectors
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from . import data, schema, servers
from .database import Cluster
from .load import HOST, free_port
from .processes import Failure, Process, stop_on_signals, wait_until

CONNECTIONS = 64
WARM_ROUNDS = 12
# Less than the warm rounds: a front authenticates the first request of a token before it counts it.
PEOPLE = 8
DIGITS = tuple("0123456789")
# What is read. `list1` is the list with one row: a row costs the difference by the number of the other rows.
PATHS = {"me": servers.ME, "list": servers.LIST, "list1": servers.LIST_OF_ONE}
# What is counted by calls. Names as the symbols of the C libraries and of Swift's runtime.
KINDS = {
    "allocations": ("malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc"),
    "frees": ("free",),
    "retains": ("swift_retain", "swift_retain_n", "swift_bridgeObjectRetain", "swift_unknownObjectRetain"),
    "releases": ("swift_release", "swift_release_n", "swift_bridgeObjectRelease", "swift_unknownObjectRelease"),
    "tasks": ("swift_task_create_common", "swift_task_create"),
}


@dataclass
class Profile:
    """Of one run: the instructions of each function itself, and how often each was called."""

    requests: int
    own: Counter[str] = field(default_factory=Counter)
    libraries: Counter[str] = field(default_factory=Counter)
    calls: Counter[str] = field(default_factory=Counter)
    callers: dict[str, Counter[str]] = field(default_factory=dict)

    @property
    def instructions(self) -> float:
        return sum(self.own.values()) / self.requests

    def count(self, kind: str) -> float:
        return sum(self.calls[name] for name in KINDS[kind]) / self.requests


def read_profile(path: Path, requests: int) -> Profile:
    """Reads callgrind's format (Valgrind manual, "Callgrind Format Specification") with whole names."""
    profile = Profile(requests)
    function = callee = library = library_of_callee = ""
    is_call = False
    for line in path.read_text(errors="replace").splitlines():
        if line.startswith("ob="):
            library = Path(line[3:]).name
        elif line.startswith("cob="):
            library_of_callee = Path(line[4:]).name
        elif line.startswith("fn="):
            function = plain(line[3:], library)
        elif line.startswith("cfn="):
            callee = plain(line[4:], library_of_callee or library)
            library_of_callee = ""
        elif line.startswith("calls="):
            count = int(line[6:].split()[0])
            if callee != function:
                profile.calls[callee] += count
                profile.callers.setdefault(callee, Counter())[function] += count
            is_call = True
        elif line[:1] in DIGITS:
            if not is_call:
                cost = int(line.split()[1])
                profile.own[function] += cost
                profile.libraries[library] += cost
            is_call = False
    if not profile.own:
        raise Failure(f"callgrind wrote no costs to {path}")
    return profile


def plain(name: str, library: str) -> str:
    """Without the number that callgrind gives to each level of a recursion; what has no symbol, with its library."""
    name = re.sub(r"'\d+$", "", name)
    return f"{library} {name}" if name.startswith("0x") else name


class Load:
    """Warm connections, each with requests of its own."""

    def __init__(self, port: int, requests: list[list[bytes]]) -> None:
        self.requests = requests
        self.sent = [0] * len(requests)
        self.sockets = [socket.create_connection((HOST, port), timeout=60) for _ in requests]
        self.received = [b""] * len(requests)

    def send(self, total: int) -> None:
        """Sends exactly so many requests, and reads the answers."""
        selector = selectors.DefaultSelector()
        for number, connection in enumerate(self.sockets):
            selector.register(connection, selectors.EVENT_READ, number)
            self.send_next(number)
        left = total - len(self.sockets)
        waiting = len(self.sockets)
        while waiting:
            ready = selector.select(60)
            if not ready:
                raise Failure("no answer within 60 s")
            for key, _ in ready:
                if not self.receive(key.data):
                    continue
                if left > 0:
                    left -= 1
                    self.send_next(key.data)
                else:
                    waiting -= 1
        selector.close()

    def send_next(self, number: int) -> None:
        own = self.requests[number]
        self.sockets[number].sendall(own[self.sent[number] % len(own)])
        self.sent[number] += 1

    def receive(self, number: int) -> bool:
        """Whether the answer is complete."""
        part = self.sockets[number].recv(1 << 16)
        if not part:
            raise Failure("the server closed a connection")
        bytes = self.received[number] = self.received[number] + part
        head, separator, body = bytes.partition(b"\r\n\r\n")
        if not separator:
            return False
        if b" 200 " not in head.partition(b"\r\n")[0]:
            raise Failure(f"an answer that is not 200: {bytes[:300]!r}")
        length = re.search(rb"(?i)content-length: *(\d+)", head)
        if not length or len(body) < int(length.group(1)):
            return False
        self.received[number] = b""
        return True

    def close(self) -> None:
        for connection in self.sockets:
            connection.close()


def message(method: str, path: str, token: str, body: dict[str, str] | None = None) -> bytes:
    """As wrk writes it, so that the figures belong to the same requests as the rates."""
    head = f"{method} {path} HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Token {token}\r\n"
    content = b"" if body is None else json.dumps(body, separators=(",", ":")).encode()
    if content:
        head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n"
    return head.encode() + b"\r\n" + content


def requests_of(scenario: str, loaded: data.Data) -> list[list[bytes]]:
    """Those of each connection, which sends them in turn."""
    if scenario == "put":
        return moves(loaded)
    return [
        [message("GET", PATHS[scenario], token) for token in loaded.tokens[number : PEOPLE * CONNECTIONS : CONNECTIONS]]
        for number in range(CONNECTIONS)
    ]


def moves(loaded: data.Data) -> list[list[bytes]]:
    """Each connection has matches of its own, where two people propose and counter in turn."""
    when = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(time.time() + 30 * 86400))
    lines = loaded.matches_file.read_text().splitlines()
    made: list[list[bytes]] = []
    for number in range(CONNECTIONS):
        own = [line.split() for line in lines[number::CONNECTIONS]]
        made.append([])
        for side, place in ((1, "Plaza Mayor 3"), (2, "Harbour steps")):
            for match, *tokens in own:
                path = f"/v1/{data.TENANT}/matches/{match}/"
                made[-1].append(message("PUT", path, tokens[side - 1], {"time_1": when, "location": place}))
    return made


@contextmanager
def in_callgrind(
    program: Path, cluster: Cluster, loaded: data.Data, out: Path, options: list[str]
) -> Iterator[servers.Server]:
    """A front with one loop in callgrind, when it answers. `control` dumps what it has counted to `out` and a number."""
    # Valgrind 3.19, Debian 12's, cannot read the debug information of DWARF 5. The symbols stay.
    stripped = out.with_name(out.name + ".parlay")
    subprocess.run(["objcopy", "--strip-debug", program, stripped], check=True)
    port = free_port()
    # The tunables are those that a front set for itself before it had mimalloc, when it started twice.
    tunables = {"GLIBC_TUNABLES": "glibc.malloc.tcache_count=100"}
    environment = servers.parlay_environment(cluster, port) | {"PARLAY_LOOPS": "1"} | tunables
    # Collects nothing but positions of functions: lines and jumps would only make the file larger.
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", "--compress-strings=no"]
    command += ["--compress-pos=no", *options, str(stripped), "serve"]
    process = Process("parlay serve in callgrind", command, environment=environment)
    server = servers.Server(process, port)
    with closing(server):
        wait_until(lambda: answers(server, loaded.tokens[0]), 120, "the front did not answer")
        yield server


def count(program: Path, scenario: str, requests: int, cluster: Cluster, loaded: data.Data, out: Path) -> Profile:
    data.reset(cluster)
    with in_callgrind(program, cluster, loaded, out, ["--instr-atstart=no"]) as server:
        with closing(Load(server.port, requests_of(scenario, loaded))) as load:
            load.send(CONNECTIONS * WARM_ROUNDS)
            control(server.process, "-i", "on")
            load.send(CONNECTIONS)
            control(server.process, "-z")
            load.send(requests)
            control(server.process, "-d")
    # The dump, not what is written at the end.
    return read_profile(out.with_name(out.name + ".1"), requests)


def answers(server: servers.Server, token: str) -> bool:
    server.process.check()
    return servers.is_up(server.port, servers.ME, token)


def control(process: Process, *arguments: str) -> None:
    ran = subprocess.run(
        ["callgrind_control", *arguments, str(process.id)], capture_output=True, text=True, timeout=120
    )
    if ran.returncode != 0 or "ERROR" in ran.stdout + ran.stderr:
        raise Failure(f"callgrind_control {' '.join(arguments)} failed:\n{ran.stdout}{ran.stderr}")


def demangled(names: list[str]) -> dict[str, str]:
    ran = subprocess.run(
        ["swift", "demangle", "--simplified", "--compact"], input="\n".join(names), capture_output=True, text=True
    )
    lines = ran.stdout.splitlines()
    return dict(zip(names, lines)) if ran.returncode == 0 and len(lines) == len(names) else {}


def table(names: list[str], profiles: list[Profile], top: int, of: str | None) -> Iterator[str]:
    width = max(12, *(len(name) for name in names)) + 2
    yield " " * 14 + "".join(name.rjust(width) for name in names) + "   a request"
    rows = [("instructions", [profile.instructions for profile in profiles])]
    rows += [(kind, [profile.count(kind) for profile in profiles]) for kind in KINDS]
    for what, values in rows:
        yield what.ljust(14) + "".join(f"{value:,.1f}".rjust(width) for value in values)
    rows = [(name, [profile.libraries[name] / profile.requests for profile in profiles]) for name in libraries(profiles)]
    yield ""
    yield "instructions by library"
    for what, values in rows:
        yield " " * 14 + "".join(f"{value:,.0f}".rjust(width) for value in values) + f"   {what}"
    counters = [profile.own if of is None else profile.callers.get(of, Counter()) for profile in profiles]
    yield ""
    yield "instructions of the function itself" if of is None else f"calls of {of} by its callers"
    # By the last column, and what the first had and the last has not.
    largest = sorted(set().union(*counters), key=lambda name: -max(each[name] for each in counters))[:top]
    largest.sort(key=lambda name: -counters[-1][name] / profiles[-1].requests)
    shown = demangled(largest)
    for name in largest:
        values = (each[name] / profile.requests for each, profile in zip(counters, profiles))
        digits = 0 if of is None else 2
        cells = "".join(f"{value:,.{digits}f}".rjust(width) for value in values)
        yield " " * 14 + cells + "   " + shown.get(name, name)[:150]


def libraries(profiles: list[Profile]) -> list[str]:
    """The largest ones."""
    total = sum((profile.libraries for profile in profiles), Counter())
    return [name for name, _ in total.most_common(10)]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="Benchmarks/instructions",
        description="Counts the front's instructions, allocations, retains and releases a request, by symbol.",
    )
    parser.add_argument("scenario", nargs="?", default="me", choices=[*PATHS, "put"], help="default: me")
    parser.add_argument("--requests", type=int, default=2000, help="how many are counted (default 2000)")
    parser.add_argument("--top", type=int, default=40, help="how many symbols are printed (default 40)")
    parser.add_argument(
        "--callers", metavar="SYMBOL", help="who calls this function, for example swift_retain or malloc"
    )
    parser.add_argument(
        "--binary",
        action="append",
        type=Path,
        metavar="FILE",
        help="a release build of parlay; give it again to compare two (default .build/release/parlay)",
    )
    parser.add_argument("--output", type=Path, metavar="FOLDER", help="keeps callgrind's files, for kcachegrind")
    chosen = parser.parse_args()
    if chosen.requests < CONNECTIONS:
        parser.error(f"--requests is at least {CONNECTIONS}")
    return chosen


def run(chosen: argparse.Namespace) -> None:
    binaries = [path.resolve() for path in chosen.binary or [servers.PARLAY]]
    with ExitStack() as stack:
        folder = chosen.output or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="parlay-instructions-")))
        folder.mkdir(parents=True, exist_ok=True)
        cluster = stack.enter_context(closing(Cluster()))
        cluster.start()
        print("migrating and loading 2,000 people", file=sys.stderr)
        # The last one may have migrations of its own.
        servers.PARLAY = schema.PARLAY = binaries[-1]
        schema.migrate(cluster, with_parlay=True)
        loaded = data.load(cluster, folder)
        profiles = []
        for number, binary in enumerate(binaries):
            print(f"counting {chosen.scenario} in {binary}", file=sys.stderr)
            out = folder / f"callgrind.{chosen.scenario}.{number}"
            profiles.append(count(binary, chosen.scenario, chosen.requests, cluster, loaded, out))
        names = ["parlay"] if len(binaries) == 1 else ["before", "after"] if len(binaries) == 2 else [
            str(number + 1) for number in range(len(binaries))
        ]
        print("\n".join(table(names, profiles, chosen.top, chosen.callers)))


def main() -> int:
    chosen = arguments()
    stop_on_signals()
    try:
        run(chosen)
    except Failure as failure:
        print(f"instructions: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
