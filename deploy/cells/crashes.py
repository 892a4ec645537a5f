"""Kills processes of the installation at random, and starts them again."""

import random
import threading
import time
from collections import Counter

from processes import say


class Crashes(threading.Thread):
    """A front, the worker or a server of a cell crashes about every `pause` seconds."""

    def __init__(self, victims, pause, seed):
        super().__init__(daemon=True)
        self.victims, self.pause = victims, pause
        self.random = random.Random(seed)
        self.is_over = threading.Event()
        self.has_ended = threading.Event()
        self.counts = Counter()

    def run(self):
        while not self.is_over.wait(self.pause * (0.5 + self.random.random())):
            victim = self.random.choice(self.victims)
            kind = victim.kill() or victim.name.split()[0]
            self.counts[kind] += 1
            say(f"    {victim.name} crashes ({kind})")
            time.sleep(self.random.random())
            victim.start()
        self.has_ended.set()
        # What a thread has started ends with the thread (prctl(2), PR_SET_PDEATHSIG).
        threading.Event().wait()

    def stop(self):
        self.is_over.set()
        self.has_ended.wait(180)
