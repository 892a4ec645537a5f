"""Somebody turns a second factor on and signs in with it, and another says by a mail that a new password was not theirs."""

import base64
import hmac
import re
import struct
import time

TENANT = "ggtracker"
APP = f"/app/{TENANT}/"
STEP = 30


def timed_code(secret, step):
    """As an authenticator app makes it (RFC 6238)."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.digest(key, struct.pack(">Q", step), "sha1")
    number = struct.unpack_from(">I", digest, digest[-1] & 15)[0] & 0x7fffffff
    return f"{number % 1_000_000:06}"


def register(person):
    person.go(f"{APP}register")
    person.fill("Username", person.username)
    person.fill("Email", person.email)
    person.fill("Password", person.password)
    person.press("Create an account")


def sign_in(person, username, password, path="me/security", **options):
    person.go(f"{APP}{path}")
    person.fill("Username or email", username)
    person.fill("Password", password)
    person.press("Sign in", scope="main", role="button", **options)


def sign_out(person):
    person.go(f"{APP}sign-out")
    person.press("Sign out", scope="main")


def keep_codes(person, codes):
    """A script copies them, and on paper they are alone."""
    copy = person.page.locator("#codes [data-copy]")
    if not person.scripts:
        assert not copy.is_visible(), "a button that does nothing"
    elif person.browser.name == "chromium":
        person.context.grant_permissions(["clipboard-read", "clipboard-write"])
        person.click(copy)
        assert person.page.evaluate("navigator.clipboard.readText()").split() == codes
    # Firefox cannot be asked for the page as it is printed.
    if person.browser.name == "chromium":
        person.page.emulate_media(media="print")
        shown = person.page.locator("main").inner_text()
        assert codes[9] in shown and "Remove" not in shown and "10 recovery codes" not in shown, shown
        person.page.emulate_media(media="screen")


def story(people, look):
    second_factor(people.new("ann", phone=True), look)
    not_me(people.new("bob"), people.new("mallory"), look)


def second_factor(ann, look):
    register(ann)
    ann.go(f"{APP}me/second-factor")
    look(ann, "second-factor-none")
    ann.fill("Current password", ann.password)
    ann.press("Set up a second factor", scope="main form", role="button")
    ann.see("Scan this code")
    look(ann, "second-factor-scan")
    secret = ann.page.locator("main input[name=_secret]").get_attribute("value")
    ann.fill("Code of your authenticator app", "abcdef")
    ann.press("Turn on", status=403)
    ann.see("This code is wrong")
    assert ann.page.locator("main input[name=_secret]").get_attribute("value") == secret, "the app would have to be set up again"
    # Each code works once, so the first is the one before the present.
    step = int(time.time()) // STEP
    ann.fill("Code of your authenticator app", timed_code(secret, step - 1))
    ann.press("Turn on")
    ann.see("Your recovery codes")
    look(ann, "second-factor-codes")
    codes = ann.page.locator("#codes code").all_inner_texts()
    assert len(codes) == 10, codes
    keep_codes(ann, codes)
    ann.go(f"{APP}me/second-factor")
    ann.see("10 recovery codes are left")
    ann.miss(codes[0])

    sign_out(ann)
    sign_in(ann, ann.username, ann.password, status=422)
    look(ann, "sign-in-second")
    ann.fill("Code of your authenticator app", timed_code(secret, step - 1))
    ann.press("Sign in", scope="main", role="button", status=422)
    ann.see("This code is wrong or was used")
    look(ann, "sign-in-second-refused")
    ann.fill("Code of your authenticator app", timed_code(secret, int(time.time()) // STEP))
    ann.press("Sign in", scope="main", role="button")
    assert ann.path == f"{APP}me/security", ann.path

    # Without the phone, as it is typed from paper.
    for attempt in ("taken", "refused"):
        sign_out(ann)
        sign_in(ann, ann.username, ann.password, "me/second-factor", status=422)
        ann.fill("Code of your authenticator app", codes[3].lower().replace("-", " "))
        ann.press("Sign in", scope="main", role="button", status=422 if attempt == "refused" else None)
        ann.see("9 recovery codes are left" if attempt == "taken" else "This code is wrong or was used")


def not_me(bob, mallory, look):
    register(bob)
    sign_in(mallory, bob.username, bob.password)
    mallory.click(mallory.page.locator("summary", has_text="Change password"))
    mallory.fill("Current password", bob.password, scope="details[open]")
    mallory.fill("New password", "a stranger in the night", scope="details[open]")
    mallory.press("Change password", scope="details[open]", role="button")
    mallory.see("Your password was changed")
    bob.go(f"{APP}me/security")
    assert "/sign-in?next=" in bob.path, bob.path

    link = re.search(rf"{APP}not-me/[\w-]+", bob.mail(TENANT, "Your password was changed")).group()
    bob.go(link)
    bob.see("Was this not you?")
    look(bob, "not-me")
    # Looking changes nothing.
    mallory.go(f"{APP}me/devices")
    assert mallory.path == f"{APP}me/devices", mallory.path
    bob.press("Secure my account")
    bob.see("All devices are signed out")
    look(bob, "not-me-done")
    mallory.go(f"{APP}me/devices")
    assert "/sign-in?next=" in mallory.path, mallory.path
    code = re.search(r"\b([0-9A-Z]{4}(?:-[0-9A-Z]{4}){3})\b", bob.mail(TENANT, "Reset your password")).group(1)
    bob.fill("Code from the mail", code)
    bob.fill("New password", "a quiet evening at home")
    bob.press("Set password")
    bob.see("Your password was changed")
    for password in (bob.password, "a stranger in the night"):
        sign_in(mallory, bob.username, password, status=422)
        mallory.see("The username or the password is wrong")
    sign_in(bob, bob.username, "a quiet evening at home")
    assert bob.path == f"{APP}me/security", bob.path

    # The link is used up.
    sign_out(bob)
    bob.go(link)
    bob.press("Secure my account", status=404)
    bob.see("This link is not valid any more")
    look(bob, "not-me-used")
    bob.press("Forgot your password?")
    assert bob.path == f"{APP}reset", bob.path
