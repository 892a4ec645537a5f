"""One person on two devices changes the entries of a shelf."""

import asyncio

from ..person import Person
from ..world import World

MOVES = ["add", "add", "replace", "replace", "remove", "read", "read"]


async def run(world: World, tenant: str, number: int) -> None:
    async for owner, second in world.owners(tenant, f"player{number}"):
        games = (await owner.read("games/?limit=4")).answer["items"]
        await asyncio.gather(play(world, owner, games), play(world, second, games))
        await read_in_pages(owner)


async def read_in_pages(owner: Person) -> None:
    """Nobody writes any more, if every write was answered."""
    name = f"{owner.tenant}/{owner.name}/{owner.history.new_call()}"
    if any(attempt.is_unknown for attempt in owner.history.tries if attempt.person == owner.name):
        return
    page = await owner.read("shelf/?sort=user_rating&limit=100", pages=name)
    path = "shelf/?sort=user_rating&limit=1"
    while page.status == 200:
        page = await owner.read(path, pages=name)
        cursor = page.answer["next_cursor"]
        if not cursor:
            return
        path = f"shelf/?sort=user_rating&limit=1&cursor={cursor}"


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
                await person.once("PUT", path, {"status": status, "user_rating": chance.choice([None, 70, 90])}, **notes)
            case "remove":
                await person.once("DELETE", path, **notes)
        await world.rest(chance, 0.05)
