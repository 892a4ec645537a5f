"""The faults of the machine: clocks that jump, a disk that is full, and what is left out where they are not possible."""

import contextlib
import io
import os
import random
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

from faults import clock, disk
from faults.clock import HOUR, REACH, Clocks
from faults.schedule import KILLS, possible


class ClocksTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.clocks = Clocks(Path(folder.name))

    def offset(self, name: str) -> int:
        return int(self.clocks.file(name).read_text())

    def test_jumps_are_repeated_by_their_seed_and_stay_within_reach(self):
        runs = []
        for _ in range(2):
            chance = random.Random(7)
            for name in REACH:
                self.clocks.set(name, 0)
            offsets = []
            for _ in range(300):
                self.clocks.jump(chance)
                offsets.append({name: self.offset(name) for name in REACH})
            runs.append(offsets)
        self.assertEqual(runs[0], runs[1])
        for name, reach in REACH.items():
            seen = [offsets[name] for offsets in runs[0]]
            self.assertTrue(min(seen) < -HOUR and max(seen) > HOUR and max(map(abs, seen)) <= reach, name)

    def test_two_processes_are_never_as_far_apart_as_a_key_holds(self):
        self.assertLess(2 * max(reach for name, reach in REACH.items() if name != "postgres"), 24 * HOUR)

    def test_at_the_end_everything_is_due(self):
        self.clocks.set("front 0", 2 * HOUR)
        self.clocks.set("postgres", 5 * HOUR)
        self.clocks.set("postgres", -HOUR)
        self.clocks.catch_up()
        self.assertEqual({name: self.offset(name) for name in REACH}, dict.fromkeys(REACH, 0) | {"postgres": 5 * HOUR})

    @unittest.skipUnless(clock.can_jump(), "libfaketime or clang is not installed")
    def test_a_running_process_jumps_and_its_monotonic_clock_does_not(self):
        code = "import time\nwhile input():\n    print(time.time(), time.monotonic(), flush=True)"
        environment = os.environ | self.clocks.environment("worker")
        with subprocess.Popen(
            [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        ) as process:
            for offset in (0, 3 * HOUR, -2 * HOUR):
                self.clocks.set("worker", offset)
                process.stdin.write("now\n")
                process.stdin.flush()
                wall, monotonic = map(float, process.stdout.readline().split())
                self.assertAlmostEqual(wall - time.time(), offset, delta=5)
                self.assertAlmostEqual(monotonic, time.monotonic(), delta=5)
            process.kill()
        clock.forget(process.pid)


    @unittest.skipUnless(clock.can_jump(), "libfaketime or clang is not installed")
    def test_a_timer_of_the_monotonic_clock_ends_in_time(self):
        # An absolute time of CLOCK_MONOTONIC (1), with TFD_TIMER_ABSTIME (1), in a twentieth of a second.
        code = """
import ctypes, os, time
libc = ctypes.CDLL(None)
timer = libc.timerfd_create(1, 0)
end = time.monotonic_ns() + 50_000_000
value = (ctypes.c_long * 4)(0, 0, end // 10**9, end % 10**9)
assert libc.timerfd_settime(timer, 1, value, None) == 0
os.read(timer, 8)
"""
        self.clocks.set("worker", -HOUR)
        environment = os.environ | self.clocks.environment("worker")
        subprocess.run([sys.executable, "-c", code], env=environment, check=True, timeout=30)


class PossibleTests(unittest.TestCase):
    def test_what_a_machine_does_not_permit_is_left_out_in_one_line(self):
        said = io.StringIO()
        with (
            mock.patch.object(clock, "LIBRARIES", []), mock.patch.object(disk, "can_mount", return_value=False),
            contextlib.redirect_stdout(said),
        ):
            self.assertEqual(possible(set(KILLS)), set(KILLS) - {"clock", "disk"})
            self.assertEqual(possible({"front"}), {"front"})
        self.assertEqual(len(said.getvalue().splitlines()), 1)

    @unittest.skipUnless(disk.can_mount(), "mounting a file system is not permitted")
    def test_a_disk_that_is_full_and_free_again(self):
        # In a process of its own, which alone sees the file system.
        code = """
import getpass, os, sys
from pathlib import Path
from faults.disk import Disk
disk = Disk(Path(sys.argv[1]) / "data", getpass.getuser())
disk.fill()
print(os.statvfs(disk.directory).f_bavail)
disk.free()
print(os.statvfs(disk.directory).f_bavail > 0)
disk.unmount()
"""
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([sys.executable, "-B", "-c", code, folder], capture_output=True, text=True, check=True)
            self.assertEqual(done.stdout.split(), ["0", "True"])
            self.assertEqual(list((Path(folder) / "data").iterdir()), [])
