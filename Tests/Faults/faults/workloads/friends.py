"""Two people ask, accept, remove, block and unblock each other."""

import asyncio

from ..person import Person
from ..world import World

MOVES = ["ask", "ask", "accept", "accept", "remove", "block", "unblock", "unblock", "read", "read"]


async def run(world: World, tenant: str, number: int) -> None:
    turn = 0
    while not world.is_over.is_set():
        # New people now and then keep the histories of one pair short.
        pair = [await world.register(tenant, f"pal{number}{place}{turn}") for place in "ab"]
        turn += 1
        notes = {"object": f"friends/{tenant}/{pair[0].name}"}
        await asyncio.gather(play(world, pair[0], pair[1], notes), play(world, pair[1], pair[0], notes))
        for person in pair:
            await world.read_all(person, "inbox/", "friends inbox")


async def play(world: World, person: Person, other: Person, notes: dict) -> None:
    for _ in range(12):
        if world.is_over.is_set():
            return
        name = person.chance.choice(MOVES)
        told = notes | {"move": name, "other": other.name}
        match name:
            case "ask":
                await person.move("POST", "friends/", {"username": other.name}, **told)
            case "accept":
                await person.once("PUT", f"friends/{other.id}/", **told)
            case "remove":
                await person.once("DELETE", f"friends/{other.id}/", **told)
            case "block":
                await person.move("POST", f"blocks/{other.id}/", **told)
            case "unblock":
                await person.once("DELETE", f"blocks/{other.id}/", **told)
            case "read":
                await person.read("friends/", **told)
        await world.rest(person.chance, 0.05)
