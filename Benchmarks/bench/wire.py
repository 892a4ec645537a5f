"""One connection that speaks PostgreSQL's protocol by itself, so that a client costs the server nothing but its own
statements: a batch of prepared statements is one write, and nothing is decoded."""

import socket
import struct
from pathlib import Path

from .database import NAME, Cluster
from .processes import Failure

Value = str | bytes | None
# The name of a prepared statement and its values.
Call = tuple[str, list[Value]]


def message(kind: bytes, body: bytes) -> bytes:
    return kind + struct.pack("!i", len(body) + 4) + body


SYNC = message(b"S", b"")


class Connection:
    """A session of the front's role, with the settings that the front's have."""

    def __init__(self, cluster: Cluster, role: str = "parlay_front") -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(str(cluster.directory / ".s.PGSQL.5432"))
        self.socket.settimeout(60)
        self.received = b""
        settings = {"user": cluster.user, "database": NAME, "search_path": "parlay,public", "timezone": "UTC"}
        # As long as a trigger posts the notices of older versions.
        settings["parlay.posts"] = "itself"
        words = b"".join(word.encode() + b"\0" for pair in settings.items() for word in pair)
        body = struct.pack("!i", 196608) + words + b"\0"
        self.socket.sendall(struct.pack("!i", len(body) + 4) + body)
        self.wait(1)
        self.run(f"set role {role}")
        self.run("select pg_backend_pid()")
        self.process = int(self.last)

    def run(self, sql: str) -> None:
        self.socket.sendall(message(b"Q", sql.encode() + b"\0"))
        self.wait(1)

    def prepare(self, name: str, sql: str) -> None:
        body = name.encode() + b"\0" + sql.encode() + b"\0" + struct.pack("!h", 0)
        self.socket.sendall(message(b"P", body) + SYNC)
        self.wait(1)

    @staticmethod
    def unit(*calls: Call) -> bytes:
        """One implicit transaction, as libpq sends it in pipeline mode. Values of type `bytes` are sent in binary."""
        parts = []
        for name, values in calls:
            formats = b"".join(struct.pack("!h", isinstance(value, bytes)) for value in values)
            bound = b"\0" + name.encode() + b"\0" + struct.pack("!h", len(values)) + formats
            bound += struct.pack("!h", len(values))
            for value in values:
                data = value.encode() if isinstance(value, str) else value
                bound += struct.pack("!i", -1) if data is None else struct.pack("!i", len(data)) + data
            bound += struct.pack("!hh", 1, 1)
            parts += [message(b"B", bound), message(b"D", b"P\0"), message(b"E", b"\0" + struct.pack("!i", 0))]
        return b"".join(parts) + SYNC

    def exchange(self, units: list[bytes]) -> list[int]:
        """Sends units together and waits for all of them; answers how many rows each had."""
        self.socket.sendall(b"".join(units))
        return self.wait(len(units))

    def wait(self, count: int) -> list[int]:
        """Reads until the server is ready for the count-th time."""
        rows = [0]
        while True:
            position = 0
            data = self.received
            while len(data) - position >= 5:
                kind, (length,) = data[position : position + 1], struct.unpack_from("!i", data, position + 1)
                if len(data) - position < length + 1:
                    break
                body = data[position + 5 : position + length + 1]
                position += length + 1
                if kind == b"E":
                    raise Failure(f"a statement failed: {body.decode(errors='replace')}")
                if kind == b"D":
                    rows[-1] += 1
                    self.last = body[6:].decode(errors="replace")
                if kind == b"Z":
                    if len(rows) == count:
                        self.received = data[position:]
                        return rows
                    rows.append(0)
            self.received = data[position:]
            more = self.socket.recv(1 << 18)
            if not more:
                raise Failure("PostgreSQL closed the connection")
            self.received += more

    def processor_seconds(self) -> float:
        """User and system time of the backend, to the nanosecond (/proc/PID/stat counts hundredths of a second)."""
        return int(Path(f"/proc/{self.process}/schedstat").read_text().split()[0]) / 1e9

    def close(self) -> None:
        self.socket.close()
