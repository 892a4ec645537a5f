"""Two people plan, counter, accept, cancel and unmatch, often at the same moment."""

import asyncio
import time

from ..person import Person
from ..world import World

MOVES = ["propose", "propose", "propose", "accept", "accept", "cancel", "read", "read"]


async def run(world: World, tenant: str, number: int) -> None:
    first = await world.register(tenant, f"english{number}", ("en", "es"))
    second = await world.register(tenant, f"spanish{number}", ("es", "en"))
    while not world.is_over.is_set():
        made = await first.make("matches/", {"a_username": second.name})
        notes = {"object": f"match/{made['match_id']}"}
        path = f"matches/{made['match_id']}/"
        steps = first.chance.randrange(4, 12)
        await asyncio.gather(play(world, first, second, path, notes, steps), play(world, second, first, path, notes, steps))
        while True:
            gone = await first.once("DELETE", path, move="unmatch", is_first=True, tells=second.name, **notes)
            if gone.is_final:
                break
            await asyncio.sleep(first.pause)
    for person in (first, second):
        await world.read_all(person, "inbox/", "inbox")


async def play(world: World, person: Person, other: Person, path: str, notes: dict, steps: int) -> None:
    chance = person.chance
    for _ in range(steps):
        name = chance.choice(MOVES)
        told = notes | {"move": name, "tells": other.name, "is_first": person.name.startswith("english")}
        match name:
            case "read":
                await person.read(path, **told)
            case "propose":
                at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + chance.randrange(86_400, 30 * 86_400)))
                await person.once("PUT", path, {"time_1": at, "location": world.text(person.tenant, "place")}, **told)
            case _:
                await person.once("PUT", path, {name: True}, **told)
        await world.rest(chance, 0.05)
