"""What the workloads share: the history, the tenants, and people who have registered."""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator
from typing import Any

from bench.processes import Failure

from .checker.isolation import mark
from .history import History, Try
from .installation import PASSWORD
from .person import Person


class World:
    def __init__(self, history: History, ports: list[int], seed: int) -> None:
        self.history, self.ports, self.seed = history, ports, seed
        self.is_over = asyncio.Event()
        self.numbers = 0
        self.devices: Counter[tuple[str, str]] = Counter()

    def chance(self, *names: object) -> random.Random:
        """Numbers that depend on the seed and these names alone."""
        return random.Random("/".join(map(str, (self.seed, *names))))

    def number(self) -> int:
        self.numbers += 1
        return self.numbers

    def text(self, tenant: str, what: str) -> str:
        """A value that is written once, with the tenant's mark."""
        return f"{mark(tenant)}{what}-{self.number()}"

    async def rest(self, chance: random.Random, seconds: float) -> None:
        """Waits a moment, or until the end of the run."""
        try:
            async with asyncio.timeout(seconds * 2 * chance.random()):
                await self.is_over.wait()
        except TimeoutError:
            pass

    def stranger(self, tenant: str, name: str) -> Person:
        """One device of a person."""
        self.devices[tenant, name] += 1
        return Person(self.history, self.ports, tenant, name, self.chance(tenant, name, self.devices[tenant, name]))

    async def register(self, tenant: str, name: str, languages: tuple[str, str] = ("en", "es")) -> Person:
        person = self.stranger(tenant, name)
        await self.sign_up(person, languages)
        return person

    async def sign_up(self, person: Person, languages: tuple[str, str] = ("en", "es"), **notes: Any) -> None:
        """Registers and signs in. Calls without a token take no key: a try without an answer may have done it."""
        body = self.registration(person.tenant, person.name, languages)
        done = await person.repeat("POST", "register/", body, None, {"move": "register", **notes})
        if done.status == 409:
            done = await self.sign_in(person, **notes)
        self.signed_in(person, done)

    def second_device(self, person: Person) -> Person:
        """Another connection of a person who is signed in, to another front."""
        second = self.stranger(person.tenant, person.name)
        second.token, second.id, second.turn = person.token, person.id, person.turn + 1
        return second

    async def owners(self, tenant: str, name: str) -> AsyncIterator[tuple[Person, Person]]:
        """One new person after another, with two devices, until the run is over: this keeps the histories of each short."""
        turn = 0
        while not self.is_over.is_set():
            owner = await self.register(tenant, f"{name}-{turn}")
            yield owner, self.second_device(owner)
            turn += 1

    @staticmethod
    async def sign_in(person: Person, **notes: Any) -> Try:
        body = {"username": person.name, "password": PASSWORD}
        return await person.repeat("POST", "login/", body, None, {"move": "sign in", **notes})

    def registration(self, tenant: str, name: str, languages: tuple[str, str]) -> dict[str, Any]:
        return {
            "username": name, "password": PASSWORD, "email": f"{name}@example.org", "first_name": mark(tenant) + name,
            "last_name": "", "known_lang": languages[0], "learn_lang": languages[1],
        }

    @staticmethod
    def signed_in(person: Person, attempt: Try) -> Person:
        if attempt.status not in (200, 201):
            raise Failure(str(attempt))
        answer = attempt.answer
        person.token = answer["token"]
        person.id = answer["user"]["id"] if "user" in answer else answer["profile"]["id"]
        return person

    async def admin(self, tenant: str, name: str = "ada") -> Person:
        """The administrator, in a connection of its own; `name` is how the history calls it."""
        person = self.stranger(tenant, name)
        body = {"username": "ada", "password": PASSWORD}
        return self.signed_in(person, await person.repeat("POST", "login/", body, None, {}))

    @staticmethod
    async def read_all(person: Person, path: str, note: str) -> None:
        """All pages of a list, for the checker."""
        cursor = None
        while True:
            joint = "&" if "?" in path else "?"
            page = await person.read(f"{path}{joint}limit=100" + (f"&cursor={cursor}" if cursor else ""), final=note)
            cursor = page.answer.get("next_cursor") if page.status == 200 else None
            if not cursor:
                return
