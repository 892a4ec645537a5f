"""Three people make every move on one wager after another, each as they like."""

import asyncio

from ..person import Person
from ..world import World

MOVES = ["take", "take", "complete", "complete", "cancel", "withdraw", "pay", "confirm", "rate", "edit", "delete", "read", "read"]


async def run(world: World, tenant: str, number: int) -> None:
    people = [await world.register(tenant, f"friend{number}{place}") for place in "abc"]
    moderator = await world.admin(tenant, f"moderator{number}")
    while not world.is_over.is_set():
        poser = moderator.chance.choice(people)
        body = {"name": world.text(tenant, "wager"), "amount_cents": 100, "category": "Other"}
        posed = await poser.make("wagers/", body)
        notes = {"object": f"wager/{posed['id']}", "posed": posed}
        steps = moderator.chance.randrange(3, 7)
        await asyncio.gather(
            *(play(world, person, notes, steps, poser) for person in people), arbitrate(world, moderator, notes, steps)
        )
        await poser.read(f"wagers/{posed['id']}/", move="read", **notes)
    for person in people:
        await world.read_all(person, "inbox/", "inbox")


async def play(world: World, person: Person, notes: dict, steps: int, poser: Person) -> None:
    for _ in range(steps):
        await move(world, person, notes, poser)
        await world.rest(person.chance, 0.05)


async def move(world: World, person: Person, notes: dict, poser: Person) -> None:
    chance = person.chance
    name = chance.choice(MOVES)
    path = f"wagers/{notes['posed']['id']}/"
    notes = notes | {"move": name, "tells": poser.name if name == "take" else None}
    match name:
        case "read":
            await person.read(path, **notes)
        case "edit":
            amount = chance.choice([100, 200, 300])
            body = {"name": notes["posed"]["name"], "amount_cents": amount, "category": "Other"}
            await person.once("PUT", path, body, **notes)
        case "delete":
            if chance.random() < 0.3:
                await person.once("DELETE", path, **notes)
        case "withdraw":
            await person.once("DELETE", path + "cancel/", **notes)
        case "complete":
            await person.move("POST", path + "complete/", {"winner": chance.choice(["challenger", "challenger", "challengee"])}, **notes)
        case "pay":
            await person.move("POST", path + "pay/", {"method": "cash"}, **notes)
        case "confirm":
            await person.move("POST", path + "confirm/", {"paid": chance.random() < 0.7}, **notes)
        case "rate":
            await person.move("POST", path + "rate/", {"rating": chance.randrange(1, 6)}, **notes)
        case _:
            await person.move("POST", f"{path}{name}/", **notes)


async def arbitrate(world: World, moderator: Person, notes: dict, steps: int) -> None:
    path = f"wagers/{notes['posed']['id']}/"
    for _ in range(steps // 2):
        await world.rest(moderator.chance, 0.1)
        body = moderator.chance.choice([{"winner": "challenger"}, {"winner": "challengee"}, {"void": True}])
        await moderator.move("POST", path + "arbitrate/", body, move="arbitrate", is_moderator=True, **notes)
