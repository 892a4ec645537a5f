"""The load of the failover drill: people who bet, and retry as the API's contract says."""

import http.client
import json
import threading
import time
import uuid

TENANT = "drill"
STAKE = 100
# Seconds until a call that only gets answers to be repeated has failed: longer than any failover takes.
PATIENCE = 120


class Refused(Exception):
    """An answer that no retry changes."""


class API:
    """Calls to the fronts, one after the other. A call without an answer, and one that may be retried, goes to the
    next front."""

    def __init__(self, ports, token=None, tenant=TENANT):
        self.ports, self.token, self.tenant = ports, token, tenant
        self.connections = {}
        self.turn = 0
        self.seen = {}

    def note(self, what):
        self.seen[what] = self.seen.get(what, 0) + 1

    def call(self, method, path, body=None, key=None, stop=None):
        """Returns status, JSON and port of the final answer. The key stays the same in all attempts."""
        end = time.monotonic() + PATIENCE
        while not (stop and stop.is_set()):
            if time.monotonic() > end:
                raise Refused(f"{method} {path}: not done in {PATIENCE} s, {self.seen}")
            port = self.ports[self.turn % len(self.ports)]
            self.turn += 1
            try:
                status, document, pause = self.attempt(port, method, path, body, key)
            except (OSError, http.client.HTTPException, ValueError) as error:
                self.connections.pop(port, None)
                self.note(type(error).__name__)
                time.sleep(0.2)
                continue
            code = document.get("code", "") if isinstance(document, dict) else ""
            if status < 400:
                return status, document, port
            self.note(f"{status} {code}")
            if status not in (429, 503) and code != "idempotency_in_flight":
                raise Refused(f"{method} {path}: {status} {document}")
            time.sleep(pause)
        return None, None, None

    def attempt(self, port, method, path, body, key):
        connection = self.connections.get(port)
        if connection is None:
            connection = self.connections[port] = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Token {self.token}"
        if key:
            headers["Idempotency-Key"] = key
        connection.request(method, f"/v1/{self.tenant}/{path}", json.dumps(body) if body is not None else None, headers)
        answer = connection.getresponse()
        content = answer.read()
        pause = min(float(answer.getheader("Retry-After") or 0.25), 1.0)
        return answer.status, json.loads(content) if content else None, pause


class Admin(API):
    """Makes games and enters their results."""

    def new_game(self, number):
        """The outcome to bet on and the event of a game of the day after tomorrow."""
        soon = time.strftime("%Y-%m-%dT18:00:00Z", time.gmtime(time.time() + 2 * 86_400))
        cup = self.create("tournaments", {"sport": "american_football", "name": f"drill {number}"})
        event = self.create("events", {"tournament_id": cup["id"], "home": "Kings", "away": "Queens",
                                       "starts_at": soon})
        market = self.create("markets", {"event_id": event["id"], "kind": "spread", "line": -3.5, "outcomes": [
            {"side": "home", "price": "-110"}, {"side": "away", "price": "-110"}]})
        home = next(outcome["id"] for outcome in market["outcomes"] if outcome["side"] == "home")
        return event["id"], home

    def create(self, what, body):
        return self.call("POST", f"admin/{what}/", body, key=str(uuid.uuid4()))[1]

    def finish(self, event):
        """Every bet on it wins, so that settlement has to pay."""
        self.call("PATCH", f"admin/events/{event}/", {"status": "final", "home_score": 27, "away_score": 20})


class Acknowledged:
    """A bet that a front has answered with 201."""

    __slots__ = ("key", "bet", "front", "sent", "at", "person")

    def __init__(self, key, bet, front, sent, at, person):
        self.key, self.bet, self.front, self.sent, self.at, self.person = key, bet, front, sent, at, person


class Load:
    """Bets of many people on the current game, until it is stopped."""

    def __init__(self, ports, tokens, pause):
        self.ports, self.pause = ports, pause
        self.stop_event = threading.Event()
        self.outcome = None
        self.bets = []
        self.refusals = []
        self.clients = [API(ports, token) for token in tokens]
        self.threads = [threading.Thread(target=self.run, args=(client, person), daemon=True)
                        for person, client in enumerate(self.clients)]

    def start(self, outcome):
        self.outcome = outcome
        for number, thread in enumerate(self.threads):
            # Half of them begin with the other front.
            self.clients[number].turn = number
            thread.start()

    def run(self, client, person):
        while not self.stop_event.is_set():
            body = {"legs": [{"outcome_id": self.outcome, "price": "-110"}], "stake_cents": STAKE}
            key, sent = str(uuid.uuid4()), time.monotonic()
            try:
                # Without `stop`: a bet that was begun is repeated until its fate is known.
                _, bet, port = client.call("POST", "bets/", body, key)
            except Refused as refusal:
                self.refusals.append(str(refusal))
                continue
            self.bets.append(Acknowledged(key, bet["id"], port, sent, time.monotonic(), person))
            time.sleep(self.pause)

    def is_back(self, since):
        """Every front acknowledges bets that were sent since then."""
        fronts = {bet.front for bet in self.bets[-2000:] if bet.sent > since}
        return fronts == set(self.ports)

    def longest_gap(self, begin, end):
        """The longest time without an acknowledged bet, of the front where it was longest."""
        longest = 0.0
        for port in self.ports:
            times = [bet.at for bet in self.bets if bet.front == port and bet.at <= end]
            edges = [time for time in times if time >= begin]
            before = [time for time in times if time < begin]
            marks = sorted(before[-1:] + edges)
            longest = max([longest] + [after - first for first, after in zip(marks, marks[1:])])
        return longest

    def stop(self):
        self.stop_event.set()
        for thread in self.threads:
            thread.join(120)
        return not any(thread.is_alive() for thread in self.threads)

    def seen(self):
        """How often each answer was seen that was no success."""
        total = {}
        for client in self.clients:
            for what, count in client.seen.items():
                total[what] = total.get(what, 0) + count
        return total
