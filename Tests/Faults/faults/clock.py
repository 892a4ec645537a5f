"""Wall clocks that jump, by Debian's libfaketime. The monotonic clock runs on, as it does on a real machine."""

import random
import shutil
import subprocess
from pathlib import Path

LIBRARIES = sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
HOUR = 3600
# How far from the true time a clock gets, in seconds. Two processes of Parlay stay less than 24 hours apart, because an idempotency
# key holds for 24 hours. PostgreSQL stays less than the 72 hours apart from itself after which a wager completes unanswered.
REACH = {"front 0": 11 * HOUR, "front 1": 11 * HOUR, "worker": 11 * HOUR, "postgres": 30 * HOUR}


def can_jump() -> bool:
    return bool(LIBRARIES and shutil.which("clang"))


class Clocks:
    """One clock for each process, in a file that the process reads whenever it asks for the time."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.furthest = 0
        # PostgreSQL runs as another user.
        directory.chmod(0o755)
        for name in REACH:
            self.set(name, 0)

    def environment(self, name: str) -> dict[str, str]:
        return {
            "LD_PRELOAD": f"{self.timers()}:{LIBRARIES[0]}",
            "FAKETIME_TIMESTAMP_FILE": str(self.file(name)),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "NO_FAKE_STAT": "1",
        }

    def timers(self) -> Path:
        """The library of timers.c."""
        library = self.directory / "timers.so"
        if not library.exists():
            source = Path(__file__).with_name("timers.c")
            subprocess.run(["clang", "-shared", "-fPIC", "-o", library, source], check=True)
        return library

    def file(self, name: str) -> Path:
        return self.directory / f"clock-of-{name.replace(' ', '-')}"

    def set(self, name: str, offset: int) -> None:
        """Replaces the file, because a process may be reading it."""
        self.furthest = max(self.furthest, offset)
        new = self.directory / "clock-new"
        new.write_text(f"{offset:+d}\n")
        new.rename(self.file(name))

    def jump(self, chance: random.Random) -> None:
        """To a time that is a minute to a day away from the true one, before or after it."""
        name = chance.choice(sorted(REACH))
        self.set(name, round(chance.choice([-60, 60]) * (REACH[name] / 60) ** chance.random()))

    def catch_up(self) -> None:
        """The end of the jumps. A job that was left when a clock was ahead becomes due."""
        for name in REACH:
            self.set(name, self.furthest if name == "postgres" else 0)


def forget(process: int) -> None:
    """Deletes what libfaketime leaves of a process that was killed."""
    for kind in ("faketime_shm", "sem.faketime_sem"):
        Path(f"/dev/shm/{kind}_{process}").unlink(missing_ok=True)
