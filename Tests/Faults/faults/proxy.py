"""A proxy that hurts the traffic it carries, at places that the protocol gives meaning to."""

import asyncio
import socket
import struct
from collections import Counter
from collections.abc import Awaitable, Callable
from enum import StrEnum

from .frames import FLUSH, Frame, Framer, RequestFramer

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Fault(StrEnum):
    # The connection ends before a request is passed on.
    CUT_BEFORE = "cut before"
    # It ends after half of a message.
    CUT_INSIDE = "cut inside"
    # The request is done, and its answer never arrives: COMMIT was sent and confirmed, and nobody hears of it.
    WITHHOLD = "answer withheld"
    # PostgreSQL has executed the statement and answered; the connection ends before the commit.
    CUT_AT_COMMIT = "cut at the commit"
    # All of the answer but its end arrives.
    LOSE_END = "end of the answer lost"
    # Of two requests under way both are done; the answer of the first and what follows are lost.
    LOSE_FIRST = "first of two answers lost"
    # Nothing passes any more, and nobody is told.
    HALF_OPEN = "half-open"
    RESET = "reset"
    DELAY = "delay"
    DRIP = "drip"
    # A second connection begins like this one, and goes away.
    DUPLICATE = "duplicate connect"


# Those that act on an answer; the others act on a request.
ON_ANSWERS = {Fault.LOSE_END}


class Proxy:
    """Listens on a port of loopback and connects each client to a server. A fault is armed, and the next message that fits
    suffers it."""

    HALF_OPEN_SECONDS = 12.0

    def __init__(
        self,
        name: str,
        connect: Callable[[], Awaitable[Streams]],
        requests: Callable[[], RequestFramer],
        answers: Callable[[], Framer],
    ) -> None:
        self.name, self.connect, self.requests, self.answers = name, connect, requests, answers
        self.armed: list[Fault] = []
        self.suffered: Counter[str] = Counter()
        self.links: set[asyncio.Task[None]] = set()
        self.server: asyncio.Server | None = None

    async def start(self, port: int) -> None:
        self.server = await asyncio.start_server(self.accept, "127.0.0.1", port, backlog=512)

    async def stop(self) -> None:
        if self.server:
            self.server.close()
        for link in list(self.links):
            link.cancel()
        await asyncio.gather(*self.links, return_exceptions=True)

    def arm(self, fault: Fault) -> None:
        self.armed.append(fault)

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self.links.add(task)
        try:
            await Link(self, (reader, writer)).run()
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            self.links.discard(task)
            writer.close()


class Link:
    """One connection of a client and its connection to the server."""

    def __init__(self, proxy: Proxy, client: Streams) -> None:
        self.proxy = proxy
        self.client = client
        self.requests, self.answers = proxy.requests(), proxy.answers()
        # Requests that the server has and has not answered to their end.
        self.outstanding = 0
        # How many more answers the client gets, and after how many lost ones the connection ends.
        self.remaining: int | None = None
        self.losing = 0
        self.frozen = False

    async def run(self) -> None:
        self.server = await self.proxy.connect()
        pumps = [asyncio.create_task(self.pump_requests()), asyncio.create_task(self.pump_answers())]
        try:
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            if self.frozen:
                await asyncio.sleep(self.proxy.HALF_OPEN_SECONDS)
        finally:
            for pump in pumps:
                pump.cancel()
            await asyncio.gather(*pumps, return_exceptions=True)
            self.server[1].close()

    def take(self, frame: Frame, *, is_answer: bool) -> Fault | None:
        """The fault that this message suffers."""
        if not self.proxy.armed:
            return None
        fault = self.proxy.armed[0]
        if (fault in ON_ANSWERS) != is_answer or not frame.ends or self.remaining is not None:
            return None
        if fault is Fault.LOSE_FIRST and self.outstanding == 0:
            return None
        if fault is Fault.CUT_AT_COMMIT and not self.requests.is_commit(frame):
            return None
        del self.proxy.armed[0]
        self.proxy.suffered[fault] += 1
        return fault

    async def pump_requests(self) -> None:
        writer = self.server[1]
        while data := await self.client[0].read(1 << 16):
            for frame in self.requests.feed(data):
                fault = self.take(frame, is_answer=False)
                if fault and not await self.suffer(fault, frame):
                    return
                if fault is not Fault.DRIP:
                    writer.write(frame.data)
                if frame.ends:
                    self.outstanding += 1
            await writer.drain()
        # The client has nothing more to send, and may wait for its answers.
        if self.outstanding:
            writer.write_eof()
            await asyncio.sleep(self.proxy.HALF_OPEN_SECONDS)

    async def suffer(self, fault: Fault, frame: Frame) -> bool:
        """False if the connection ends here."""
        writer = self.server[1]
        match fault:
            case Fault.CUT_BEFORE:
                return False
            case Fault.CUT_INSIDE:
                writer.write(frame.data[: max(1, len(frame.data) // 2)])
                await writer.drain()
                return False
            case Fault.CUT_AT_COMMIT:
                # Makes the server send what it has, and gives it time.
                writer.write(FLUSH)
                await writer.drain()
                await asyncio.sleep(0.05)
                return False
            case Fault.WITHHOLD:
                self.remaining, self.losing = self.outstanding, 1
            case Fault.LOSE_FIRST:
                self.remaining, self.losing = self.outstanding - 1, 2
            case Fault.HALF_OPEN:
                self.frozen = True
                return False
            case Fault.RESET:
                reset(self.client[1])
                return False
            case Fault.DELAY:
                await asyncio.sleep(1.0)
            case Fault.DRIP:
                for position in range(len(frame.data)):
                    writer.write(frame.data[position : position + 1])
                    await writer.drain()
                    await asyncio.sleep(0.002)
            case Fault.DUPLICATE:
                _, second = await self.proxy.connect()
                # A part of it, because all of it would be done twice.
                second.write(frame.data[: len(frame.data) // 2])
                await asyncio.sleep(0.01)
                second.close()
        return True

    async def pump_answers(self) -> None:
        writer = self.client[1]
        while data := await self.server[0].read(1 << 16):
            for frame in self.answers.feed(data):
                if self.frozen:
                    continue
                if self.remaining == 0:
                    self.losing -= frame.ends
                    if self.losing == 0:
                        return
                    continue
                if self.take(frame, is_answer=True):
                    # An answer of one message arrives in half.
                    writer.write(frame.data[: len(frame.data) // 2])
                    await writer.drain()
                    return
                writer.write(frame.data)
                if frame.ends:
                    self.outstanding -= 1
                    if self.remaining is not None:
                        self.remaining -= 1
            await writer.drain()


def reset(writer: asyncio.StreamWriter) -> None:
    """Closes with a reset (socket(7), SO_LINGER)."""
    connection = writer.get_extra_info("socket")
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()
