"""What people do: each workload is a function of the world, a tenant and a number, and runs until the world is over.
At its end it reads what the checker compares."""

from collections.abc import Awaitable, Callable

from ..world import World
from . import accounts, admins, bets, friends, matches, profiles, shelves, streams, wagers, webhooks

Workload = Callable[[World, str, int], Awaitable[None]]

WORKLOADS: dict[str, Workload] = {
    "bets": bets.run,
    "wagers": wagers.run,
    "meetups": matches.run,
    "friends": friends.run,
    "shelf": shelves.run,
    "profiles": profiles.run,
    "accounts": accounts.run,
    "admins": admins.run,
    "webhooks": webhooks.run,
    "streams": streams.run,
}
