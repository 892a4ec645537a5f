"""What puts load on a server: wrk, the bare client, single requests, idle connections."""

import http.client
import json
import os
import re
import socket
import subprocess
from dataclasses import dataclass
from pathlib import Path

from .processes import Failure

SCRIPTS = Path(__file__).parent.parent / "load"
HOST = "127.0.0.1"


@dataclass
class Result:
    requests: int
    seconds: float
    p50_ms: float
    p99_ms: float
    refused: int = 0

    @property
    def rate(self) -> float:
        return self.requests / self.seconds


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> dict:
        return json.loads(self.body)


class Wrk:
    """One run of wrk. An answer of 400 or above, or a socket error, fails it, unless `may_refuse`."""

    def __init__(
        self, script: str, port: int, seconds: float, *arguments: object, connections: int = 64, threads: int = 1
    ) -> None:
        self.seconds = seconds
        self.what = f"{script} against port {port}"
        command = ["wrk", f"-t{threads}", f"-c{connections}", f"-d{max(1, round(seconds))}s", "--timeout", "30s"]
        command += ["--script", str(SCRIPTS / f"{script}.lua"), f"http://{HOST}:{port}", "--"]
        self.child = subprocess.Popen(
            command + [str(argument) for argument in arguments],
            env={**os.environ, "LUA_PATH": f"{SCRIPTS}/?.lua"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def finish(self, *, may_refuse: bool = False) -> Result:
        try:
            output, _ = self.child.communicate(timeout=self.seconds + 60)
        except BaseException:
            self.stop()
            raise
        found = re.search(r"^result (\{.*\})$", output, re.MULTILINE)
        if self.child.returncode != 0 or not found or "unexpected status" in output:
            raise Failure(f"wrk {self.what} failed:\n{output}")
        seen = json.loads(found.group(1))
        broken = {name: seen[name] for name in ("connect", "read", "write", "timeout") if seen[name]}
        if seen["status"] and not may_refuse:
            broken["status"] = seen["status"]
        if broken or not seen["requests"]:
            raise Failure(f"wrk {self.what}: errors {broken} in {seen['requests']} requests")
        return Result(seen["requests"], seen["seconds"], seen["p50_ms"], seen["p99_ms"], seen["status"])

    def stop(self) -> None:
        if self.child.poll() is None:
            self.child.kill()
            self.child.wait()


def bare(program: Path, conninfo: str, seconds: float, tenant_id: str, digests: Path) -> Result:
    """The bare client: 4 connections, 16 pairs in flight on each."""
    child = subprocess.Popen(
        [program, conninfo, str(seconds), "4", "16", tenant_id, digests],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        output, errors = child.communicate(timeout=seconds + 60)
    except BaseException:
        child.kill()
        child.wait()
        raise
    if child.returncode != 0:
        raise Failure(f"the bare client failed: {errors}")
    return Result(**json.loads(output))


def call(
    port: int,
    method: str,
    path: str,
    *,
    token: str | None = None,
    body: object = None,
    headers: dict[str, str] | None = None,
    connection: http.client.HTTPConnection | None = None,
) -> Answer:
    """One request, on a connection of its own unless one is given."""
    used = connection or http.client.HTTPConnection(HOST, port, timeout=30)
    sent = dict(headers or {})
    if token:
        sent["Authorization"] = f"Token {token}"
    data = None
    if body is not None:
        data = json.dumps(body).encode()
        sent["Content-Type"] = "application/json"
    try:
        used.request(method, path, data, sent)
        response = used.getresponse()
        return Answer(response.status, dict(response.getheaders()), response.read())
    finally:
        if connection is None:
            used.close()


def is_up(port: int, path: str, token: str | None = None) -> bool:
    try:
        return call(port, "GET", path, token=token).status == 200
    except (OSError, http.client.HTTPException):
        return False


class IdleConnections:
    """Keep-alive connections that each made one request."""

    def __init__(self, port: int, path: str, tokens: list[str], count: int) -> None:
        self.sockets: list[socket.socket] = []
        self.path = path
        try:
            for number in range(count):
                opened = socket.create_connection((HOST, port), timeout=30)
                self.sockets.append(opened)
                self.ask(opened, tokens[number % len(tokens)])
        except BaseException as error:
            self.close()
            if isinstance(error, OSError):
                raise Failure(f"idle connection {len(self.sockets)} of {count}: {error}") from error
            raise

    def ask(self, connection: socket.socket, token: str) -> None:
        head = f"GET {self.path} HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Token {token}\r\n\r\n"
        connection.sendall(head.encode())
        received = b""
        while b"\r\n\r\n" not in received:
            received += self.receive(connection)
        headers, _, body = received.partition(b"\r\n\r\n")
        if b" 200 " not in headers.split(b"\r\n")[0]:
            raise Failure(f"an idle connection's request was answered {headers[:200]!r}")
        length = re.search(rb"(?i)content-length: *(\d+)", headers)
        if not length:
            raise Failure("an answer without Content-Length")
        missing = int(length.group(1)) - len(body)
        while missing > 0:
            missing -= len(self.receive(connection))

    @staticmethod
    def receive(connection: socket.socket) -> bytes:
        data = connection.recv(65536)
        if not data:
            raise Failure("the server closed a connection that should stay")
        return data

    def check(self, token: str) -> None:
        """Some of them, the oldest and the newest too, still answer."""
        for connection in self.sockets[:: max(1, len(self.sockets) // 20)] + self.sockets[-1:]:
            self.ask(connection, token)

    def close(self) -> None:
        for connection in self.sockets:
            connection.close()
        self.sockets = []


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return probe.getsockname()[1]
