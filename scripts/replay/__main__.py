"""Replays seasons: one bet on each side of every market, then the results; see --help."""

import argparse
import contextlib
import math
import sys
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bench.processes import Failure, stop_on_signals
from bench.servers import PARLAY, ROOT

from . import expected, made_up
from .expected import STAKE_CENTS, Book, Fate
from .installation import TENANT, Client, Installation

DESCRIPTION = """
Starts a private installation, imports seasons with their games moved ahead, places one bet of 1.00 on each side of
every market through the service, imports the results and waits until the worker has paid. Then every bet's end and
the ledger must be what the files alone say. Exits with 1 on any difference.
"""
SOCCER = ROOT.parent / "shared/data/soccer-events.json"
# Every so many bets, one is sent twice with the same key.
REPEATED = 50
RESULTS = ["won", "half_won", "pushed", "half_lost", "lost", "void", "pending"]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/replay-seasons", description=DESCRIPTION)
    parser.add_argument("--parlay", type=Path, default=PARLAY, help="the program (default: the release build)")
    parser.add_argument("--nfl", type=Path, default=ROOT / "data/nfl-games.csv", help="the CSV of NFL games")
    parser.add_argument("--soccer", type=Path, default=SOCCER, help="the JSON tree; without it, a made-up season")
    parser.add_argument("--only", choices=["nfl", "soccer"], help="one of the two")
    parser.add_argument("--seed", type=int, default=1, help="of the made-up season (default 1)")
    parser.add_argument("--connections", type=int, default=8, help="bets under way at the same time (default 8)")
    chosen = parser.parse_args()
    if chosen.connections < 1:
        parser.error("--connections is at least 1")
    return chosen


class Progress:
    def __init__(self) -> None:
        self.began = time.monotonic()

    def say(self, text: str) -> None:
        print(f"[{time.monotonic() - self.began:5.0f} s] {text}", file=sys.stderr, flush=True)


class Replay:
    """One book in one tenant: the steps in their order."""

    def __init__(self, installation: Installation, book: Book, connections: int, say: Progress) -> None:
        self.installation = installation
        self.book = book
        self.connections = connections
        self.say = lambda text: say.say(f"{book.name}: {text}")
        self.differences: list[str] = []

    def run(self) -> bool:
        """Answers whether all is as the file says."""
        starting = self.installation.make_tenant()["starting_balance_cents"]
        self.import_twice(results=False)
        accounts = max(self.connections, math.ceil(len(self.book.fates) * STAKE_CENTS / starting))
        self.say(f"registering {accounts} accounts")
        with contextlib.ExitStack() as stack:
            people = []
            for number in range(accounts):
                client = Client(self.installation, f"person{number}")
                people.append(stack.enter_context(contextlib.closing(client)))
            places = self.read_places(people[0])
            self.place_bets(people)
            self.import_twice(results=True)
            self.wait_for_payments(people)
            fates = self.read_fates(people, places)
        self.compare(fates)
        self.verify(accounts, starting)
        print(self.table(fates))
        for difference in self.differences[:20]:
            print(f"DIFFERENT: {difference}")
        if len(self.differences) > 20:
            print(f"and {len(self.differences) - 20} more differences")
        return not self.differences

    def check(self, what: str, found: object, wanted: object) -> None:
        if found != wanted:
            self.differences.append(f"{what}: {found}, not {wanted}")

    def import_twice(self, *, results: bool) -> None:
        what = "results" if results else "games"
        self.say(f"importing the {what} of {self.book.path.name}")
        began = time.monotonic()
        counts = self.installation.import_file(self.book.path, results=results)
        self.say(f"{counts['games']} games in {time.monotonic() - began:.1f} s; again")
        again = self.installation.import_file(self.book.path, results=results)
        self.check(f"changes by importing the {what} again", again["created"] + again["updated"], 0)

    # MARK: Betting

    def read_places(self, client: Client) -> dict[int, tuple[str, ...]]:
        """The place of each event, by its id. Also gathers what to bet on."""
        tournaments = {tournament["id"]: tournament for tournament in client.pages("tournaments/?")}
        places = {}
        self.sides = []
        for event in client.pages("events/?"):
            places[event["id"]] = self.book.place(event, tournaments[event["tournament_id"]])
            for market in event["markets"]:
                self.sides += [(outcome["id"], outcome["price"]) for outcome in market["outcomes"]]
        self.check("sides of markets", len(self.sides), len(self.book.fates))
        return places

    def place_bets(self, people: list[Client]) -> None:
        """Accounts are dealt to the connections, and bets to the accounts: no wallet is asked by two at a time."""
        self.say(f"placing {len(self.sides):,} bets of {len(people)} accounts over {self.connections} connections")
        began = time.monotonic()
        stop = threading.Event()

        def bet(connection: int) -> None:
            for number, (outcome, price) in enumerate(self.sides):
                if stop.is_set():
                    return
                account = number % len(people)
                if account % self.connections == connection:
                    self.place_bet(people[account], number, outcome, price)

        with ThreadPoolExecutor(self.connections) as pool:
            running = [pool.submit(bet, number) for number in range(self.connections)]
            try:
                for future in running:
                    future.result()
            finally:
                stop.set()
        took = time.monotonic() - began
        self.say(f"placed in {took:.1f} s, {len(self.sides) / took:.0f} a second")

    def place_bet(self, person: Client, number: int, outcome: int, price: str) -> None:
        body = {"legs": [{"outcome_id": outcome, "price": price}], "stake_cents": STAKE_CENTS, "accept": "exact"}
        placed = person.answer("POST", "bets/", 201, body=body, key=f"bet-{number}")
        if number % REPEATED == 0:
            again = person.answer("POST", "bets/", 201, body=body, key=f"bet-{number}")
            if again.body != placed.body:
                raise Failure(f"a repeated key was answered {again.body!r}, not {placed.body!r}")

    # MARK: Settling

    def wait_for_payments(self, people: list[Client]) -> None:
        """Until the open stakes are those of games without a result, or have been the same for a minute."""
        wanted = STAKE_CENTS * sum(fate.status == "open" for fate in self.book.fates)
        self.say("waiting for the worker")
        began = changed = time.monotonic()
        last = None
        while True:
            held = sum(person.ask("GET", "wallet/", 200)["open_stakes_cents"] for person in people)
            if held == wanted:
                self.say(f"settled {time.monotonic() - began:.1f} s after the import")
                return
            if held != last:
                last, changed = held, time.monotonic()
            if time.monotonic() - changed > 60:
                self.differences.append(f"cents of open stakes: {held}, not {wanted}")
                return
            time.sleep(0.5)

    def read_fates(self, people: list[Client], places: dict[int, tuple[str, ...]]) -> list[Fate]:
        self.say("reading all bets")
        fates = []
        for person in people:
            for bet in person.pages("bets/?"):
                (leg,) = bet["legs"]
                fates.append(
                    Fate(
                        places[leg["event_id"]],
                        leg["kind"],
                        leg["side"],
                        bet["potential_payout_cents"],
                        leg["result"],
                        bet["status"],
                        bet["payout_cents"],
                    )
                )
        return fates

    # MARK: Comparing

    def compare(self, fates: list[Fate]) -> None:
        by_file, by_service = Counter(self.book.fates), Counter(fates)
        sides = {"the file alone has": by_file - by_service, "the service alone has": by_service - by_file}
        for side, more in sides.items():
            self.differences += [f"{side} {count} × {describe(fate)}" for fate, count in sorted(more.items(), key=str)]

    def verify(self, accounts: int, starting: int) -> None:
        """The ledger's totals against those of the file."""
        self.say("verifying the ledger")
        (audit,) = self.installation.admin("ledger", "verify", "--tenant", TENANT)
        self.check("differences in the ledger", audit["differences"], [])
        self.check("cents in the sum of the ledger", audit["sum_cents"], 0)
        payouts = [fate.payout_cents for fate in self.book.fates if fate.payout_cents is not None]
        given = accounts * starting
        won = STAKE_CENTS * len(payouts) - sum(payouts)
        pool = STAKE_CENTS * (len(self.book.fates) - len(payouts))
        self.check("cents of the house", audit["house_cents"], won - given)
        self.check("cents of the pool", audit["pool_cents"], pool)
        self.check("cents in wallets", audit["wallets_cents"], given - won - pool)
        self.check("transactions", audit["transactions"], accounts + len(self.book.fates) + len(payouts))
        self.audit = audit

    def table(self, fates: list[Fate]) -> str:
        lines = [["market", "side", "bets", *(word.replace("_", " ") for word in RESULTS), "paid", "file says", ""]]
        cells = sorted({(fate.kind, fate.side) for fate in [*fates, *self.book.fates]})
        for kind, side in [*cells, ("all", "")]:
            mine = [fate for fate in fates if kind == "all" or (fate.kind, fate.side) == (kind, side)]
            theirs = [fate for fate in self.book.fates if kind == "all" or (fate.kind, fate.side) == (kind, side)]
            counts, wanted = (Counter(fate.result for fate in some) for some in (mine, theirs))
            paid, owed = (sum(fate.payout_cents or 0 for fate in some) for some in (mine, theirs))
            is_same = Counter(mine) == Counter(theirs)
            numbers = [f"{len(mine):,}", *(number(counts[word], wanted[word]) for word in RESULTS)]
            lines.append([kind, side, *numbers, dollars(paid), dollars(owed), "same" if is_same else "DIFFERENT"])
        house = self.audit["house_cents"]
        title = f"{self.book.name}: {len(fates):,} bets of {dollars(STAKE_CENTS)}; the ledger's sum is "
        title += f"{dollars(self.audit['sum_cents'])}, the house has {dollars(house)}"
        return f"\n{title}\n\n{aligned(lines)}\n"


def number(found: int, wanted: int) -> str:
    return f"{found:,}" if found == wanted else f"{found:,} (file: {wanted:,})"


def dollars(cents: int) -> str:
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100:,}.{abs(cents) % 100:02}"


def describe(fate: Fate) -> str:
    paid = "not paid" if fate.payout_cents is None else f"paid {dollars(fate.payout_cents)}"
    return f"{' '.join(fate.place)}, {fate.kind} {fate.side}: {fate.result}, {fate.status}, {paid}"


def aligned(lines: list[list[str]]) -> str:
    """Words to the left, numbers to the right, a rule below the headings."""
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    words = (0, 1, len(widths) - 1)
    text = [
        "  ".join(
            cell.ljust(width) if column in words else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths))
        ).rstrip()
        for line in lines
    ]
    text.insert(1, "-" * max(map(len, text)))
    return "\n".join(text)


def books(chosen: argparse.Namespace, directory: Path) -> list[Book]:
    found = []
    if chosen.only != "soccer":
        found.append(expected.nfl(chosen.nfl))
    if chosen.only != "nfl":
        path = chosen.soccer
        if not path.exists():
            path = directory / "made-up.json"
            made_up.write(path, chosen.seed)
        found.append(expected.soccer(path, "soccer" if path == chosen.soccer else "made-up soccer"))
    return found


def main() -> int:
    chosen = arguments()
    stop_on_signals()
    progress = Progress()
    is_right = True
    try:
        with tempfile.TemporaryDirectory(prefix="parlay-replay-") as made:
            # PostgreSQL runs as another user under root.
            Path(made).chmod(0o755)
            for book in books(chosen, Path(made)):
                progress.say(f"{book.name}: starting parlay up")
                directory = Path(made, book.path.stem)
                directory.mkdir()
                with contextlib.closing(Installation(chosen.parlay, directory)) as installation:
                    installation.wait()
                    is_right &= Replay(installation, book, chosen.connections, progress).run()
    except Failure as failure:
        print(f"replay-seasons: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("replay-seasons: interrupted", file=sys.stderr)
        return 130
    print("As the files say." if is_right else "NOT as the files say.")
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
