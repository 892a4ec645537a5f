"""People who have an account elsewhere: at the issuer of the tests, on whose page they type any name."""

import json
import re

TENANT = "ggtracker"
APP = f"/app/{TENANT}/"


def trust(server):
    issuer = [{"issuer": server.issuer, "audiences": ["app", "pages"], "web_client_id": "pages"}]
    server.admin("tenant", "set", TENANT, f"oidc_issuers={json.dumps(issuer)}")


def host(person):
    return person.server.issuer.removeprefix("https://")


def leave(person):
    """To the issuer, where the browser goes without another press."""
    person.press(f"Continue with {host(person)}")
    assert person.until(lambda: person.page.url.startswith(f"{person.server.issuer}/authorize")), person.page.url
    person.settle()


def come_back(person, look=None, cancel=False):
    """Signs in at the issuer. With scripts both sites go on by themselves, without them each has a button."""
    if not cancel:
        person.fill("Name", person.username)
    # Which page is there afterwards is seen below.
    before = person.documents
    person.clickable("Cancel" if cancel else "Sign in", "form").click(force=not person.browser.waits)
    person.settle(before)
    if not person.scripts:
        person.press("Back to the app", status=400 if cancel else None)
        if not cancel:
            person.see("Almost done")
            if look:
                look(person, "outside-back")
            person.press("Continue", scope="main form")
    assert person.until(lambda: person.page.url.startswith(person.server.base) and "data-continue" not in person.page.content())
    person.settle()


def go(person, look=None):
    leave(person)
    come_back(person, look)


def arrive(person, path):
    assert person.until(lambda: person.path == path), f"{person.path} is not {path}: {person.text()[:300]}"
    person.settle()


def story(people, look):
    ann = people.new("ann", visits_issuer=True)
    trust(ann.server)
    ann.until(lambda: ann.go(f"{APP}sign-in") or ann.sees("Continue with"))
    newcomer(ann, look)
    again(ann, look)
    bob = people.new("bob", phone=True, visits_issuer=True)
    link(bob, look)
    refused(people.new("cho", visits_issuer=True, locale="de-DE"), look)


def newcomer(ann, look):
    # The page that asked for it comes after the registration.
    ann.go(f"{APP}me/devices")
    look(ann, "sign-in")
    leave(ann)
    come_back(ann, look)
    assert ann.until(lambda: ann.path.startswith(f"{APP}register?next=")), ann.path
    ann.see(f"You will sign in with {host(ann)} as {ann.username}@issuer.example")
    assert ann.page.locator("input[type=password]").count() == 0
    look(ann, "register-outside")
    # A reload is no second attempt.
    ann.reload()
    ann.fill("Username", "no blanks here")
    ann.press("Create an account", status=422)
    look(ann, "register-outside-refused")
    ann.fill("Username", ann.username)
    ann.press("Create an account")
    arrive(ann, f"{APP}me/devices")
    assert ann.page.locator("header.top").get_by_text("Sign in").count() == 0


def again(ann, look):
    ann.go(f"{APP}me/security")
    ann.see("not used yet")
    look(ann, "security-outside")
    ann.agree("Unlink", status=409)
    ann.see("Without it you could not sign in any more")
    look(ann, "security-last")
    ann.go(f"{APP}sign-out")
    ann.press("Sign out", scope="main")
    ann.go(f"{APP}me/settings")
    go(ann)
    arrive(ann, f"{APP}me/settings")
    if ann.scripts:
        # What was on the way is not in the history.
        ann.page.go_back()
        ann.settle()
        assert "sign-in/" not in ann.path, ann.path
    ann.go(f"{APP}me/security")
    ann.see("last used")


def link(bob, look):
    bob.go(f"{APP}register")
    look(bob, "register")
    bob.fill("Username", bob.username)
    bob.fill("Password", bob.password)
    bob.press("Create an account")
    bob.go(f"{APP}me/security")
    bob.press("Link another account")
    look(bob, "link")
    go(bob)
    arrive(bob, f"{APP}me/security?done=linked")
    bob.see("The account is linked")
    look(bob, "linked")
    bob.agree("Unlink")
    bob.see("No outside account is linked to yours")


def refused(cho, look):
    cho.go(f"{APP}sign-in")
    cho.press(re.compile("^Weiter mit 127"))
    assert cho.until(lambda: cho.page.url.startswith(f"{cho.server.issuer}/authorize"))
    cho.settle()
    come_back(cho, cancel=True)
    cho.see("nicht weitergemacht")
    look(cho, "cancelled-de")
    cho.press("Noch einmal beginnen")
    assert cho.path == f"{APP}sign-in"
    # Somebody else's answer: the form of another site, in a browser that began nothing.
    cho.go(f"{APP}sign-in/return")
    cho.see("fehlt etwas")
    look(cho, "nothing-came-de")
