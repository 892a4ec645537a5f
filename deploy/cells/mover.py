"""Moves a tenant by the commands of an operator, who may be killed at any moment, and begins again what a failover has ended."""

import json
import random
import subprocess
import time
from collections import namedtuple

from processes import DrillError, say

# From when to when (monotonic), between which cells, and how long the calls of the tenant waited in its switches.
Move = namedtuple("Move", "began ended cells gaps")


class Lost(Exception):
    """The stream of the move cannot go on: its slot is gone."""


class Mover:
    def __init__(self, site, options, patience):
        """`patience` is for how many seconds a refused command is given again."""
        self.site, self.options, self.patience = site, options, patience
        self.random = random.Random(options.seed)
        self.moves = []
        self.killed = 0
        self.restarts = 0
        self.lost_ways_back = 0

    def move(self, tenant, here, there, and_back=False):
        began, gaps = time.monotonic(), []
        gaps.append(self.switch_over(tenant, there))
        if and_back:
            try:
                self.step("verify", tenant)
                gaps.append(self.switch("reverse", tenant))
                gaps.append(self.switch_over(tenant, there))
            except Lost:
                # After the switch only the way back is gone.
                self.lost_ways_back += 1
        self.step("complete", tenant, "--yes")
        self.moves.append(Move(began, time.monotonic(), (here, there), gaps))
        say(f"{len(self.moves):3} {tenant}, cell {here} -> {there}: {self.moves[-1].ended - began:4.1f} s, gaps {gaps} ms")

    def switch_over(self, tenant, there):
        while True:
            try:
                self.step("start", tenant, "--to", str(there))
                self.step("verify", tenant)
                return self.switch("switch", tenant)
            except Lost as lost:
                say(f"    begins again: {lost}")
                self.restarts += 1
                self.step("cancel", tenant, "--yes")

    def switch(self, word, tenant):
        """Refused switches change nothing, and are given again."""
        end = time.monotonic() + self.patience
        while True:
            done = self.step(word, tenant, "--json", check=False)
            if done.returncode == 0:
                return json.loads(done.stdout)["gap_ms"]
            if word == "reverse" and "is following" in done.stderr:
                # The attempt that was killed had already done it.
                return 0
            say(f"    {word}: {done.stderr.strip()}")
            if time.monotonic() > end:
                raise DrillError(f"{word} did not succeed: {done.stderr}")
            time.sleep(0.5)
            # Refused while a switch is interrupted: only the switch itself goes on from there.
            self.step("verify", tenant, check=False)

    def step(self, *words, check=True):
        """A command of the mover. Now and then it is killed somewhere, and given again."""
        while self.random.random() < self.options.kill:
            if self.kill(words):
                # It was done before it could be killed: the next call finds nothing to do, or says so.
                break
        end = time.monotonic() + self.patience
        while True:
            done = self.site.run("admin", "tenant", "move", *words, check=False)
            if "is lost" in done.stderr:
                raise Lost(done.stderr.strip())
            if not check or done.returncode == 0 or is_done(words[0], done.stderr):
                return done
            if time.monotonic() > end:
                raise DrillError(f"{' '.join(words)}: {done.stdout}{done.stderr}")
            time.sleep(0.5)

    def kill(self, words):
        """Whether the command ended well before that."""
        child = subprocess.Popen([self.site.program, "admin", "tenant", "move", *words], stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL, env={"PATH": "/usr/bin:/bin", **self.site.environment("postgres")})
        try:
            child.wait(self.random.random() * self.options.within)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
            self.killed += 1
        return child.returncode == 0


def is_done(word, text):
    """Whether the killed attempt had already done what this one was to do."""
    return word in ("complete", "cancel") and "does not move" in text
