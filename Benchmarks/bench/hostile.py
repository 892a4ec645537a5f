"""Crowds of hostile clients: bodies that stop before their end, and readers that take nothing of their answers.

A crowd is a process of its own, so that it does not slow down the one that measures."""

import argparse
import json
import select
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, field

from .load import HOST, call
from .processes import Failure
from .servers import Server

# Connections of a crowd that have one source address: fewer than the server allows an address.
PER_ADDRESS = 150


class Connection:
    def __init__(self, number: int, port: int, data: bytes, receive_buffer: int) -> None:
        self.number = number
        self.opened = time.monotonic()
        self.unsent = memoryview(data)
        self.socket = socket.socket()
        self.socket.setblocking(False)
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.setsockopt(socket.IPPROTO_IP, socket.IP_BIND_ADDRESS_NO_PORT, 1)
        self.socket.bind((f"127.0.1.{1 + number // PER_ADDRESS}", 0))
        self.socket.connect_ex((HOST, port))

    def send(self) -> None:
        try:
            self.unsent = self.unsent[self.socket.send(self.unsent) :]
        except BlockingIOError:
            return


def crowd(port: int, data: bytes, count: int, receive_buffer: int, *, again: bool) -> dict[str, float]:
    """Keeps `count` connections open until SIGTERM; each sends `data` and then neither reads nor writes."""
    poll = select.epoll()
    connections: dict[int, Connection] = {}
    opened = ended = 0
    longest = 0.0
    goes_on = True

    def stop(_number: int, _frame: object) -> None:
        nonlocal goes_on
        goes_on = False

    def add(number: int) -> None:
        nonlocal opened
        connection = Connection(number, port, data, receive_buffer)
        connections[connection.socket.fileno()] = connection
        poll.register(connection.socket, select.EPOLLOUT | select.EPOLLRDHUP)
        opened += 1

    signal.signal(signal.SIGTERM, stop)
    for number in range(count):
        add(number)
    while goes_on:
        for descriptor, events in poll.poll(0.2):
            connection = connections[descriptor]
            try:
                if events & select.EPOLLOUT and not events & select.EPOLLERR:
                    connection.send()
                    if not connection.unsent:
                        poll.modify(descriptor, select.EPOLLRDHUP)
                is_over = bool(events & (select.EPOLLRDHUP | select.EPOLLHUP | select.EPOLLERR))
            except OSError:
                is_over = True
            if is_over:
                poll.unregister(descriptor)
                connection.socket.close()
                del connections[descriptor]
                ended += 1
                longest = max(longest, time.monotonic() - connection.opened)
                if again:
                    add(connection.number)
    now = time.monotonic()
    longest = max([longest, *(now - connection.opened for connection in connections.values())])
    return {"opened": opened, "ended": ended, "open": len(connections), "longest_seconds": longest}


def silent_login(tenant: str, length: int, missing: int) -> bytes:
    """A login whose last bytes never come."""
    head = f"POST /v1/{tenant}/login/ HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\n"
    return (head + f"Content-Length: {length}\r\n\r\n").encode() + b" " * (length - missing)


def unread_requests(path: str, count: int) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode() * count


class Crowd:
    """Runs `crowd` in a process until `close`, which sets `seen` to what it tells."""

    def __init__(self, kind: str, port: int, count: int, *arguments: object, again: bool = True) -> None:
        self.kind = kind
        self.seen: dict[str, float] = {}
        command = [sys.executable, "-B", "-m", "bench.hostile", kind, str(port), str(count), *map(str, arguments)]
        self.child = subprocess.Popen(
            command + (["--again"] if again else []), stdout=subprocess.PIPE, text=True, start_new_session=True
        )

    def close(self) -> None:
        if self.child.poll() is not None or not self.child.stdout:
            return
        self.child.terminate()
        output, _ = self.child.communicate(timeout=30)
        if self.child.returncode != 0:
            raise Failure(f"the crowd of {self.kind} failed")
        self.seen = json.loads(output)


@dataclass
class Probes:
    """What new clients waited, and the server's memory meanwhile."""

    milliseconds: list[float] = field(default_factory=list)
    megabytes: list[float] = field(default_factory=list)


def probe(server: Server, path: str, token: str, seconds: float) -> Probes:
    """Connects again and again, each time for one request."""
    seen = Probes()
    end = time.monotonic() + seconds
    looked = 0.0
    while time.monotonic() < end:
        began = time.perf_counter()
        status = call(server.port, "GET", path, token=token).status
        seen.milliseconds.append((time.perf_counter() - began) * 1000)
        if status != 200:
            raise Failure(f"a new connection was answered {status}")
        if time.monotonic() > looked + 0.25:
            looked = time.monotonic()
            seen.megabytes.append(server.process.resident_megabytes())
        time.sleep(0.005)
    server.process.check()
    return seen


def percentile(values: list[float], percent: int) -> float:
    return sorted(values)[min(len(values) - 1, len(values) * percent // 100)]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=["bodies", "readers"])
    parser.add_argument("port", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("--tenant", default="bench")
    parser.add_argument("--length", type=int, default=16 * 1024)
    parser.add_argument("--missing", type=int, default=40)
    parser.add_argument("--path", default="/openapi.json")
    parser.add_argument("--again", action="store_true")
    chosen = parser.parse_args()
    if chosen.kind == "bodies":
        data = silent_login(chosen.tenant, chosen.length, chosen.missing)
    else:
        data = unread_requests(chosen.path, 20)
    receive_buffer = 4096 if chosen.kind == "readers" else 0
    print(json.dumps(crowd(chosen.port, data, chosen.count, receive_buffer, again=chosen.again)))


if __name__ == "__main__":
    main()
