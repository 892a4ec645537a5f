"""Which faults happen when: all from one seed."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from . import clock, disk
from .installation import Installation
from .proxy import Fault
from .world import World

# How often each is drawn. Kills are rarer, because what follows them takes seconds.
KILLS = {"front": 5, "worker": 4, "freeze": 2, "sessions": 4, "backend": 1, "database": 1, "disk": 1, "clock": 8, "memory": 3}


@dataclass(frozen=True)
class Intensity:
    # Seconds between two faults of the proxies, and between two of the processes, on average.
    faults: float
    kills: float


INTENSITIES = {"none": Intensity(float("inf"), float("inf")), "usual": Intensity(0.4, 5.0), "rare": Intensity(3.0, 30.0)}


def possible(kinds: set[str]) -> set[str]:
    """Those that this machine permits; says what it leaves out."""
    missing = {}
    if "clock" in kinds and not clock.can_jump():
        missing["clock"] = "libfaketime or clang is not installed"
    if "disk" in kinds and not disk.can_mount():
        missing["disk"] = "mounting a file system is not permitted"
    if missing:
        print("left out: " + "; ".join(f"{kind} ({reason})" for kind, reason in missing.items()), flush=True)
    return kinds - missing.keys()


class Schedule:
    def __init__(self, world: World, installation: Installation, intensity: Intensity, kinds: set[str]) -> None:
        self.world, self.installation, self.intensity, self.kinds = world, installation, intensity, kinds

    async def run(self) -> None:
        await asyncio.gather(
            self.repeat("faults", self.intensity.faults, self.hurt), self.repeat("kills", self.intensity.kills, self.kill)
        )
        if self.installation.clocks:
            self.installation.clocks.catch_up()

    async def repeat(self, name: str, seconds: float, action: Callable[..., object]) -> None:
        chance = self.world.chance("schedule", name)
        if seconds == float("inf"):
            return
        while not self.world.is_over.is_set():
            await self.world.rest(chance, seconds)
            if not self.world.is_over.is_set():
                result = action(chance)
                if asyncio.iscoroutine(result):
                    await result

    def hurt(self, chance) -> None:  # type: ignore[no-untyped-def]
        name = chance.choice(sorted(self.installation.proxies))
        fault = chance.choice([fault for fault in Fault if fault is not Fault.CUT_AT_COMMIT or name.startswith("database")])
        proxy = self.installation.proxies[name]
        if len(proxy.armed) < 3:
            proxy.arm(fault)

    async def kill(self, chance) -> None:  # type: ignore[no-untyped-def]
        kinds = [kind for kind in KILLS if kind in self.kinds]
        if not kinds:
            return
        match chance.choices(kinds, [KILLS[kind] for kind in kinds])[0]:
            case "front":
                self.installation.kill(f"front {chance.randrange(2)}")
            case "worker":
                self.installation.kill("worker")
            case "freeze":
                await self.installation.freeze(chance.choice(["front 0", "front 1", "worker"]), 3 * chance.random())
            case "sessions":
                self.installation.terminate_backends()
            case "backend":
                self.installation.kill_backend()
            case "database":
                self.installation.kill_database()
            case "disk":
                await self.installation.fill_disk(1 + 5 * chance.random())
            case "clock":
                self.installation.jump(chance)
            case "memory":
                name = chance.choice(["front 0", "front 1", "worker"])
                await self.installation.limit_memory(name, 0.7 + 0.3 * chance.random(), 6 * chance.random())
