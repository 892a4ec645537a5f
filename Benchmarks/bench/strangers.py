"""Sign-ins beside strangers who guess passwords, each time from a network that nobody has seen before.

The strangers are a process of their own, so that they do not slow down the one that measures."""

import argparse
import contextlib
import http.client
import itertools
import json
import signal
import subprocess
import sys
import threading
import time
from collections import Counter

from .data import PASSWORD
from .hostile import percentile
from .load import HOST
from .logins import login
from .measuring import Bench, check_status
from .processes import Failure
from .report import Row
from .servers import start_parlay

STRANGERS = 150
OWNER = "person1"
# Of the 10.0.0.0/8 that `login` counts through: ranges of 256 addresses, behind the owner's.
OWNERS_NUMBER = 77
FIRST_RANGE = 256


def guess(port: int, ranges: itertools.count, statuses: Counter, stopped: threading.Event) -> None:
    """Guesses without end."""
    connection = http.client.HTTPConnection(HOST, port, timeout=30)
    while not stopped.is_set():
        try:
            statuses[login(port, OWNER, "not the password", next(ranges) * 256 & 0xFFFFFF, connection)] += 1
        except (OSError, http.client.HTTPException):
            connection.close()
    connection.close()


def crowd(port: int) -> dict[int, int]:
    statuses: Counter = Counter()
    ranges = itertools.count(FIRST_RANGE)
    stopped = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stopped.set())
    threads = [threading.Thread(target=guess, args=(port, ranges, statuses, stopped)) for _ in range(STRANGERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return dict(statuses)


def strangers(bench: Bench) -> None:
    rows = bench.report.rows
    with contextlib.closing(start_parlay(bench.cluster)) as server:
        server.wait(bench.data.tokens[0])
        # From here on the owner is known there.
        check_status(login(server.port, OWNER, PASSWORD, OWNERS_NUMBER), 200, "the first login")
        began = time.perf_counter()
        check_status(login(server.port, OWNER, PASSWORD, OWNERS_NUMBER), 200, "a login alone")
        alone = (time.perf_counter() - began) * 1000
        bench.report.say(f"hostile: logins beside {STRANGERS} strangers")
        command = [sys.executable, "-B", "-m", "bench.strangers", str(server.port)]
        child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
        times: list[float] = []
        statuses: Counter = Counter()
        try:
            time.sleep(2)
            end = time.monotonic() + max(bench.seconds, 10)
            while time.monotonic() < end:
                began = time.perf_counter()
                statuses[login(server.port, OWNER, PASSWORD, OWNERS_NUMBER)] += 1
                times.append((time.perf_counter() - began) * 1000)
        finally:
            child.terminate()
            output, _ = child.communicate(timeout=60)
    if child.returncode != 0:
        raise Failure("the strangers failed")
    answered = ", ".join(f"{number} × {status}" for status, number in sorted(json.loads(output).items()))
    rows.append(
        Row(
            f"a known owner's login beside {STRANGERS} strangers: p99",
            "ms",
            percentile(times, 99),
            "alone",
            alone,
            at_most=2000,
            note=f"{len(times)} logins; strangers: {answered}",
        )
    )
    refused = sum(number for status, number in statuses.items() if status != 200)
    rows.append(Row("a known owner's login beside strangers: refused", "", refused, at_most=0))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("port", type=int)
    print(json.dumps(crowd(parser.parse_args().port)))


if __name__ == "__main__":
    main()
