"""The two admins of a tenant take each other's role away at one moment, and give it back."""

import asyncio

from bench.processes import Failure

from ..person import Person
from ..world import World


async def run(world: World, tenant: str, number: int) -> None:
    ada, ben = await world.admin(tenant), await world.register(tenant, "ben")
    begun = await ada.repeat("PATCH", f"admin/accounts/{ben.id}/", {"role": "admin"}, None, {})
    if begun.status != 200:
        raise Failure(str(begun))
    notes = {"object": f"admins/{tenant}", "admins": ["ada", "ben"]}
    while not world.is_over.is_set():
        await asyncio.gather(change(ada, ben, "member", notes), change(ben, ada, "member", notes))
        for person, other in ((ada, ben), (ben, ada)):
            await change(person, other, "admin", notes)
        await world.rest(ada.chance, 0.05)


async def change(person: Person, other: Person, role: str, notes: dict) -> None:
    await person.once("PATCH", f"admin/accounts/{other.id}/", {"role": role}, other=other.name, **notes)
