"""Somebody makes a passkey and signs in with it. Chromium's virtual authenticator has it."""

TENANT = "ggtracker"


class Authenticator:
    """As a laptop has one: it verifies the person, and keeps passkeys."""

    OPTIONS = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
               "isUserVerified": True, "automaticPresenceSimulation": True}

    def __init__(self, person):
        self.person = person
        self.session = person.context.new_cdp_session(person.page)
        self.add([])

    def add(self, credentials):
        self.session.send("WebAuthn.enable")
        self.id = self.session.send("WebAuthn.addVirtualAuthenticator", {"options": self.OPTIONS})["authenticatorId"]
        for credential in credentials:
            self.session.send("WebAuthn.addCredential", {"authenticatorId": self.id, "credential": credential})

    @property
    def credentials(self):
        return self.session.send("WebAuthn.getCredentials", {"authenticatorId": self.id})["credentials"]

    def look(self, look, name):
        """Chromium forgets its authenticators when the session of a look ends."""
        kept = self.credentials
        look(self.person, name)
        self.session.send("WebAuthn.disable")
        self.add(kept)


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
    key = Authenticator(ann)
    key.look(look, "passkeys-none")
    ann.fill("Name", "My laptop")
    ann.press("Create a passkey")
    ann.see("Your passkey is ready")
    ann.see("My laptop")
    assert len(key.credentials) == 1
    key.look(look, "passkeys-one")
    # The device knows that it has one.
    ann.click(ann.page.get_by_role("button", name="Create a passkey"))
    ann.see("This device already has a passkey")
    key.look(look, "passkeys-known")

    ann.go(f"{app}sign-out")
    ann.press("Sign out", scope="main")
    ann.go(f"{app}me/settings")
    key.look(look, "sign-in")
    ann.press("Sign in with a passkey")
    assert ann.until(lambda: ann.page.url == f"{app}me/settings"), ann.page.url

    ann.go(f"{app}me/passkeys")
    ann.see("last used")
    ann.click(ann.page.locator("summary", has_text="Rename"))
    ann.page.get_by_label("Name").first.fill("Old laptop")
    ann.press("Save")
    ann.see("Old laptop")
    ann.agree("Delete")
    ann.see("The passkey was deleted")
    key.look(look, "passkeys-deleted")
    # A passkey that the app no longer knows.
    ann.go(f"{app}sign-out")
    ann.press("Sign out", scope="main")
    ann.go(f"{app}sign-in")
    ann.press("Sign in with a passkey", status=422)
    ann.see("The passkey could not be confirmed")
    look(ann, "sign-in-refused")
