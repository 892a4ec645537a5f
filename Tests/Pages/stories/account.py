"""What every app has: an account from its first minute to its last, and what people do about each other."""

import re
import struct
import zlib

TENANT = "wager"
APP = f"/app/{TENANT}/"
FIRST = APP


def picture(width=400, height=300):
    """A PNG with a gradient."""
    rows = b"".join(b"\0" + bytes(value for x in range(width) for value in (x * 255 // width, y * 255 // height, 120))
                    for y in range(height))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def mailed_code(person, subject):
    """The code of the newest mail of that subject to the person."""
    return re.search(r"\b([0-9A-Z]{4}(?:-[0-9A-Z]{4}){3})\b", person.mail(TENANT, subject)).group(1)


def register(person, look=None):
    person.go(f"{APP}register")
    if look:
        look(person, "register")
    person.fill("First name", person.name.capitalize())
    person.fill("Last name", "Archer")
    person.fill("Username", person.username)
    person.fill("Email", person.email)
    person.fill("Password", person.password)
    person.press("Create an account")
    person.see(f"Hello, {person.name.capitalize()}")


def story(people, look):
    ann, bob = people.new("ann"), people.new("bob", phone=True)
    ann.go(APP)
    look(ann, "guest")

    # What is wrong stands beside its field, and what was typed stays.
    ann.go(f"{APP}register")
    for label, text in {"First name": "Ann", "Last name": "Archer", "Username": "ada", "Email": ann.email,
                        "Password": "passwords"}.items():
        ann.fill(label, text)
    ann.press("Create an account", status=422)
    assert ann.value("First name") == "Ann" and ann.value("Password") == ""
    look(ann, "register-refused")
    register(ann, look)
    look(ann, "home-new")
    register(bob)

    # The code of a mail can be typed, and comes along with the link.
    ann.go(APP)
    ann.press("Send a code")
    ann.see("A mail with a code is on its way")
    code = mailed_code(ann, "Confirm your email address")
    ann.fill("Code from the mail", "0000-0000-0000-0000")
    ann.press("Confirm", status=422)
    ann.see("This code is wrong")
    look(ann, "verify")
    if ann.scripts:
        ann.go(f"{APP}verify#{code}")
        assert ann.value("Code from the mail") == code and "#" not in ann.page.url
    else:
        ann.fill("Code from the mail", code)
    ann.press("Confirm")
    ann.see("Your email address is confirmed")

    profile(ann, look)
    settings(ann, look)
    friends(ann, bob, look)
    password(ann, look)
    devices(ann, look)
    end(ann, look)


def profile(ann, look):
    ann.go(f"{APP}me")
    look(ann, "me")
    ann.press(re.compile("^Profile"))
    ann.fill(re.compile("^About you"), "Tango, tapas\nand tongues.")
    look(ann, "profile")
    ann.press("Save")
    ann.see("Saved.")
    ann.press("Add a photo")
    ann.page.set_input_files("input[type=file]", {"name": "ann.png", "mimeType": "image/png", "buffer": picture()})
    if ann.scripts:
        # The largest square in the middle, moved to the right by dragging.
        ann.until(lambda: ann.page.locator(".crop summary").is_visible())
        ann.click(ann.page.locator(".crop summary"))
        ann.until(lambda: ann.value("Width") == "300")
        box = ann.page.locator(".crop-square").bounding_box()
        ann.page.mouse.move(box["x"] + 40, box["y"] + 40)
        ann.page.mouse.down()
        ann.page.mouse.move(box["x"] + 200, box["y"] + 40, steps=4)
        ann.page.mouse.up()
        assert ann.value("Left") == "100" and ann.value("Top") == "0", (ann.value("Left"), ann.value("Top"))
    else:
        for label, number in {"Left": 100, "Top": 0, "Width": 300, "Height": 300}.items():
            ann.fill(label, str(number))
    look(ann, "photo")
    ann.press("Save photo")
    ann.see("Saved.")
    size = ann.page.evaluate("() => { const i = document.querySelector('.avatar.large'); return [i.naturalWidth, i.naturalHeight] }") \
        if ann.scripts else [256, 256]
    assert size[0] == size[1] > 0, size
    look(ann, "profile-photo")


def settings(ann, look):
    ann.go(f"{APP}me/settings")
    if ann.scripts:
        assert ann.field("Time zone").input_value() != "UTC" or ann.browser.name == "firefox"
    look(ann, "settings")
    ann.choose("Language and region", "Español (México)")
    ann.choose("Time zone", "Europe/Madrid")
    ann.press("Save")
    ann.see("Guardado.")
    assert ann.page.locator("html").get_attribute("lang") == "es"
    look(ann, "settings-es")
    ann.go(f"{APP}me")
    ann.see("Acceso y contraseña")
    look(ann, "me-es")
    ann.go(f"{APP}me/settings")
    ann.choose("Idioma y región", "English")
    ann.press("Guardar")
    ann.go(f"{APP}me/notifications")
    look(ann, "notifications")
    ann.tick(re.compile("^Send my notices by mail too"))
    ann.press("Save")
    ann.see("Saved.")
    assert not ann.page.get_by_label("Send my notices by mail too").is_checked()
    ann.click(ann.page.locator("summary", has_text="Leave out some kinds"))
    look(ann, "notifications-kinds")
    ann.tick("Friend requests")
    ann.press("Save")
    ann.see("Saved.")
    assert ann.field("Friend requests").is_checked(), "what is chosen is open"
    ann.tick("Friend requests")
    ann.press("Save")
    ann.see("Saved.")
    ann.click(ann.page.locator("summary", has_text="Leave out some kinds"))
    assert not ann.field("Friend requests").is_checked()


def friends(ann, bob, look):
    bob.go(f"{APP}people")
    look(bob, "people-start")
    bob.fill("Search by name", ann.username)
    bob.press("Search")
    look(bob, "people")
    bob.press("Ann Archer")
    look(bob, "person")
    ann.go(f"{APP}inbox")
    ann.see("Nothing here yet")
    look(ann, "inbox-empty")
    bob.press("Add friend")
    bob.see("Withdraw friend request")
    # It reaches the page that is open.
    ann.hear("Bob", "#notices")
    assert ann.page.locator("#inbox .count").inner_text() == "1"
    look(ann, "inbox")
    assert "Mark as read" in ann.page.locator("#notices li").first.inner_text(), "on a desk the button has words"
    ann.go(APP)
    look(ann, "home-notice")
    ann.click(ann.page.locator("#home-notices .row-link").first)
    ann.see("Accept friend request")
    # Or his page of Ann would mark the answer as read.
    bob.go(f"{APP}people")
    ann.press("Accept friend request")
    ann.see("Remove friend")
    assert ann.page.locator("#inbox .count").count() == 0
    profile = ann.path
    # The notice is read once Bob sees Ann's page, wherever he comes from.
    bob.go(f"{APP}people?q={ann.username}")
    assert bob.page.locator("#inbox .count").inner_text() == "1"
    bob.press("Ann Archer")
    if bob.scripts:
        assert bob.until(lambda: bob.page.locator("#inbox .count").count() == 0), "the notice is still unread"
    else:
        bob.go(f"{APP}inbox")
        bob.press("Mark all as read")
        assert bob.page.locator("#inbox .count").count() == 0
        bob.go(f"{APP}people?q={ann.username}")
        bob.press("Ann Archer")
    # A request is answered where its notice is, too.
    ann.go(f"{APP}inbox")
    bob.agree("Remove friend")
    bob.press("Add friend")
    ann.hear("Bob", "#notices")
    look(ann, "inbox-request")
    ann.press("Accept", scope="#notices")
    assert ann.page.locator("#inbox .count").count() == 0
    ann.go(profile)
    ann.see("Remove friend")

    # Bob is no longer welcome.
    ann.click(ann.page.locator("#complaint summary"))
    look(ann, "person-complaint")
    ann.tick("Spam")
    ann.fill(re.compile("In your words"), "Sends the same link to everybody.")
    ann.press("Report")
    ann.see("The moderators will look at it")
    ann.click(ann.page.locator("#complaint summary"))
    ann.agree("Block")
    ann.see("This person is now blocked")
    look(ann, "blocked")
    ann.press("Unblock")
    ann.see("You have blocked nobody")
    look(ann, "blocked-none")


def password(ann, look):
    ann.go(f"{APP}me/security")
    ann.see(f"Choose a new one with a code that we send to {ann.email}")
    look(ann, "security")
    ann.click(ann.page.locator("summary", has_text="Change password"))
    ann.fill("Current password", "not this one", scope="details[open]")
    ann.fill("New password", "tango in the sunshine", scope="details[open]")
    ann.press("Change password", scope="details[open]", role="button", status=403)
    ann.see("The password is wrong")
    look(ann, "security-refused")
    ann.fill("Current password", ann.password, scope="details[open]")
    ann.fill("New password", "tango in the sunshine", scope="details[open]")
    ann.press("Change password", scope="details[open]", role="button")
    ann.see("Your password was changed")

    # Forgotten again.
    ann.press("Sign out", scope="main") if ann.page.locator("main form[data-sign-out]").count() else ann.go(f"{APP}sign-out")
    if ann.path.endswith("sign-out"):
        look(ann, "sign-out")
        ann.press("Sign out", scope="main")
    look(ann, "sign-in")
    ann.fill("Username or email", ann.username)
    ann.fill("Password", "tango under the rain")
    ann.press("Sign in", scope="main", role="button", status=422)
    ann.see("The username or the password is wrong")
    ann.press("Forgot your password?")
    look(ann, "reset")
    ann.fill("Email", ann.email)
    ann.press("Send the code")
    look(ann, "reset-set")
    ann.fill("Code from the mail", mailed_code(ann, "Reset your password"))
    ann.fill("New password", ann.password)
    ann.press("Set password")
    ann.see("Your password was changed")
    ann.go(f"{APP}me/devices")
    assert "/sign-in?next=" in ann.path
    ann.fill("Username or email", ann.email)
    ann.fill("Password", ann.password)
    ann.press("Sign in", scope="main", role="button")
    assert ann.path == f"{APP}me/devices"


def devices(ann, look):
    phone = ann.server.sign_in(TENANT, ann.username, ann.password)
    ann.reload()
    look(ann, "devices")
    ann.agree("Sign out", scope="main li:not(:has(.badge))")
    ann.see("The device is signed out")
    try:
        ann.server.call("GET", f"{TENANT}/profiles/me/", token=phone)
        raise SystemExit("the device is still signed in")
    except AssertionError as error:
        assert "401" in str(error)


def end(ann, look):
    ann.go(f"{APP}me/export")
    look(ann, "export")
    if ann.browser.waits:
        with ann.page.expect_download() as download:
            ann.page.get_by_role("link", name="Download my data").click()
        assert b"Tango, tapas" in open(download.value.path(), "rb").read()
    ann.go(f"{APP}me/delete")
    look(ann, "delete")
    ann.fill("Password", ann.password)
    ann.press("Delete your account", scope="main form", role="button")
    if ann.scripts:
        ann.press("Delete your account", scope="dialog")
    ann.see("Your account was deleted")
    look(ann, "deleted")
