"""A client of the API that notes every try, and repeats calls as the contract says."""

import asyncio
import json
import random
import uuid
from typing import Any

from bench.processes import Failure

from .history import History, Try, answer_of

ANSWER_SECONDS = 15.0
# After this time a call that is repeated has to have an answer: the faults of a run are shorter.
RESOLVE_SECONDS = 120.0


class Unresolved(Exception):
    """A call had no answer for longer than any fault lasts. The argument is its last try."""


class Broken(Exception):
    """The connection ended before the answer did."""


class Person:
    """One person with one kept connection. A try without an answer, or one that may be repeated, goes to the next front."""

    def __init__(
        self, history: History, ports: list[int], tenant: str, name: str, chance: random.Random, token: str | None = None
    ) -> None:
        self.history, self.ports, self.tenant, self.name, self.chance = history, ports, tenant, name, chance
        self.token = token
        self.id = 0
        self.turn = chance.randrange(len(ports))
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        # Seconds before a call is repeated, on average.
        self.pause = 0.2

    def new_key(self) -> str:
        return str(uuid.UUID(int=self.chance.getrandbits(128), version=4))

    # MARK: Calls

    async def move(self, method: str, path: str, body: Any = None, **notes: Any) -> Try:
        """A write with a key, repeated until its fate is known. Returns the last try."""
        return await self.repeat(method, path, body, self.new_key(), notes)

    async def read(self, path: str, **notes: Any) -> Try:
        """Repeated until it is answered. Each try is a call of its own."""
        return await self.repeat("GET", path, None, None, notes)

    async def repeat(self, method: str, path: str, body: Any, key: str | None, notes: dict[str, Any]) -> Try:
        call, begin = self.history.new_call(), self.history.now()
        if key and self.chance.random() < 0.05:
            if done := await self.twice(call, method, path, body, key, notes):
                return done
        while True:
            attempt = await self.attempt(call, method, path, body, key, notes)
            if attempt.is_final:
                if key and attempt.status == 201 and self.chance.random() < 0.05:
                    # A client that has not stored the answer asks again, and gets the same. A refusal is not stored.
                    await self.attempt(call, method, path, body, key, notes)
                elif key and 400 <= attempt.status < 500 and self.chance.random() < 0.05:
                    # Its key is free again.
                    self.disconnect()
                    return await self.repeat(method, path, body, key, notes)
                return attempt
            if attempt.begin - begin > RESOLVE_SECONDS:
                raise Unresolved(attempt)
            await asyncio.sleep(self.pause * (0.5 + self.chance.random()))
            if key is None:
                call = self.history.new_call()

    async def make(self, path: str, body: Any, **notes: Any) -> Any:
        """Creates what the run needs; its answer.

        Raises `Failure` if it is refused.
        """
        made = await self.move("POST", path, body, **notes)
        if made.status not in (200, 201):
            raise Failure(str(made))
        return made.answer

    async def twice(self, call: int, method: str, path: str, body: Any, key: str, notes: dict[str, Any]) -> Try | None:
        """Sends a call on two connections at the same moment, like a client that is too hasty. The answer, if there is one."""
        twin = Person(self.history, self.ports, self.tenant, self.name, self.chance, self.token)
        tries = await asyncio.gather(*(one.attempt(call, method, path, body, key, notes) for one in (self, twin)))
        twin.disconnect()
        return answer_of(tries)

    async def once(self, method: str, path: str, body: Any = None, **notes: Any) -> Try:
        """A write without a key. Its outcome may stay unknown."""
        return await self.attempt(self.history.new_call(), method, path, body, None, notes)

    async def attempt(
        self, call: int, method: str, path: str, body: Any, key: str | None, notes: dict[str, Any]
    ) -> Try:
        attempt = Try(call, self.tenant, self.name, method, path, body, key, self.history.now(), notes=dict(notes))
        self.history.tries.append(attempt)
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                attempt.status, attempt.answer, fields = await self.exchange(method, path, body, key)
            if "stream-position" in fields:
                attempt.notes["position"] = fields["stream-position"]
            attempt.end = self.history.now()
        except (OSError, Broken, TimeoutError, asyncio.IncompleteReadError, ValueError):
            self.disconnect()
        if attempt.says_nothing_was_done or attempt.is_unknown:
            self.turn += 1
            self.disconnect()
        return attempt

    # MARK: HTTP

    def disconnect(self) -> None:
        if self.streams:
            self.streams[1].transport.abort()
        self.streams = None

    async def exchange(self, method: str, path: str, body: Any, key: str | None) -> tuple[int, Any, dict[str, str]]:
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.ports[self.turn % len(self.ports)])
        reader, writer = self.streams
        content = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} /v1/{self.tenant}/{path} HTTP/1.1", "Host: localhost", f"Content-Length: {len(content)}"]
        if body is not None:
            lines.append("Content-Type: application/json")
        if self.token:
            lines.append(f"Authorization: Token {self.token}")
        if key:
            lines.append(f"Idempotency-Key: {key}")
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + content)
        await writer.drain()
        head = await reader.readuntil(b"\r\n\r\n")
        status, fields = read_head(head)
        text = await reader.readexactly(int(fields.get("content-length", "0")))
        if fields.get("connection", "").startswith("close"):
            self.disconnect()
        return status, json.loads(text) if text else None, fields


def read_head(head: bytes) -> tuple[int, dict[str, str]]:
    version, _, rest = head.partition(b" ")
    if not version.startswith(b"HTTP/1."):
        raise Broken(version.decode("latin-1"))
    return int(rest[:3]), read_fields(head)


def read_fields(head: bytes) -> dict[str, str]:
    """The fields of a request or of an answer, by their names in lower case."""
    fields = {}
    for line in head.decode("latin-1").split("\r\n")[1:]:
        name, _, value = line.partition(":")
        fields[name.strip().lower()] = value.strip()
    return fields
