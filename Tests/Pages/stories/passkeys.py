"""Somebody makes a passkey and signs in with it. Chromium's virtual authenticator has it."""

TENANT = "ggtracker"


def authenticator(person):
    """As a laptop has one: it verifies the person, and keeps passkeys."""
    session = person.context.new_cdp_session(person.page)
    session.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
               "isUserVerified": True, "automaticPresenceSimulation": True}
    return session, session.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]


def story(people, look):
    ann = people.new("ann")
    # Browsers make none for an IP address.
    ann.others = (ann.server.base.replace("127.0.0.1", "localhost") + "/",)
    app = f"{ann.others[0]}app/{TENANT}/"
    ann.go(f"{app}register")
    ann.fill("Username", ann.username)
    ann.fill("Email", ann.email)
    ann.fill("Password", ann.password)
    ann.press("Create an account")
    ann.go(f"{app}me/passkeys")
    ann.see("You have no passkeys yet")
    if not ann.scripts or ann.browser.name != "chromium":
        if not ann.scripts:
            ann.see("or scripts are off")
        look(ann, "passkeys-none")
        return
    session, key = authenticator(ann)
    look(ann, "passkeys-none")
    ann.fill("Name", "My laptop")
    ann.press("Create a passkey")
    ann.see("Your passkey is ready")
    ann.see("My laptop")
    assert len(session.send("WebAuthn.getCredentials", {"authenticatorId": key})["credentials"]) == 1
    look(ann, "passkeys-one")
    # The device knows that it has one.
    ann.click(ann.page.get_by_role("button", name="Create a passkey"))
    ann.see("This device already has a passkey")
    look(ann, "passkeys-known")

    ann.go(f"{app}sign-out")
    ann.press("Sign out", scope="main")
    ann.go(f"{app}me/settings")
    look(ann, "sign-in")
    ann.press("Sign in with a passkey")
    assert ann.until(lambda: ann.page.url == f"{app}me/settings"), ann.page.url

    ann.go(f"{app}me/passkeys")
    ann.see("last used")
    ann.press("Rename")
    ann.page.get_by_label("Name").first.fill("Old laptop")
    ann.press("Save")
    ann.see("Old laptop")
    ann.agree("Delete")
    ann.see("The passkey was deleted")
    look(ann, "passkeys-deleted")
    # A passkey that the app no longer knows.
    ann.go(f"{app}sign-out")
    ann.press("Sign out", scope="main")
    ann.go(f"{app}sign-in")
    ann.press("Sign in with a passkey", status=422)
    ann.see("The passkey could not be confirmed")
    look(ann, "sign-in-refused")
