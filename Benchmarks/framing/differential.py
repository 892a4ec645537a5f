"""Sends generated streams to the recording server, directly or through a proxy, and compares what it read with h11.

    differential.py direct <server port> <first seed> <count> [report file]
    differential.py proxy <server port> <first seed> <count> <report file> <proxy port> <relay port>

The proxy must forward to the relay, which records the bytes of each connection to the server.
"""
import asyncio
import collections
import json
import sys
import time

from oracle import compare, expected
from streams import make


class Tally:
    def __init__(self, path):
        self.classes = collections.Counter()
        self.details = collections.defaultdict(collections.Counter)
        self.examples = {}
        self.requests = 0
        self.connections = 0
        self.path = path

    def add(self, sent, answered, server_closed, peer_cut, label):
        self.connections += 1
        try:
            kind, detail = compare(bytes(sent), bytes(answered), server_closed, peer_cut)
        except Exception as error:
            kind, detail = "ORACLE FAILED", repr(error)
        self.classes[kind] += 1
        self.requests += len(expected(bytes(sent)).requests)
        if detail and kind not in ("same", "cut"):
            short = f"{kind}: {detail[:160]}"
            if kind in ("LAXER", "DIFFERENT", "MISSING", "END", "CLOSED EARLIER"):
                short = f"{kind}: {label[:90]}: {detail[:40]}"
            self.details[kind][short] += 1
            self.examples.setdefault(short, (bytes(sent).decode("latin-1"), bytes(answered).decode("latin-1"), detail))

    def report(self, more):
        print(json.dumps({"connections": self.connections, "requests by h11": self.requests, **more}))
        print(dict(self.classes))
        for kind, counts in sorted(self.details.items()):
            for short, count in counts.most_common(40):
                print(f"  {count:6} {short}")
        with open(self.path, "w") as file:
            json.dump(self.examples, file, indent=1)


async def direct(seed, port, tally, gate):
    async with gate:
        pieces, labels = make(seed)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        answered = b""
        try:
            for piece in pieces:
                writer.write(piece)
                await writer.drain()
                if len(pieces) > 1:
                    await asyncio.sleep(0.001)
            writer.write_eof()
        except (ConnectionError, OSError):
            pass
        closed = False
        closed = reset = False
        try:
            while data := await asyncio.wait_for(reader.read(65536), 20):
                answered += data
            closed = True
        except asyncio.TimeoutError:
            tally.classes["HANG"] += 1
            print("hang: seed", seed)
        except ConnectionError:
            # The client sent more after a request that ends the connection.
            closed = reset = True
            tally.classes["reset"] += 1
        writer.close()
        tally.add(b"".join(pieces), answered, closed, reset, ",".join(labels))


class Relay:
    """Between the proxy and the server."""

    def __init__(self, server_port, tally):
        self.server_port, self.tally = server_port, tally
        self.open = 0
        self.states = {}

    async def serve(self, reader, writer):
        self.open += 1
        sent, answered = bytearray(), bytearray()
        ends = []
        up_reader, up_writer = await asyncio.open_connection("127.0.0.1", self.server_port)
        name = up_writer.get_extra_info("sockname")
        # Also a reference to the streams, which asyncio does not keep.
        self.states[id(ends)] = (sent, answered, ends, name, reader, writer, up_reader, up_writer, asyncio.current_task())

        async def pump(source, target, record, name):
            try:
                while data := await source.read(65536):
                    record += data
                    target.write(data)
                    await target.drain()
            except (ConnectionError, OSError):
                pass
            ends.append(name)
            try:
                target.write_eof()
            except (ConnectionError, OSError, RuntimeError):
                pass

        await asyncio.gather(pump(reader, up_writer, sent, "proxy"), pump(up_reader, writer, answered, "server"))
        writer.close()
        up_writer.close()
        self.open -= 1
        del self.states[id(ends)]
        # After the end of the proxy's bytes the server still answers what it has read, so nothing is lost here.
        self.tally.add(sent, answered, True, False, "proxied")


async def proxied(seed, port, gate, outcomes):
    async with gate:
        pieces, _ = make(seed)
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            outcomes["no connection"] += 1
            return
        answered = b""
        try:
            for piece in pieces:
                writer.write(piece)
                await asyncio.sleep(0.002)
            while data := await asyncio.wait_for(reader.read(65536), 0.25):
                answered += data
        except (asyncio.TimeoutError, ConnectionError, OSError):
            pass
        writer.transport.abort()
        for part in answered.split(b"HTTP/1.1 ")[1:]:
            status = part[:3].decode("latin-1")
            outcomes[status + (" of the server" if b"X-Request-Id" in part or b"x-request-id" in part else " of the proxy")] += 1


async def main():
    mode, port, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    tally = Tally(sys.argv[5] if len(sys.argv) > 5 else "report.json")
    start = time.time()
    more = {"streams": count}
    if mode == "direct":
        gate = asyncio.Semaphore(24)
        for base in range(first, first + count, 500):
            await asyncio.gather(*(direct(seed, port, tally, gate) for seed in range(base, min(base + 500, first + count))))
    else:
        relay = Relay(port, tally)
        server = await asyncio.start_server(relay.serve, "127.0.0.1", int(sys.argv[7]), backlog=1000)
        outcomes = collections.Counter()
        gate = asyncio.Semaphore(48)
        for base in range(first, first + count, 500):
            await asyncio.gather(
                *(proxied(seed, int(sys.argv[6]), gate, outcomes) for seed in range(base, min(base + 500, first + count)))
            )
        server.close()
        # The proxy's idle connections end by its own timeout, or by the server's.
        for _ in range(200):
            if not relay.open:
                break
            await asyncio.sleep(0.1)
        more["answers to clients"] = dict(outcomes)
        more["left open"] = relay.open
        for sent, answered, ends, name, *_ in relay.states.values():
            print("left open", name, "ended by", ends, "sent", len(sent), bytes(sent), "answered", bytes(answered[-200:]))
    more["seconds"] = round(time.time() - start)
    tally.report(more)


asyncio.run(main())
