"""One person on two devices changes the entries of a shelf."""

import asyncio

from ..person import Person
from ..world import World

MOVES = ["add", "add", "replace", "replace", "remove", "read", "read"]


async def run(world: World, tenant: str, number: int) -> None:
    turn = 0
    while not world.is_over.is_set():
        owner = await world.register(tenant, f"player{number}-{turn}")
        turn += 1
        second = world.stranger(tenant, owner.name)
        second.token = owner.token
        second.turn = owner.turn + 1
        games = (await owner.read("games/?limit=2")).answer["items"]
        await asyncio.gather(play(world, owner, games), play(world, second, games))


async def play(world: World, person: Person, games: list[dict]) -> None:
    chance = person.chance
    for _ in range(20):
        if world.is_over.is_set():
            return
        game = chance.choice(games)["id"]
        name = chance.choice(MOVES)
        notes = {"object": f"shelf/{person.tenant}/{person.name}/{game}", "move": name}
        path = f"shelf/{game}/"
        status = chance.randrange(5)
        match name:
            case "read":
                await person.read(path, **notes)
            case "add":
                await person.move("POST", "shelf/", {"game_id": game, "status": status}, **notes)
            case "replace":
                await person.once("PUT", path, {"status": status, "user_rating": chance.randrange(101)}, **notes)
            case "remove":
                await person.once("DELETE", path, **notes)
        await world.rest(chance, 0.05)
