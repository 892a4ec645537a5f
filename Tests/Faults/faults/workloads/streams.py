"""One device of a person writes the bio; others follow the person's stream at both fronts, and read the bio with its position."""

import asyncio
import json
from typing import Any

from ..history import Try
from ..person import Broken, Person, read_head
from ..world import World

Notes = dict[str, Any]
# Longer than a fault lasts: a follower that does not get the last event in this time has missed it.
PATIENCE_SECONDS = 90.0


async def run(world: World, tenant: str, number: int) -> None:
    turn = 0
    while not world.is_over.is_set():
        owner = await world.register(tenant, f"follower{number}-{turn}")
        turn += 1
        notes = {"stream": f"{tenant}/{owner.name}"}
        followers = [Follower(world, world.second_device(owner), place, notes) for place in range(2)]
        tasks = [asyncio.create_task(follower.run()) for follower in followers]
        is_over = asyncio.Event()
        reader = asyncio.create_task(read(world, world.second_device(owner), is_over, notes))
        for _ in range(40):
            if world.is_over.is_set():
                break
            await owner.once("PATCH", "profiles/me/", {"bio": world.text(tenant, "bio")}, move="write", **notes)
            await world.rest(owner.chance, 0.05)
        is_over.set()
        await reader
        goal = await position(owner, notes | {"move": "end"})
        for follower in followers:
            follower.goal = goal
        await asyncio.gather(*tasks)


async def read(world: World, person: Person, is_over: asyncio.Event, notes: Notes) -> None:
    while not is_over.is_set():
        await person.read("profiles/me/", move="read", **notes)
        await world.rest(person.chance, 0.1)


async def position(person: Person, notes: Notes) -> int:
    while True:
        done = await person.read("profiles/me/", **notes)
        if done.status == 200:
            return int(done.notes["position"])


class Follower:
    """A device that connects again and again. What arrives is the answer of one try in the history."""

    def __init__(self, world: World, person: Person, place: int, notes: Notes) -> None:
        self.world, self.person, self.turn = world, person, place
        self.notes = notes | {"move": "follow"}
        # The number of the last event, once the writer has ended.
        self.goal: int | None = None
        self.last = 0
        self.events: list[dict[str, Any]] = []

    async def run(self) -> None:
        history = self.world.history
        attempt = Try(
            history.new_call(), self.person.tenant, self.person.name, "GET", "stream/", None, None, history.now(),
            answer=self.events, notes=self.notes,
        )
        history.tries.append(attempt)
        self.last = self.notes["after"] = await position(self.person, self.notes | {"move": "begin"})
        waited = 0.0
        while not self.has_all and waited < PATIENCE_SECONDS:
            began = history.now()
            try:
                await self.listen(self.person.ports[self.turn % len(self.person.ports)])
            except (OSError, Broken, TimeoutError, asyncio.IncompleteReadError, ValueError):
                pass
            self.turn += 1
            await asyncio.sleep(0.1)
            if self.goal is not None:
                waited += history.now() - began
        self.notes["goal"] = self.goal
        attempt.status, attempt.end = 200, history.now()

    @property
    def has_all(self) -> bool:
        return self.goal is not None and self.last >= self.goal

    async def listen(self, port: int) -> None:
        """Takes events until the connection ends, or nothing comes although something should."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            lines = [
                f"GET /v1/{self.person.tenant}/stream/ HTTP/1.1", "Host: localhost", "Accept: text/event-stream",
                f"Authorization: Token {self.person.token}", f"Last-Event-ID: {self.last}",
            ]
            writer.write("\r\n".join(lines).encode() + b"\r\n\r\n")
            async with asyncio.timeout(15):
                status, _ = read_head(await reader.readuntil(b"\r\n\r\n"))
            quiet = 0
            while status == 200 and not self.has_all and quiet < 10:
                try:
                    async with asyncio.timeout(1):
                        self.take(await reader.readuntil(b"\n\n"))
                    quiet = 0
                except TimeoutError:
                    quiet += 1 if self.goal is not None else 0
        finally:
            writer.transport.abort()

    def take(self, text: bytes) -> None:
        for line in text.decode().split("\n"):
            if line.startswith("data: "):
                event = json.loads(line[6:])
                if "code" not in event:
                    self.events.append(event)
                    self.last = event.get("number", event.get("reset"))
