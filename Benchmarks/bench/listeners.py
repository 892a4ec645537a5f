"""Readers of a live stream, in processes of `live/listen.c`, and the peer that sends to them."""

import array
import json
import socket
import subprocess
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from .load import HOST, free_port
from .processes import Failure, Process, wait_until
from .servers import LISTEN, ROOT, VENV, Server, clean_environment

# More would only take turns with the server.
PROCESSES = 2


class Listeners:
    """Open sockets that read. `table` is a file of what they know at first: lines of an id and its price."""

    def __init__(
        self, port: int, path: str, count: int, token: str, table: Path, *, every: int = 1, receive_buffer: int = 0
    ) -> None:
        self.count = count
        self.children: list[subprocess.Popen[str]] = []
        processes = min(PROCESSES, count)
        try:
            for number in range(processes):
                share = count // processes + (number < count % processes)
                words = [port, path, share, token or "-", table, every, receive_buffer]
                self.children.append(
                    subprocess.Popen(
                        [str(LISTEN), *map(str, words)],
                        stdin=subprocess.PIPE,
                        stdout=subprocess.PIPE,
                        text=True,
                        start_new_session=True,
                    )
                )
            self.answers()
        except BaseException:
            self.close()
            raise

    def answers(self) -> list:
        found = []
        for child in self.children:
            line = child.stdout.readline() if child.stdout else ""
            if not line:
                raise Failure(f"a process of sockets ended with {child.wait()}")
            found.append(json.loads(line))
        return found

    def ask(self, *words: str) -> list:
        """The answer of each process."""
        for child in self.children:
            child.stdin.write(" ".join(words) + "\n")
            child.stdin.flush()
        return self.answers()

    def reset(self) -> None:
        self.ask("reset")

    def counts(self) -> dict[str, int]:
        """Of all sockets together; `code` is that of the last close frame."""
        found = self.ask("counts")
        total = {name: sum(one[name] for one in found) for name in ("messages", "disordered", "closed")}
        return total | {"least": min(one["least"] for one in found), "code": max(one["code"] for one in found)}

    def arrivals(self) -> list[int]:
        """Of the kept sockets' messages, in nanoseconds of the monotonic clock."""
        return [time for one in self.ask("arrivals") for time in one]

    def samples(self) -> list[tuple[int, int]]:
        """Of the kept sockets' messages: their number, and when they came in nanoseconds since 1970."""
        found: list[tuple[int, int]] = []
        with tempfile.TemporaryDirectory(prefix="parlay-bench-") as directory:
            # Each writes a file of its own.
            for number, child in enumerate(self.children):
                child.stdin.write(f"samples {directory}/{number}\n")
                child.stdin.flush()
            self.answers()
            for number in range(len(self.children)):
                values = array.array("q")
                values.frombytes(Path(directory, str(number)).read_bytes())
                found += zip(values[::2], values[1::2])
        return found

    def differing(self, table: Path) -> int:
        """How many open sockets do not have exactly these prices."""
        return sum(one["differing"] for one in self.ask("compare", str(table)))

    def rest(self, seconds: float = 30) -> None:
        """Waits until nothing more comes."""
        limit = time.monotonic() + seconds
        before, now = -1, self.counts()["messages"]
        while before != now:
            if time.monotonic() > limit:
                raise Failure(f"the sockets did not come to rest within {seconds:g} s")
            time.sleep(0.7)
            before, now = now, self.counts()["messages"]

    def close(self) -> None:
        for child in self.children:
            if child.stdin:
                child.stdin.close()
        for child in self.children:
            try:
                child.wait(10)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
            if child.stdout:
                child.stdout.close()


class Broadcast:
    """The server of the library `websockets`."""

    def __init__(self) -> None:
        self.port, control = free_port(), free_port()
        program = ROOT / "Benchmarks/live/broadcast.py"
        command = [str(VENV / "bin/python"), "-B", str(program), str(self.port), str(control)]
        self.server = Server(Process("websockets", command, environment=clean_environment()), self.port)
        with ExitStack() as stack:
            stack.callback(self.server.close)
            wait_until(lambda: self.connects(control), 20, "the server of websockets did not start")
            self.control = socket.create_connection((HOST, control), timeout=10)
            self.control.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            stack.pop_all()

    def connects(self, port: int) -> bool:
        self.server.process.check()
        try:
            socket.create_connection((HOST, port), timeout=1).close()
        except OSError:
            return False
        return True

    def send(self, message: str) -> None:
        self.control.sendall(message.encode() + b"\n")

    def close(self) -> None:
        self.control.close()
        self.server.close()
