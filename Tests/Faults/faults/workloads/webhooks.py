"""Wagers are taken, and the tenant's own server hears of each, although it fails now and then."""

import asyncio
import json
import random

from ..history import History, Try
from ..person import read_fields
from ..world import World

EVENT = "wager.taken"


class Receiver:
    """The server of the owner of an app. Notes what arrives; some of it is answered with an error or not at all."""

    def __init__(self, history: History, tenant: str, chance: random.Random) -> None:
        self.history, self.tenant, self.chance = history, tenant, chance
        self.heard: set[int] = set()

    async def start(self) -> tuple[asyncio.Server, str]:
        server = await asyncio.start_server(self.accept, "127.0.0.1", 0)
        return server, f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/hook"

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            fields = read_fields(await reader.readuntil(b"\r\n\r\n"))
            body = json.loads(await reader.readexactly(int(fields["content-length"])))
            turn = self.chance.random()
            if turn < 0.03:
                # Heard, and the sender does not know.
                self.note(body)
            elif turn < 0.06:
                writer.write(b"HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n")
            else:
                self.note(body)
                writer.write(b"HTTP/1.1 204 Thanks\r\nContent-Length: 0\r\n\r\n")
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    def note(self, body: dict) -> None:
        now = self.history.now()
        wager = body["data"]["subject"]["id"]
        self.history.tries.append(
            Try(self.history.new_call(), self.tenant, "receiver", "DELIVER", body["type"], body, None, now, now, 204, None, {"delivered": wager})
        )
        self.heard.add(wager)


async def run(world: World, tenant: str, number: int) -> None:
    receiver = Receiver(world.history, tenant, world.chance("receiver", tenant, number))
    server, url = await receiver.start()
    admin = await world.admin(tenant, f"owner{number}")
    await admin.make("admin/webhooks/", {"url": url, "events": [EVENT]})
    poser, taker = await world.register(tenant, f"poser{number}"), await world.register(tenant, f"taker{number}")
    taken = set()
    while not world.is_over.is_set():
        wager = await poser.make("wagers/", {"name": world.text(tenant, "offer"), "amount_cents": 100, "category": "Other"})
        done = await taker.move("POST", f"wagers/{wager['id']}/take/", told_by=EVENT, wager=wager["id"])
        if done.status == 200:
            taken.add(wager["id"])
        await world.rest(poser.chance, 0.5)
    for _ in range(150):
        if taken <= receiver.heard:
            break
        await asyncio.sleep(1)
    server.close()
