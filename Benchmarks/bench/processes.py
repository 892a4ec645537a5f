"""Child processes: started in sessions of their own, measured through /proc, ended by id."""

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


class Failure(Exception):
    """Ends the run; the message says why."""


class Process:
    """A long-running child. What it prints goes to a file that is shown when it fails."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        *,
        environment: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        user: str | None = None,
    ) -> None:
        self.name = name
        self.output = tempfile.TemporaryFile()
        # A session of its own: Ctrl-C at the terminal reaches the runner alone, which ends the rest in order.
        self.child = subprocess.Popen(
            command,
            env=environment,
            cwd=cwd,
            user=user,
            group=user,
            extra_groups=[] if user else None,
            stdin=subprocess.DEVNULL,
            stdout=self.output,
            stderr=self.output,
            start_new_session=True,
        )

    @property
    def id(self) -> int:
        return self.child.pid

    def check(self) -> None:
        if self.child.poll() is not None:
            raise Failure(f"{self.name} ended with {self.child.returncode}:\n{self.tail()}")

    def tail(self, characters: int = 4000) -> str:
        end = os.fstat(self.output.fileno()).st_size
        return os.pread(self.output.fileno(), characters, max(0, end - characters)).decode(errors="replace")

    def stop(self, patience: float = 20) -> None:
        if self.child.poll() is None:
            self.child.send_signal(signal.SIGINT if self.name == "postgres" else signal.SIGTERM)
            try:
                self.child.wait(patience)
            except subprocess.TimeoutExpired:
                self.kill_family()
        self.output.close()

    def kill_family(self) -> None:
        """SIGKILL for the process and its children."""
        for process in family(self.id):
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.child.wait()

    def cpu_seconds(self) -> float:
        """User and system time of the process and its children, also of those that have ended."""
        total = 0.0
        for process in family(self.id):
            # utime, stime, and the same of children that were waited for
            total += sum(int(field) for field in stat_fields(process)[11:15]) / TICKS
        return total

    def resident_megabytes(self) -> float:
        """Resident memory of the process and its children, in units of 10^6 bytes; shared pages count in each."""
        total = 0
        for process in family(self.id):
            try:
                status = Path(f"/proc/{process}/status").read_text()
            except OSError:
                continue
            total += sum(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:"))
        return total * 1024 / 1e6

    def peak_megabytes(self) -> float:
        """The most resident memory that the process alone has had, in units of 10^6 bytes."""
        status = Path(f"/proc/{self.id}/status").read_text()
        return sum(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM:")) * 1024 / 1e6


def stat_fields(process: int) -> list[str]:
    """Fields of /proc/PID/stat from the third on; none when the process is gone."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def family(root: int) -> list[int]:
    """The process and all below it."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            fields = stat_fields(int(entry.name))
            if fields:
                parents.setdefault(int(fields[1]), []).append(int(entry.name))
    found = [root]
    for process in found:
        found.extend(parents.get(process, []))
    return found


def wait_until(condition: Callable[[], bool], seconds: float, what: str, *, step: float = 0.05) -> None:
    """Polls `condition` until it holds."""
    limit = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > limit:
            raise Failure(f"{what} within {seconds:g} s")
        time.sleep(step)


STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def stop_on_signals() -> None:
    """Turns the first of these signals into KeyboardInterrupt."""
    for number in STOPPING:
        signal.signal(number, interrupt)


def interrupt(_number: int, _frame: object) -> None:
    # Once: a second one must not cut the ending of the processes short.
    for number in STOPPING:
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt
