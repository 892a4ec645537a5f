"""The console: an admin makes an API key for a server, changes what it may do, and revokes it."""

import re

TENANT = "wordup"
FIRST = f"/app/{TENANT}/sign-in"


def register(person):
    server = person.server
    body = {"username": person.username, "password": person.password, "email": person.email,
            "first_name": person.name.title(), "last_name": "Example", "known_lang": "en", "learn_lang": "de"}
    person.id = server.call("POST", f"{TENANT}/register/", body)["profile"]["id"]
    server.call("PATCH", f"{TENANT}/admin/accounts/{person.id}/", {"role": "admin"}, server.sign_in(TENANT))


def sign_in(person):
    person.go(f"/app/{TENANT}/sign-in")
    person.fill(re.compile("^Username"), person.username)
    person.fill("Password", person.password)
    person.press("Sign in", scope="main")


def status(admin, path, key):
    try:
        admin.server.call("GET", f"{TENANT}/{path}", token=key)
        return 200
    except AssertionError as error:
        return next(code for code in (401, 403) if f": {code} " in str(error))


def story(people, look):
    admin = people.new("kim")
    register(admin)
    sign_in(admin)
    admin.go(f"/app/{TENANT}/admin/settings")
    admin.press("API keys")
    admin.see("No API keys yet")
    look(admin, "keys-none")
    admin.fill("What it is for", "Results")
    admin.tick("accounts:read")
    admin.fill("Only from 1", "here")
    admin.press("Make an API key", scope="form.form", status=422)
    admin.see("Enter a network in CIDR form")
    look(admin, "keys-refused")
    admin.fill("Only from 1", "127.0.0.0/8")
    admin.press("Make an API key", scope="form.form")
    admin.see("It is not shown again")
    key = admin.page.locator("#secret code").inner_text()
    look(admin, "keys-secret")
    assert status(admin, "admin/accounts/", key) == 200
    assert status(admin, "admin/reports/", key) == 403
    admin.go(f"/app/{TENANT}/admin/keys")
    assert not admin.sees(key)
    admin.press("Results")
    look(admin, "key")
    admin.tick("reports:read")
    admin.press("Save")
    admin.see("The key is changed.")
    assert status(admin, "admin/reports/", key) == 200
    admin.agree("Revoke")
    admin.see("The key is revoked.")
    assert status(admin, "admin/accounts/", key) == 401
    admin.go(f"/app/{TENANT}/admin/audit")
    admin.see("API key revoked")
    look(admin, "keys-audit")
