"""People's streams as their devices follow them, across moves and crashes."""

import http.client
import json
import threading
import time
from collections import Counter
from datetime import datetime


class Follower(threading.Thread):
    """One device: connects again and again after the last event that it has, each time to the next front."""

    def __init__(self, person, turn):
        super().__init__(daemon=True)
        self.person, self.turn = person, turn
        self.last = 0
        self.events = Counter()
        self.faults = []
        self.began = time.time()
        # How much later each event came than it was made; without those from before.
        self.delays = []
        self.connections = 0
        self.is_over = threading.Event()

    @property
    def key(self):
        return self.person.tenant, self.person.number

    def run(self):
        while not self.is_over.is_set():
            ports = self.person.ports
            connection = http.client.HTTPConnection("127.0.0.1", ports[self.turn % len(ports)], timeout=30)
            self.turn += 1
            try:
                self.listen(connection)
            except (OSError, http.client.HTTPException, ValueError, AttributeError):
                pass
            connection.close()
            self.is_over.wait(0.1)

    def listen(self, connection):
        headers = {"Authorization": f"Token {self.person.token}", "Accept": "text/event-stream", "Last-Event-ID": str(self.last)}
        connection.request("GET", f"/v1/{self.person.tenant}/stream/", headers=headers)
        answer = connection.getresponse()
        if answer.status != 200:
            if answer.status < 500:
                self.faults.append(f"{answer.status} {answer.read(200)}")
            return
        self.connections += 1
        # Pings come every 25 s.
        while not self.is_over.is_set():
            line = answer.readline()
            if not line:
                return
            if line.startswith(b"data:"):
                self.take(json.loads(line[5:]))

    def take(self, message):
        if "reset" in message:
            self.faults.append(f"events after {self.last} are gone: {message}")
            self.last = message["reset"]
        elif "number" in message:
            if message["number"] != self.last + 1:
                self.faults.append(f"after {self.last} came {message['number']}")
            self.last = message["number"]
            made = datetime.fromisoformat(message["at"]).timestamp()
            if made > self.began:
                self.delays.append(time.time() - made)
            self.events[self.person.number, message["type"], message["subject"]["id"]] += 1


def follow(tenants, count):
    """So many devices, as evenly as possible of all people, and all started."""
    people = [person for tenant in tenants for person in tenant.people]
    followers = [Follower(people[number % len(people)], number) for number in range(count)]
    for follower in followers:
        follower.start()
    return followers


def finish(followers, ends, limit=60):
    """Waits until each has the last event of the person."""
    end = time.monotonic() + limit
    while time.monotonic() < end and any(follower.last < ends.get(follower.key, 0) for follower in followers):
        time.sleep(0.1)
    for follower in followers:
        follower.is_over.set()
