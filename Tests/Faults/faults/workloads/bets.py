"""Singles and parlays on games that begin, end, are corrected and voided, by people who also get grants."""

import asyncio
import random
import time

from ..history import Try
from ..person import Person
from ..world import World

BETTORS = 4
PRICES = ["-110", "+100", "+150", "-250", "+320"]


class Book:
    """The games that can be bet on, with outcomes and prices, and the stakes that nobody has used."""

    def __init__(self, chance: random.Random) -> None:
        self.games: dict[int, list[tuple[int, str]]] = {}
        self.stakes = chance.sample(range(1, 30_000), 29_999)


async def run(world: World, tenant: str, number: int) -> None:
    book = Book(world.chance("book", tenant, number))
    people = [await world.register(tenant, f"bettor{number}{place}") for place in "abcd"[:BETTORS]]
    admin = await world.admin(tenant, f"bookmaker{number}")
    devices = people + [world.second_device(person) for person in people[:2]]
    await asyncio.gather(keep_book(world, admin, book, people, number), *(bet(world, device, book) for device in devices))
    await settle(people)
    for person in people:
        await person.read("wallet/")
        await world.read_all(person, "wallet/entries/", "entries")
        await world.read_all(person, "bets/", "bets")


async def keep_book(world: World, admin: Person, book: Book, people: list[Person], number: int) -> None:
    name = world.text(admin.tenant, f"cup{number}")
    cup = await admin.make("admin/tournaments/", {"sport": "american_football", "name": name})
    finished: list[int] = []
    while not world.is_over.is_set():
        if len(book.games) < 3:
            await open_game(world, admin, book, cup["id"])
        await world.rest(admin.chance, 1.0)
        turn = admin.chance.random()
        if turn < 0.5 and len(book.games) == 3:
            event = next(iter(book.games))
            del book.games[event]
            await finish(admin, event)
            finished.append(event)
        elif turn < 0.65 and finished:
            await finish(admin, admin.chance.choice(finished[-3:]))
        elif turn < 0.8:
            person = admin.chance.choice(people)
            await admin.move(
                "POST", f"admin/wallets/{person.id}/grant/",
                {"amount_cents": admin.chance.randrange(1, 50_000), "reason": "A grant of the run."},
            )
    for event in list(book.games):
        await finish(admin, event)


async def open_game(world: World, admin: Person, book: Book, cup: int) -> None:
    soon = time.strftime("%Y-%m-%dT18:00:00Z", time.gmtime(time.time() + 2 * 86_400))
    names = {"home": world.text(admin.tenant, "kings"), "away": world.text(admin.tenant, "queens")}
    event = await admin.make("admin/events/", {"tournament_id": cup, "starts_at": soon, **names})
    outcomes: list[tuple[int, str]] = []
    for kind, line in (("spread", admin.chance.choice([-3.5, -3, -2.75, 0.25])), ("moneyline", None)):
        body = {
            "event_id": event["id"], "kind": kind,
            "outcomes": [{"side": side, "price": admin.chance.choice(PRICES)} for side in ("home", "away")],
        }
        market = await admin.make("admin/markets/", body | ({"line": line} if line is not None else {}))
        outcomes += [(outcome["id"], outcome["price"]) for outcome in market["outcomes"]]
    book.games[event["id"]] = outcomes


async def finish(admin: Person, event: int) -> Try:
    scores = {"home_score": admin.chance.randrange(0, 40), "away_score": admin.chance.randrange(0, 40)}
    while True:
        done = await admin.once("PATCH", f"admin/events/{event}/", {"status": "final", **scores})
        if done.is_final:
            return done
        await asyncio.sleep(admin.pause)


async def bet(world: World, person: Person, book: Book) -> None:
    chance = person.chance
    await person.read("wallet/")
    while not world.is_over.is_set():
        turn = chance.random()
        if turn < 0.2:
            await person.read("wallet/")
        elif turn < 0.25:
            # The newest hundred are the whole ledger of a short run.
            await person.read("wallet/entries/?limit=100", whole_ledger=True)
        elif book.games:
            await person.move("POST", "bets/", draft(chance, book))
        await world.rest(chance, 0.1)


def draft(chance: random.Random, book: Book) -> dict:
    games = chance.sample(list(book.games), 2 if len(book.games) > 1 and chance.random() < 0.25 else 1)
    legs = [chance.choice(book.games[game]) for game in games]
    return {
        "legs": [{"outcome_id": outcome, "price": price} for outcome, price in legs],
        # Unique for each person, so that a bet is known by its stake.
        "stake_cents": book.stakes.pop(), "accept": "any",
    }


async def settle(people: list[Person]) -> None:
    """Waits until the worker has paid every bet, and corrections have changed no wallet for two seconds."""
    before = None
    for _ in range(45):
        pages = [await person.read("bets/?status=open&limit=1") for person in people]
        wallets = [(await person.read("wallet/")).answer for person in people]
        if not any(page.answer["items"] for page in pages) and wallets == before:
            return
        before = wallets
        await asyncio.sleep(2)
