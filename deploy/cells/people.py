"""The load of the drill: people of several tenants who bet, wager, plan meetups and fill shelves, and what they were told."""

import threading
import time
import uuid
from collections import Counter, namedtuple

from bets import STAKE, API, Admin, Refused
from installation import PASSWORD

MODULES = "sportsbook,wagers,meetups,shelf"
# Of one call: what it was, when it was sent, and how long it took, also if it was repeated.
Call = namedtuple("Call", "is_write sent seconds")


class Person(API):
    """One person, with how long their calls took."""

    def __init__(self, ports, tenant, name, languages):
        super().__init__(ports, tenant=tenant)
        self.name = name
        self.calls = []
        names = {"username": name, "first_name": "Someone", "last_name": "", "email": f"{name}@example.org"}
        speaks = {"known_lang": languages[0], "learn_lang": languages[1]}
        answer = self.call("POST", "register/", {**names, **speaks, "password": PASSWORD})[1]
        self.token = answer["token"]
        self.number = (answer.get("user") or answer["profile"])["id"]

    def timed(self, method, path, body=None):
        """Repeated until its fate is known."""
        sent = time.monotonic()
        answer = self.call(method, path, body, str(uuid.uuid4()) if method == "POST" else None)[1]
        self.calls.append(Call(method != "GET", sent, time.monotonic() - sent))
        return answer

    def read(self, path):
        return self.timed("GET", path)

    def post(self, path, body=None):
        return self.timed("POST", path, body)

    def put(self, path, body, is_done):
        """Only a POST has a key. A refused PUT may have been done by an attempt of it that got no answer."""
        try:
            return self.timed("PUT", path, body)
        except Refused:
            answer = self.read(path)
            if not is_done(answer):
                raise
            return answer


class Tenant:
    """The people of one tenant, and everything that was acknowledged to them, by what it is."""

    def __init__(self, site, slug, writers, pause):
        self.slug, self.pause = slug, pause
        # Everything that is stored once, as `checks.STORED` reads it, and each event of a person's stream.
        self.acknowledged = {what: Counter() for what in ("bets", "wagers", "takes", "meetups", "notices")}
        self.events = Counter()
        self.hours = {}
        self.refusals = []
        self.admin = Admin(site.ports, site.token("ada", slug), slug)
        self.games = [game["id"] for game in self.admin.call("GET", "games/?limit=100")[1]["items"]]
        # Its first event and then the others, and the outcome that people bet on.
        self.contests = []
        self.new_contest()
        self.stop_event = threading.Event()
        self.people, self.threads = [], []
        for number in range(writers):
            story = STORIES[number % len(STORIES)]
            cast = [Person(site.ports, slug, f"{story.__name__}{number}{side}", languages) for side, languages in
                    (("a", ("en", "es")), ("b", ("es", "en")))]
            self.people += cast
            self.threads.append(threading.Thread(target=self.run, args=(story(self, *cast),), daemon=True))

    def new_contest(self):
        self.contests.append(self.admin.new_game(len(self.contests)))

    @property
    def outcome(self):
        return self.contests[-1][1]

    def note(self, what, entry, *events):
        """What was acknowledged, and the events that it makes: person, type and number of the subject."""
        self.acknowledged[what][entry] += 1
        self.events.update(events)

    def start(self):
        for thread in self.threads:
            thread.start()

    def run(self, story):
        while not self.stop_event.is_set():
            try:
                next(story)
            except (Refused, StopIteration) as refusal:
                self.refusals.append(str(refusal))
                return
            time.sleep(self.pause)

    def stop(self):
        self.stop_event.set()
        for thread in self.threads:
            thread.join(150)
        return not any(thread.is_alive() for thread in self.threads)

    def seen(self):
        """How often each answer was seen that was no success."""
        return sum((Counter(person.seen) for person in self.people), Counter())


# Stories never end; they pause at each `yield`. Of every two calls one reads.


def bets(tenant, first, second):
    while True:
        for person in (first, second):
            body = {"legs": [{"outcome_id": tenant.outcome, "price": "-110"}], "stake_cents": STAKE}
            bet = person.post("bets/", body)["id"]
            tenant.note("bets", bet, (person.number, "bet.placed", bet))
            person.read(f"bets/{bet}/")
            yield


def wagers(tenant, first, second):
    while True:
        wager = first.post("wagers/", {"name": "Chess and coffee", "amount_cents": 100, "category": "Other"})["id"]
        tenant.note("wagers", wager, (first.number, "wager.posed", wager))
        second.read(f"wagers/{wager}/")
        yield
        second.post(f"wagers/{wager}/take/")
        tenant.note("takes", wager, (first.number, "wager.taken", wager), (second.number, "wager.taken", wager))
        tenant.note("notices", f"{first.number} wager_taken {wager}")
        first.read("inbox/?limit=5")
        yield


def meetups(tenant, first, second):
    match = first.post("matches/", {"a_username": second.name})["match_id"]
    path = f"matches/{match}/"
    number = 0
    while True:
        number += 1
        place = f"Place {number}"
        moves = [(first, second, {"time_1": in_days(3), "location": place}, "proposed", place, lambda answer: answer["status_code"] == 1),
                 (second, first, {"accept": True}, "accepted", place, lambda answer: answer["status_code"] == 3),
                 (first, second, {"cancel": True}, "cancelled", "", lambda answer: answer["status_code"] == 0)]
        for mover, other, body, kind, location, is_done in moves:
            mover.put(path, body, is_done)
            both = [(person.number, f"meetup.{kind}", match) for person in (mover, other)]
            tenant.note("meetups", f"{match} {kind} {location}".strip(), *both)
            tenant.note("notices", f"{other.number} meetup_{kind} {match}")
            other.read(path)
            yield


def shelves(tenant, first, second):
    """Games are added, and then hours are noted: the last ones must be there."""
    while True:
        for person in (first, second):
            for game in tenant.games:
                hours = tenant.hours.get((person.number, game), -1) + 1
                if hours:
                    person.timed("PATCH", f"shelf/{game}/", {"user_hours": hours})
                else:
                    person.post("shelf/", {"game_id": game, "status": 1})
                tenant.hours[person.number, game] = hours
                tenant.events.setdefault((person.number, "shelf.changed", game), 1)
                person.read(f"shelf/{game}/")
                yield


STORIES = [bets, wagers, meetups, shelves]


def in_days(days):
    return time.strftime("%Y-%m-%dT18:00:00Z", time.gmtime(time.time() + days * 86_400))
