"""Two people find each other, agree on a meetup by a counter-proposal, meet, and plan again."""

import datetime
import re
import time

FIRST = "/app/wordup/"
PLACE, OTHER = "Café Luna, Main Street 3", "Teahouse on Mill Lane"


def in_days(days, hour=18):
    """A time of day as a browser's field has it."""
    return f"{datetime.date.today() + datetime.timedelta(days=days)}T{hour}:30"


def register(server, person, first, last, known, learn, zone):
    """Makes the account by the API, which is quicker than by the pages."""
    body = {"username": person.username, "password": person.password, "email": person.email, "first_name": first,
            "last_name": last, "known_lang": known, "learn_lang": learn}
    token = server.call("POST", "wordup/register/", body)["token"]
    server.call("PATCH", "wordup/settings/", {"locale": "en-GB", "time_zone": zone}, token)
    return token


def sign_in(person, path):
    person.go(path)
    person.fill("Username or email", person.username)
    person.fill("Password", person.password)
    person.press("Sign in", scope="main")
    assert person.path == path, person.path


def propose(person, moment, place, button, scope, **options):
    person.fill("When", moment, scope=scope)
    person.fill("Where", place, scope=scope)
    person.press(button, scope=scope, **options)


def story(people, look):
    server = people.server
    ann, bob = people.new("ann"), people.new("bob", phone=True, zone="Europe/London")
    last = people.mark.capitalize()  # so that nobody else is called so
    ann_token = register(server, ann, "Ann", last, "en", "es", "Europe/Berlin")
    register(server, bob, "Bob", last, "es", "en", "Europe/London")

    # They find each other.
    sign_in(ann, "/app/wordup/matches")
    ann.see("No matches yet")
    look(ann, "matches-empty")
    ann.press("Find a partner", scope="main")
    ann.see("People who speak Spanish and learn English")
    look(ann, "partners")
    ann.fill("Search by name", "nobody of this name")
    ann.press("Search")
    ann.see("Nobody found")
    look(ann, "partners-none")
    ann.fill("Search by name", f"Bob {last}")
    ann.press("Search")
    ann.press(f"Bob {last}", scope="main")
    look(ann, "partner")
    sign_in(bob, "/app/wordup/matches")
    bob.see("No matches yet")
    ann.press("Match with Bob")
    match = ann.path
    assert re.fullmatch(r"/app/wordup/matches/\d+", match), match
    ann.see("Propose a meetup")
    look(ann, "match-new")

    # The other sees it come, and both propose at once.
    bob.hear(f"Ann {last}")
    look(bob, "matches")
    bob.go(match)
    bob.see("Ann matched with you")
    bob.fill("When", in_days(4, 17), scope="#plan")
    bob.fill("Where", OTHER, scope="#plan")
    propose(ann, in_days(3), PLACE, "Propose", "#plan")
    ann.see("Waiting for Bob")
    look(ann, "match-waiting")
    bob.press("Propose", scope="main", role="button", status=412)
    bob.see("In the meantime Ann made a proposal")
    bob.see("Ann proposes a meetup")
    assert bob.value("Where", scope="#propose") == OTHER, "what was typed is lost"
    look(bob, "match-conflict")

    # A counter-proposal, an acceptance, a calendar file.
    bob.press("Send counter-proposal", scope="#propose")
    bob.see("Waiting for Ann")
    ann.hear("Bob proposes a meetup")
    ann.see("Counter-proposal")
    look(ann, "match-answer")
    ann.go("/app/wordup/matches?state=proposals")
    ann.see("Your turn")
    ann.go(match)
    ann.press("Accept", scope="#plan")
    ann.see("You meet Bob")
    ann.see("18:30")  # 17:30 in London
    look(ann, "match-planned")
    bob.hear("You meet Ann")
    bob.see("17:30")
    link = ann.clickable("Add to calendar", scope="#plan").get_attribute("href")
    file = ann.context.request.get(f"{server.base}{link}")
    assert file.status == 200 and "BEGIN:VEVENT" in file.text() and "Mill Lane" in file.text(), file.text()
    ann.go("/app/wordup/matches?state=planned")
    ann.see(f"Bob {last}")
    ann.go(FIRST)
    ann.see("Your meetups")
    look(ann, "home")

    # A change calls off what was agreed, and both read so.
    bob.go(match)
    bob.click(bob.page.locator("#propose summary"))
    bob.see("Proposing a change calls off the agreed meetup right away")
    look(bob, "match-change")
    bob.go(match)

    # Cancelled, and another plan whose time comes in a moment.
    ann.go(match)
    if not ann.scripts:
        ann.press("Cancel the meetup", scope="#plan", role="button")
        look(ann, "match-cancel")
        ann.press("No, go back")
    ann.agree("Cancel the meetup", scope="#plan")
    ann.see("You cancelled the meetup")
    bob.hear("Ann cancelled the meetup")
    number = match.rpartition("/")[2]
    soon = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=6 if bob.scripts else 12)
    server.call("PUT", f"wordup/matches/{number}/", {"time_1": soon.isoformat(timespec="milliseconds"), "location": PLACE}, ann_token)
    bob.hear("Ann proposes a meetup")
    bob.press("Accept", scope="#plan")
    bob.see("You meet Ann")
    while datetime.datetime.now(datetime.timezone.utc) < soon:
        time.sleep(0.2)

    # Afterwards each says how it was, and the match begins again.
    bob.reload()
    bob.see("Did you meet?")
    look(bob, "match-feedback")
    bob.press("Yes, we met", scope="#feedback")
    bob.see("You said that Ann came")
    bob.see("Propose a meetup")
    look(bob, "match-after")
    ann.reload()
    ann.agree("Bob did not come", scope="#feedback")
    ann.see("You said that Bob did not come")
    bob.reload()
    bob.see("Came to 1 of 1 meetup")
    bob.go("/app/wordup/matches")
    ann.go(f"{match}/end")
    look(ann, "match-end")
    ann.press("End match", scope="main", role="button")
    assert ann.path == "/app/wordup/matches", ann.path
    ann.see("No matches yet")
    bob.hear("No matches yet")

    # Or somebody whom chance chooses.
    ann.go("/app/wordup/partners")
    ann.agree("Random match")
    assert re.fullmatch(r"/app/wordup/matches/\d+", ann.path), ann.path
    ann.see("Propose a meetup")
