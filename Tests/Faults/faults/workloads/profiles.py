"""Two devices of one person write and read the bio."""

import asyncio

from ..person import Person
from ..world import World


async def run(world: World, tenant: str, number: int) -> None:
    async for owner, second in world.owners(tenant, f"writer{number}"):
        await asyncio.gather(play(world, owner), play(world, second))


async def play(world: World, person: Person) -> None:
    notes = {"object": f"bio/{person.tenant}/{person.name}"}
    for _ in range(20):
        if world.is_over.is_set():
            return
        if person.chance.random() < 0.5:
            await person.once("PATCH", "profiles/me/", {"bio": world.text(person.tenant, "bio")}, **notes)
        else:
            await person.read("profiles/me/", **notes)
        await world.rest(person.chance, 0.05)
