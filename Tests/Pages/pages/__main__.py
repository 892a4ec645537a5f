"""Starts a server, plays all stories in all browsers, two at a time, and prints a table."""

import argparse
import contextlib
import itertools
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import threading
import time

from pages import pictures, selftest
from pages.play import OUTPUT, STORIES
from pages.server import Server

# Seconds. The longest takes less than one minute on a quiet machine.
STORY_LIMIT = 240
ALL = sorted(path.stem for path in STORIES.glob("[a-z]*.py"))
# What the merge gate plays: everything in one browser, and in the other, where waiting takes longer, three stories that together
# have every module of JavaScript.
GATE = [("chromium", "on", ALL), ("chromium", "off", ALL), ("firefox", "on", ["draftqueens", "front", "wordup"])]


class Run:
    """Processes that play, each with one browser."""

    def __init__(self, server, limit, pictures):
        self.server, self.end, self.pictures = server, time.monotonic() + limit, pictures
        self.results, self.lock, self.processes = [], threading.Lock(), []

    def play(self, browser, scripts, stories):
        waiting = list(stories)
        while waiting:
            process = self.process(browser, scripts, waiting)
            timer = self.timer(process)
            for line in process.stdout:
                timer.cancel()
                timer = self.timer(process)
                result = json.loads(line)
                waiting.remove(result["story"])
                self.add(result)
            process.wait()
            timer.cancel()
            if waiting:
                # The others are played by a new process, unless the time of all is over.
                is_late = time.monotonic() >= self.end
                count = len(waiting) if is_late else 1
                lost, waiting = waiting[:count], waiting[count:]
                reason = "there was no time left" if is_late else f"the process ended with {process.returncode} before it told a result"
                for name in lost:
                    self.add({"story": name, "browser": browser, "scripts": scripts, "screens": 0, "seconds": 0, "notes": [],
                              "error": reason, "late": is_late})

    def process(self, browser, scripts, stories):
        """In a session of its own, so that its browser ends with it."""
        task = {"server": self.server.address, "browser": browser, "scripts": scripts == "on", "stories": stories,
                "pictures": self.pictures, "limit": STORY_LIMIT - 10}
        process = subprocess.Popen([sys.executable, "-m", "pages.play", json.dumps(task)], stdout=subprocess.PIPE, text=True,
                                   start_new_session=True)
        self.processes.append(process)
        return process

    def timer(self, process):
        """Ends it unless the next story is over in time."""
        timer = threading.Timer(min(STORY_LIMIT, max(1, self.end - time.monotonic())), self.kill, [process])
        timer.daemon = True
        timer.start()
        return timer

    def add(self, result):
        with self.lock:
            self.results.append(result)
            what = f"{result['story']}, {result['browser']}, scripts {result['scripts']}"
            print(f"{'FAILED' if result['error'] else 'played'} {what} ({result['seconds']} s)", flush=True)
            if result["error"]:
                print("  " + result["error"].strip().replace("\n", "\n  "), flush=True)

    def again(self, kinds):
        """Plays once more, alone, what failed: a browser that is late on a busy machine is not the page's fault."""
        for browser, scripts in kinds if time.monotonic() < self.end else []:
            failed = [r for r in self.results if r["error"] and (r["browser"], r["scripts"]) == (browser, scripts)]
            if failed:
                self.results = [r for r in self.results if r not in failed]
                self.play(browser, scripts, [r["story"] for r in failed])
                for r in failed:
                    print(f"note: {r['story']}, {browser}, scripts {scripts} was played twice", flush=True)

    def kill(self, process):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)

    def all(self, tasks, jobs):
        queue = list(tasks)

        def take():
            while True:
                with self.lock:
                    if not queue:
                        return
                    task = queue.pop(0)
                self.play(*task)
        threads = [threading.Thread(target=take, daemon=True) for _ in range(jobs)]
        try:
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        finally:
            for process in self.processes:
                if process.poll() is None:
                    self.kill(process)

    def table(self):
        rows = [("story", "browser", "scripts", "screens", "seconds", "")]
        for r in sorted(self.results, key=lambda r: (r["story"], r["browser"], r["scripts"] == "off")):
            cells = [str(r[key]) for key in rows[0][:5]]
            rows.append((*cells, "late" if r.get("late") else "FAILED" if r["error"] else "ok"))
        widths = [max(len(row[n]) for row in rows) for n in range(6)]
        lines = ["  ".join(cell.rjust(w) if n in (3, 4) else cell.ljust(w) for n, (cell, w) in enumerate(zip(row, widths))).rstrip()
                 for row in rows]
        return "\n".join(lines + [note for r in self.results for note in r["notes"]])


def options():
    parser = argparse.ArgumentParser(prog="scripts/check-pages", description=__doc__)
    parser.add_argument("parlay", nargs="?", default=".build/tests/debug/parlay",
                        help="the program, by default that of `make test`")
    parser.add_argument("--story", action="append", choices=ALL, help="only this one; may be repeated")
    parser.add_argument("--browser", choices=("chromium", "firefox"))
    parser.add_argument("--scripts", choices=("on", "off"))
    parser.add_argument("--server", help="the address of a server that runs already, with the demo tenants")
    parser.add_argument("--gate", action="store_true", help="what the merge gate plays: all in Chromium, three in Firefox")
    parser.add_argument("--jobs", type=int, default=2, help="browsers at the same time")
    parser.add_argument("--pictures", metavar="FOLDER",
                        help="make the pictures of the documentation there, in Chromium with scripts: docs/pictures")
    parser.add_argument("--self-test", action="store_true",
                        help="show instead that the harness finds what is wrong with bad pages")
    parser.add_argument("--limit", type=int, default=1800, help="seconds for all stories, after which they are ended")
    return parser.parse_args()


def main():
    chosen = options()
    # So that the server ends also when this process is told to.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    stories = chosen.story or (sorted({story for story, _ in pictures.CHOSEN}) if chosen.pictures else ALL)
    if chosen.pictures:
        chosen.browser, chosen.scripts = "chromium", "on"
    kinds = list(itertools.product([chosen.browser] if chosen.browser else ["chromium", "firefox"],
                                   [chosen.scripts] if chosen.scripts else ["on", "off"]))
    if chosen.self_test:
        return selftest.main(kinds)
    tasks = GATE if chosen.gate else [(*kind, stories) for kind in kinds]
    for name in stories if ("chromium", "on") in kinds else []:
        shutil.rmtree(OUTPUT / name, ignore_errors=True)
    shutil.rmtree(OUTPUT / "failed", ignore_errors=True)
    began = time.monotonic()
    with Server(chosen.server.rstrip("/")) if chosen.server else Server.start(chosen.parlay) as server:
        ready = time.monotonic()
        run = Run(server, chosen.limit, chosen.pictures)
        run.all(tasks, chosen.jobs)
        run.again([task[:2] for task in tasks])
        errors = server.errors()
    print(f"\n{run.table()}")
    print(f"the server was ready after {ready - began:.0f} s, the stories took {time.monotonic() - ready:.0f} s")
    for line in errors:
        print(f"the server logged: {line}")
    # A slow machine refuses nothing: what there was no time for is told.
    failed = [result for result in run.results if result["error"] and not (chosen.gate and result.get("late"))]
    if failed or errors:
        print(f"check-pages: {len(failed)} of {len(run.results)} failed; what people saw is in {pathlib.Path(OUTPUT, 'failed')}")
        sys.exit(1)
    late = sum(1 for result in run.results if result.get("late"))
    print(f"check-pages: {len(run.results) - late} passed, {late} had no time left; the screens are in {OUTPUT}")


main()
