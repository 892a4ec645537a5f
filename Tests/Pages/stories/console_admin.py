"""The console: an admin invites somebody, follows a webhook, decides a report, suspends and helps a person who asks, orders the games of
the catalog, and looks at charts, a person with wagers and the settings."""

import json
import re
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

TENANT = "wordup"
FIRST = f"/app/{TENANT}/sign-in"


def sign_in(person, tenant):
    person.go(f"/app/{tenant}/sign-in")
    person.fill(re.compile("^Username"), person.username)
    person.fill("Password", person.password)
    person.press("Sign in", scope="main")


def register(person, tenant, role=None):
    """Makes an account, with a role in the console perhaps."""
    server = person.server
    body = {"username": person.username, "password": person.password, "email": person.email,
            "first_name": person.name.title(), "last_name": "Example", "known_lang": "en", "learn_lang": "de"}
    if tenant != TENANT:
        del body["known_lang"], body["learn_lang"]
    answer = server.call("POST", f"{tenant}/register/", body)
    person.token = answer["token"]
    person.id = server.call("GET", f"{tenant}/profiles/me/", token=person.token)["id"]
    if role:
        server.call("PATCH", f"{tenant}/admin/accounts/{person.id}/", {"role": role}, server.sign_in(tenant))


def is_signed_in(person):
    try:
        return bool(person.server.call("GET", f"{TENANT}/profiles/me/", token=person.token))
    except AssertionError as error:
        assert ": 401 " in str(error), error
        return False


class Endpoint:
    """A server of the tenant: it refuses the first event, and takes the rest."""

    def __init__(self):
        outer = self
        self.events = []

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                outer.events.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
                self.send_response(503 if len(outer.events) == 1 else 204)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.http = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.http.server_port}/hook"


def story(people, look):
    admin, bob, mod = people.new("ann"), people.new("bob"), people.new("mod", phone=True)
    register(admin, TENANT, "admin")
    register(bob, TENANT)
    register(mod, TENANT, "moderator")
    sign_in(admin, TENANT)
    invite(admin, look)
    webhook(admin, look)
    report(admin, bob, people.new("eve"), look)
    suspend(admin, bob, look)
    help_bob(admin, bob, look)
    sign_in(mod, TENANT)
    moderator(mod, admin, look)
    audit(admin, bob, look)
    catalog(people.new("cleo"), look)
    wagers(people.new("dan"), look)


def invite(admin, look):
    admin.go(f"/app/{TENANT}/admin/invites")
    admin.press("Make an invite", role="button")
    admin.see("The invite is ready")
    admin.see("/register?invite=")
    look(admin, "invites")


def webhook(admin, look):
    """An endpoint that fails once: its delivery says why, and the event is sent again."""
    endpoint = Endpoint()
    admin.go(f"/app/{TENANT}/admin/webhooks")
    look(admin, "webhooks-none")
    admin.fill("Address", "ftp://example.org")
    admin.tick("All events")
    if admin.scripts:
        admin.page.locator("form.form").evaluate("form => { form.noValidate = true; }")
    admin.press("Add a webhook", scope="form.form", status=422)
    look(admin, "webhook-refused")
    admin.fill("Address", endpoint.url)
    admin.press("Add a webhook", scope="form.form")
    admin.see("whsec_")
    admin.see("Copy it now")
    look(admin, "webhook-secret")
    admin.reload() if not admin.scripts else admin.go(f"/app/{TENANT}/admin/webhooks")
    admin.press(endpoint.url.split("/")[2])
    # Demo people's meetups are near at some hours of the day, and a reminder is sent at once.
    if not admin.sees("meetup.reminder"):
        admin.see("Nothing was sent yet")
    look(admin, "webhook-new")
    admin.press("Send a test")
    admin.see("A test event is on its way")
    assert admin.until(lambda: any(event["type"] == "webhook.test" for event in endpoint.events), 30), "the test event arrives"
    assert admin.until(lambda: (admin.reload(), admin.sees("the endpoint answered 503"))[1], 20), admin.text()
    look(admin, "webhook-failed")
    admin.click(admin.page.locator("table form").last.get_by_role("button"))
    admin.see("The event is sent again.")
    assert admin.until(lambda: len(endpoint.events) > 1, 30), "the event arrives again"
    assert admin.until(lambda: (admin.reload(), admin.sees("Delivered"))[1], 20), admin.text()
    look(admin, "webhook-delivered")
    admin.press("Turn off")
    admin.see("Saved.")
    admin.agree("Delete")
    admin.see("The webhook is deleted.")
    endpoint.http.shutdown()


def report(admin, bob, eve, look):
    """What others read is hidden, and the report is resolved."""
    register(eve, TENANT)
    server = admin.server
    server.call("PATCH", f"{TENANT}/profiles/me/", {"bio": "Cheap flats in the centre! Pay the deposit before you see them."}, eve.token)
    server.call("POST", f"{TENANT}/reports/", {"account_id": eve.id, "reason": "fraud",
                                               "text": "She wants a deposit for a flat that does not exist."}, bob.token)
    admin.go(f"/app/{TENANT}/admin")
    admin.see("Reports are waiting for a decision.")
    admin.press("Reports", scope="nav[aria-label]")
    admin.press(eve.username)
    admin.see(f"Report about {eve.username}")
    admin.see("As it was when it was reported")
    admin.see("Suspend")
    look(admin, "report")
    admin.choose("What", "Profile text")
    admin.fill(re.compile("^Reason"), "Nobody offers flats here.")
    admin.press("Hide", scope="main", role="button")
    admin.see("It is hidden.")
    admin.fill("Note", "Hidden; suspend her if she does it again.")
    admin.press("Mark as resolved")
    admin.see("Resolved", scope="#flash")
    admin.press("Resolved")
    admin.see(eve.username)
    look(admin, "reports-resolved")
    admin.press("Hidden content")
    admin.see("Nobody offers flats here.")


def suspend(admin, bob, look):
    admin.go(f"/app/{TENANT}/admin/people?q={bob.username}")
    admin.press(f"{bob.name.title()} Example")
    look(admin, "person")
    admin.fill("Suspension reason", "Asks everybody for a deposit.")
    admin.agree("Suspend")
    admin.see("Suspended")
    assert not is_signed_in(bob)
    admin.agree("Lift the suspension")
    assert is_signed_in(bob)


def help_bob(admin, bob, look):
    """A code, signing out, the data, and the end of the account."""
    admin.agree("Mail a code")
    admin.see("on its way by mail")
    admin.agree("Sign out everywhere")
    admin.see("signed out everywhere")
    assert not is_signed_in(bob)
    look(admin, "person-helped")
    if admin.browser.waits:
        with admin.page.expect_download() as waiting:
            admin.page.get_by_role("button", name="Export").click()
        document = json.loads(open(waiting.value.path()).read())
        assert document["account"]["username"] == bob.username, document["account"]
    admin.reload()
    admin.agree("Delete the account")
    admin.see("The account is deleted.")
    look(admin, "person-deleted")


def moderator(mod, admin, look):
    """Sees people, and none of what admins do."""
    mod.go(f"/app/{TENANT}/admin/people/{admin.id}")
    mod.see("Matches")
    for word in ("Mail a code", "Sign out everywhere", "Export", "Delete the account", "Suspend"):
        mod.miss(word, scope="main")
    look(mod, "person-moderator")
    mod.go(f"/app/{TENANT}/admin/webhooks", status=403)


def audit(admin, bob, look):
    admin.go(f"/app/{TENANT}/admin/audit?person={bob.id}")
    exported = ("Data exported",) if admin.browser.waits else ()
    for action in ("Account changed", "Code for a new password sent", "Signed out everywhere", *exported, "Account erased"):
        admin.see(action)
    admin.see("active → suspended")
    admin.see("Asks everybody for a deposit.")
    look(admin, "audit-of-person")
    admin.go(f"/app/{TENANT}/admin/audit?who={admin.username}&action=invite.create&from=2020-01-01")
    admin.see("Invite made")
    admin.miss("Webhook added", scope="table")
    look(admin, "audit-filtered")
    admin.go(f"/app/{TENANT}/admin/audit?who=nobody-of-this-name")
    admin.see("Nobody here is called nobody-of-this-name.")
    # Other browsers play this story in the same tenant, and a page has 25 entries.
    admin.go(f"/app/{TENANT}/admin/audit?by={admin.id}")
    for action in ("Webhook added", "Webhook tested", "Delivery sent again", "Webhook changed", "Webhook deleted", "Invite made"):
        admin.see(action)


def catalog(admin, look):
    """Which games come first in the catalog."""
    tenant = "ggtracker"
    register(admin, tenant, "admin")
    sign_in(admin, tenant)
    admin.go(f"/app/{tenant}/admin/games")
    admin.fill("Find games", "the")
    admin.key("Enter") if admin.scripts else admin.press("Search", scope="main")
    admin.until(lambda: admin.sees("Add"))
    look(admin, "featured-search")
    before = admin.page.locator("#featured li").count()
    admin.click(admin.page.get_by_role("button", name="Add").first)
    admin.see("Saved.")
    assert admin.page.locator("#featured li").count() == before + 1
    look(admin, "featured")
    admin.click(admin.page.locator("#featured li").last.get_by_role("button", name="Remove"))
    admin.see("Saved.")
    assert admin.page.locator("#featured li").count() == before


def wagers(admin, look):
    """Charts of what was counted, a person with wagers, and the settings, which other stories need as they are."""
    tenant = "wager"
    register(admin, tenant, "admin")
    sign_in(admin, tenant)
    admin.server.admin("jobs", "run", "count_figures")
    assert admin.until(lambda: (admin.go(f"/app/{tenant}/admin"), admin.sees("People: "))[1], 60), admin.text()
    admin.see("Wagers waiting for a decision.")
    look(admin, "overview")
    admin.see("a day on average", scope="#charts")
    admin.go(f"/app/{tenant}/admin/people")
    assert re.search(r"\d people", admin.text(".page-head")), admin.text(".page-head")
    admin.press("Last active", scope=".subtabs")
    assert admin.username in admin.page.locator("#people li").first.inner_text(), admin.text("#people")
    look(admin, "people-by-activity")
    admin.go(f"/app/{tenant}/admin/people?q=dora@example.com")
    admin.press("Dora Castillo")
    admin.see("Profit")
    look(admin, "person-wagers")
    admin.go(f"/app/{tenant}/admin/settings")
    # The picker beside it has the same label.
    admin.only(admin.page.locator("[name=accent_color]"), "the colour").fill("#8a3ffc")
    if admin.scripts:
        picker = admin.page.locator("[data-colours]")
        assert picker.is_visible() and picker.input_value() == "#8a3ffc", picker.input_value()
    admin.tick("Figures")
    admin.choose("Usual language", "German")
    # Or a box is half below the header, and too small to press for axe.
    admin.page.locator("main").evaluate("() => scrollTo(0, 0)")
    look(admin, "settings")
