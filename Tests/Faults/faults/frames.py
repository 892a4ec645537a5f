"""Where messages end in the two protocols that the proxies carry."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Frame:
    data: bytes
    # Whether it is the last of a request (PostgreSQL: a Sync), or of an answer (ReadyForQuery).
    ends: bool


class Framer(Protocol):
    def feed(self, data: bytes) -> list[Frame]:
        """The messages that are complete now. What is not complete waits for more."""
        ...


class RequestFramer(Framer, Protocol):
    def is_commit(self, frame: Frame) -> bool:
        """Whether it ends an implicit transaction, whose statements were sent before it."""
        ...


# PostgreSQL's message Flush.
FLUSH = b"H\x00\x00\x00\x04"


class PostgresRequests:
    """What a client of PostgreSQL sends (manual, 55.7). The first message has no type."""

    CANCEL, ENCRYPTIONS = 80877102, (80877103, 80877104)

    def __init__(self) -> None:
        self.buffer = bytearray()
        self.has_started = False

    def feed(self, data: bytes) -> list[Frame]:
        self.buffer += data
        frames = []
        while frame := self.next():
            frames.append(frame)
        return frames

    def is_commit(self, frame: Frame) -> bool:
        return self.has_started and frame.data[:1] == b"S"

    def next(self) -> Frame | None:
        first = 1 if self.has_started else 0
        if len(self.buffer) < first + 4:
            return None
        length = first + int.from_bytes(self.buffer[first : first + 4])
        if len(self.buffer) < length:
            return None
        message = bytes(self.buffer[:length])
        del self.buffer[:length]
        if self.has_started:
            # A simple query is answered like a Sync.
            return Frame(message, message[:1] in b"SQ")
        code = int.from_bytes(message[4:8])
        self.has_started = code not in self.ENCRYPTIONS
        return Frame(message, self.has_started and code != self.CANCEL)


class PostgresAnswers:
    """What the server sends."""

    def __init__(self) -> None:
        self.buffer = bytearray()

    def feed(self, data: bytes) -> list[Frame]:
        self.buffer += data
        frames = []
        start = 0
        while len(self.buffer) - start >= 5:
            end = start + 1 + int.from_bytes(self.buffer[start + 1 : start + 5])
            if len(self.buffer) < end:
                break
            message = bytes(self.buffer[start:end])
            frames.append(Frame(message, message[:1] == b"Z"))
            start = end
        del self.buffer[:start]
        return frames


class HTTPMessages:
    """HTTP/1.1 with `Content-Length`, in either direction. A message is one frame. After the head of an event stream, each
    event is one."""

    def __init__(self) -> None:
        self.buffer = bytearray()
        self.has_events = False

    def feed(self, data: bytes) -> list[Frame]:
        self.buffer += data
        frames = []
        while True:
            mark = b"\n\n" if self.has_events else b"\r\n\r\n"
            end = self.buffer.find(mark)
            if end < 0:
                break
            head = bytes(self.buffer[:end])
            end += len(mark)
            if not self.has_events:
                end += self.length(head)
                self.has_events = b"text/event-stream" in head and head.startswith(b"HTTP/")
            if len(self.buffer) < end:
                break
            frames.append(Frame(bytes(self.buffer[:end]), True))
            del self.buffer[:end]
        return frames

    def is_commit(self, frame: Frame) -> bool:
        return False

    @staticmethod
    def length(head: bytes) -> int:
        for line in head.split(b"\r\n")[1:]:
            name, _, value = line.partition(b":")
            if name.strip().lower() == b"content-length":
                return int(value)
        return 0
