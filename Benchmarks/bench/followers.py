"""The streams of people: from the write to the socket, what an idle follower costs, and what a write costs PostgreSQL."""

import asyncio
import json
import statistics
import time
from datetime import datetime

from .data import TENANT
from .load import HOST
from .measuring import Bench
from .processes import Failure
from .report import Row

FOLLOWERS = 1_000
WRITES_PER_SECOND = 200


def followers(bench: Bench) -> None:
    if not bench.parlay:
        return bench.report.skip("followers", "without Parlay")
    tokens = bench.data.tokens[:FOLLOWERS]
    before = bench.parlay.process.resident_megabytes()
    delays, after = asyncio.run(run(bench, tokens))
    ordered = sorted(delays)
    bench.report.rows.append(Row(
        f"stream: from the commit to the socket, {FOLLOWERS:,} followers, {WRITES_PER_SECOND} writes/s, p99", "ms",
        ordered[int(len(ordered) * 0.99)], at_most=50, note=f"median {statistics.median(ordered):.1f}, worst {ordered[-1]:.1f} of {len(ordered):,}",
    ))
    bench.report.rows.append(Row(
        "stream: memory of an idle follower", "KiB", (after - before) * 1e6 / 1024 / FOLLOWERS, at_most=4,
        note=f"{before:.1f} MB before, {after:.1f} MB with {FOLLOWERS:,}",
    ))


async def run(bench: Bench, tokens: list[str]) -> tuple[list[float], float]:
    port = bench.parlay.port
    delays: list[float] = []
    streams = [await open_stream(port, token) for token in tokens]
    await asyncio.sleep(2)
    resident = bench.parlay.process.resident_megabytes()
    readers = [asyncio.create_task(read(reader, delays)) for reader, _ in streams]
    writers = [asyncio.create_task(write(port, tokens[number::20], bench.seconds)) for number in range(20)]
    sent = sum(await asyncio.gather(*writers))
    await asyncio.sleep(1)
    for task in readers:
        task.cancel()
    for _, writer in streams:
        writer.transport.abort()
    if len(delays) != sent:
        raise Failure(f"followers: {sent} writes, and {len(delays)} events came")
    return delays, resident


async def open_stream(port: int, token: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection(HOST, port)
    lines = [f"GET /v1/{TENANT}/stream/ HTTP/1.1", "Host: localhost", "Accept: text/event-stream", f"Authorization: Token {token}"]
    writer.write("\r\n".join(lines).encode() + b"\r\n\r\n")
    head = await reader.readuntil(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 200"):
        raise Failure(f"followers: {head.decode()}")
    return reader, writer


async def read(reader: asyncio.StreamReader, delays: list[float]) -> None:
    """An event says when it was appended, just before its commit."""
    while True:
        text = await reader.readuntil(b"\n\n")
        now = time.time()
        for line in text.decode().split("\n"):
            if line.startswith("data: "):
                at = datetime.fromisoformat(json.loads(line[6:])["at"].replace("Z", "+00:00")).timestamp()
                delays.append((now - at) * 1e3)


async def write(port: int, tokens: list[str], seconds: float) -> int:
    """One of 20 writers, each with its own people in turn."""
    reader, writer = await asyncio.open_connection(HOST, port)
    end = time.monotonic() + seconds
    number = 0
    while time.monotonic() < end:
        began = time.monotonic()
        body = json.dumps({"bio": f"number {number}"}).encode()
        token = tokens[number % len(tokens)]
        head = (
            f"PATCH /v1/{TENANT}/profiles/me/ HTTP/1.1\r\nHost: localhost\r\nAuthorization: Token {token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        writer.write(head.encode() + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        if not answer.startswith(b"HTTP/1.1 200"):
            raise Failure(f"followers: {answer.decode()}")
        length = next(int(line[15:]) for line in answer.decode().split("\r\n") if line.lower().startswith("content-length:"))
        await reader.readexactly(length)
        number += 1
        await asyncio.sleep(max(0, 20 / WRITES_PER_SECOND - (time.monotonic() - began)))
    writer.transport.abort()
    return number
