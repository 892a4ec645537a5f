"""A push service on one processor: takes every message with 201 and answers GET with how many it has taken.

It does as little as it can, so that what is measured is the sender.
"""

import asyncio
import sys

TAKEN = b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n"


class Receiver(asyncio.Protocol):
    count = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        self.waiting = b""

    def data_received(self, data: bytes) -> None:
        self.waiting += data
        while True:
            head, end, rest = self.waiting.partition(b"\r\n\r\n")
            if not end:
                return
            length = 0
            for line in head.split(b"\r\n")[1:]:
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            if len(rest) < length:
                return
            self.waiting = rest[length:]
            if head.startswith(b"GET "):
                body = str(Receiver.count).encode()
                self.transport.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))
            else:
                Receiver.count += 1
                self.transport.write(TAKEN)


async def main() -> None:
    server = await asyncio.get_running_loop().create_server(Receiver, "127.0.0.1", int(sys.argv[1]), backlog=1024)
    await server.serve_forever()


asyncio.run(main())
