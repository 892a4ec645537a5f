"""Makes transactions long, so that some are under way whenever a tenant is fenced."""

import random
import threading

from processes import DrillError

# Each story of the people writes one of them.
TABLES = ("bets", "wagers", "match_moves", "shelf_games")


class Locks(threading.Thread):
    """Locks one table of a cell after the other against writes, each for up to `longest` seconds."""

    def __init__(self, cell, longest, seed):
        super().__init__(daemon=True)
        self.cell, self.longest = cell, longest
        self.random = random.Random(f"{seed} {cell.number}")
        self.is_over = threading.Event()

    def run(self):
        while not self.is_over.wait(self.random.random() * 4 * self.longest):
            table, seconds = self.random.choice(TABLES), self.random.random() * self.longest
            try:
                self.cell.psql(f"begin; lock table parlay.{table} in exclusive mode; select pg_sleep({seconds}); commit")
            except DrillError:
                # A server that crashes has no locks.
                continue

    def stop(self):
        self.is_over.set()
        self.join(self.longest + 30)
