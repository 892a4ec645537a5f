"""The peer of the live stream: a server of the library `websockets` that sends each line it gets on its control port to
all of its clients.

    broadcast.py PORT CONTROL_PORT
"""

import asyncio
import sys

from websockets.asyncio.server import ServerConnection, broadcast, serve

HOST = "127.0.0.1"


async def main(port: int, control_port: int) -> None:
    readers: set[ServerConnection] = set()

    async def hold(connection: ServerConnection) -> None:
        readers.add(connection)
        try:
            await connection.wait_closed()
        finally:
            readers.discard(connection)

    async def control(lines: asyncio.StreamReader, _answers: asyncio.StreamWriter) -> None:
        while line := await lines.readline():
            broadcast(readers, line.decode().rstrip("\n"))

    # As Parlay: no compression, a ping every 25 s.
    async with (
        serve(hold, HOST, port, compression=None, ping_interval=25, ping_timeout=50, backlog=4096),
        await asyncio.start_server(control, HOST, control_port),
    ):
        await asyncio.Future()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), int(sys.argv[2])))
