"""The steps of an upgrade without downtime, as docs/upgrading.md names them, and what clients saw at each."""

import argparse
import subprocess
import sys
import time
from pathlib import Path

from bench.database import Cluster
from bench.load import HOST, free_port, is_up
from bench.processes import Failure, Process, stop_on_signals, wait_until
from bench.servers import PARLAY, clean_environment

from .load import Load

NAMES = "select name from parlay.wagers where name like 'drill %'"


class Drill:
    def __init__(self, old: Path, new: Path, seconds: float, people: int) -> None:
        self.old, self.new, self.seconds, self.people = old, new, seconds, people
        self.cluster = Cluster()
        self.port = free_port()
        self.environment: dict[str, str] = {}
        self.processes: list[Process] = []
        self.load: Load | None = None
        self.failed = False

    def run(self) -> bool:
        self.cluster.start()
        self.environment = {
            **clean_environment(),
            "DATABASE_URL": self.cluster.url,
            "PARLAY_HOST": HOST,
            "PARLAY_PORT": str(self.port),
            "PARLAY_WORKER_ADDR": "off",
            "PARLAY_CONNECTIONS_PER_ADDRESS": "1000",
        }
        self.command(self.old, "migrate")
        self.command(self.old, "admin", "demo", "load")
        for slug in "wordup", "wager":
            self.command(self.old, "admin", "tenant", "set", slug, "requests_per_second=100000", "request_burst=100000")
        old_front, old_worker = self.front(self.old), self.start(self.old, "work")
        self.load = Load(self.port, self.people)
        self.step("the old version")
        began = time.monotonic()
        self.command(self.new, "migrate")
        self.step("migrated", f"in {time.monotonic() - began:.1f} s")
        # A process of the old version that crashes meanwhile must come back on the new schema.
        old_front = self.exchange(old_front, self.old)
        self.step("an old front restarted")
        new_front = self.exchange(old_front, self.new)
        self.step("the new front")
        self.stop(old_worker)
        new_worker = self.start(self.new, "work")
        self.step("the new worker")
        self.load.stop()
        self.load.phase()
        self.compare()
        doctor = subprocess.run([self.new, "doctor"], env=self.environment, capture_output=True, text=True)
        print(f"parlay doctor exits with {doctor.returncode}")
        if doctor.returncode != 0:
            print(doctor.stdout + doctor.stderr)
        self.stop(new_front)
        self.stop(new_worker)
        return not self.failed and doctor.returncode == 0

    def step(self, name: str, note: str = "") -> None:
        assert self.load
        time.sleep(self.seconds)
        seen = self.load.phase()
        print(
            f"{name:24} {seen.requests:7,} requests {len(seen.faults):4} failed   slowest {seen.slowest_ms:6.0f} ms   {note}",
            flush=True,
        )
        for fault in seen.faults[:5]:
            print(f"    {fault}")
        self.failed |= bool(seen.faults) or not seen.requests

    def compare(self) -> None:
        assert self.load
        stored = self.cluster.psql(NAMES).splitlines()
        lost = self.load.written - set(stored)
        twice = len(stored) - len(set(stored))
        print(f"wagers: {len(self.load.written):,} acknowledged, {len(lost)} lost, {twice} stored twice")
        self.failed |= bool(lost) or twice > 0 or not stored

    # MARK: Processes

    def command(self, program: Path, *words: str) -> None:
        ran = subprocess.run([program, *words], env=self.environment, capture_output=True, text=True)
        if ran.returncode != 0:
            raise Failure(f"{program.name} {' '.join(words)} ended with {ran.returncode}:\n{ran.stdout}{ran.stderr}")

    def start(self, program: Path, command: str) -> Process:
        process = Process(command, [str(program), command], environment=self.environment)
        self.processes.append(process)
        return process

    def front(self, program: Path) -> Process:
        """A front that listens, beside others on the same port."""
        front = self.start(program, "serve")

        def listens() -> bool:
            front.check()
            return "listening" in front.tail(1_000_000)

        wait_until(listens, 60, "a front did not listen")
        wait_until(lambda: is_up(self.port, "/readyz"), 60, "no front became ready")
        return front

    def exchange(self, front: Process, program: Path) -> Process:
        """Starts the next front, then stops the one before."""
        following = self.front(program)
        time.sleep(self.seconds / 2)
        self.stop(front)
        return following

    def stop(self, process: Process) -> None:
        process.child.terminate()
        code = process.child.wait(60)
        if code != 0:
            self.failed = True
            print(f"{process.name} ended with {code}:\n{process.tail()}")

    def close(self) -> None:
        if self.load:
            self.load.stopped.set()
        for process in self.processes:
            process.stop()
        self.cluster.close()


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/drill-upgrade", description=__doc__)
    parser.add_argument("old", type=Path, help="the program of the earlier version")
    parser.add_argument("new", type=Path, nargs="?", default=PARLAY, help="default: .build/release/parlay")
    parser.add_argument("--seconds", type=float, default=5, help="how long each step lasts (default 5)")
    parser.add_argument("--people", type=int, default=8, help="connections that send without pause (default 8)")
    options = parser.parse_args()
    for program in options.old, options.new:
        if not program.is_file():
            parser.error(f"{program} is missing: scripts/build builds it")
    stop_on_signals()
    drill = Drill(options.old.resolve(), options.new.resolve(), options.seconds, options.people)
    try:
        fine = drill.run()
    except Failure as failure:
        print(f"drill-upgrade: {failure}", file=sys.stderr)
        fine = False
    finally:
        drill.close()
    print("passed" if fine else "FAILED")
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
