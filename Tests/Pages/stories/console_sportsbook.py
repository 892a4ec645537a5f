"""The console: an admin makes a game, enters its result, corrects it and gives paper money; a moderator settles a dispute."""

import re
from datetime import UTC, datetime, timedelta

BOOK = "draftqueens"
FIRST = f"/app/{BOOK}/sign-in"


def sign_in(person, tenant):
    person.go(f"/app/{tenant}/sign-in")
    person.fill(re.compile("^Username"), person.username)
    person.fill("Password", person.password)
    person.press("Sign in", scope="main")


def register(person, tenant, role=None):
    """Makes an account, with a role in the console perhaps."""
    server = person.server
    body = {"username": person.username, "password": person.password, "email": person.email,
            "first_name": person.name.title(), "last_name": "Example"}
    answer = server.call("POST", f"{tenant}/register/", body)
    person.token = answer["token"]
    person.id = server.call("GET", f"{tenant}/profiles/me/", token=person.token)["id"]
    if role:
        server.call("PATCH", f"{tenant}/admin/accounts/{person.id}/", {"role": role}, server.sign_in(tenant))


def story(people, look):
    admin, bob = people.new("ann"), people.new("bob")
    register(admin, BOOK, "admin")
    register(bob, BOOK)
    sign_in(admin, BOOK)
    event = game(admin, people.mark, look)
    outcome = prices(admin, look)
    bob.server.call("POST", f"{BOOK}/bets/", {"legs": [{"outcome_id": outcome, "price": "+100"}], "stake_cents": 2000}, bob.token)
    results(admin, bob, event, look)
    grant(admin, bob, look)
    dispute(people, look)


def game(admin, mark, look):
    """A tournament and a game by hand."""
    admin.go(f"/app/{BOOK}/admin")
    look(admin, "console")
    admin.press("Games", scope="nav[aria-label]")
    look(admin, "games")
    admin.go(f"/app/{BOOK}/admin/events?show=coming&team=no-such-team")
    assert admin.page.locator("#games li").count() == 0, admin.text()
    admin.press("Tournaments")
    admin.fill("Name", f"Cup {mark}")
    admin.fill("Sport", "american_football")
    admin.press("Create")
    admin.see("Created.")
    look(admin, "tournaments")
    admin.go(f"/app/{BOOK}/admin/events/new")
    admin.choose("Tournament", f"Cup {mark}")
    admin.fill("Home team", "North")
    admin.fill("Away team", "North")
    start = (datetime.now(UTC) + timedelta(hours=2)).strftime("%Y-%m-%dT%H:%M")
    admin.fill("Start", start)
    admin.press("Create", status=422)
    look(admin, "game-refused")
    admin.fill("Away team", "Visitors")
    admin.press("Create")
    admin.see("Nothing to bet on yet")
    look(admin, "game-new")
    return int(re.search(r"/events/(\d+)", admin.path).group(1))


def prices(admin, look):
    """A market, and its prices."""
    admin.click(admin.page.locator("details", has_text="Winner").first.locator("summary"))
    admin.fill("Price of North", "100", scope="details[open]")
    admin.fill("Price of Visitors", "-110", scope="details[open]")
    admin.press("Add a market", scope="details[open]", status=422)
    look(admin, "market-refused")
    admin.fill("Price of North", "+120", scope="details[open]")
    admin.press("Add a market", scope="details[open]")
    admin.see("2.20")
    admin.click(admin.page.locator("details", has_text="Change prices").first.locator("summary"))
    look(admin, "game-prices")
    admin.fill("North", "+100", scope="details[open]")
    admin.press("Save", scope="details[open] form:has-text('North')")
    admin.see("2.00")
    admin.press("Suspend")
    admin.see("Suspended")
    admin.press("Open again")
    admin.see("Open")
    event = re.search(r"/events/(\d+)", admin.path).group(1)
    shown = admin.server.call("GET", f"{BOOK}/events/{event}/", token=admin.token)
    return next(one["id"] for one in shown["markets"][0]["outcomes"] if one["side"] == "home")


def balance(person):
    return person.server.call("GET", f"{BOOK}/wallet/", token=person.token)["balance_cents"]


def results(admin, bob, event, look):
    """A result with what it pays, and its correction with what it takes back."""
    admin.go(f"/app/{BOOK}/admin/events/{event}")
    admin.see("$20.00")
    look(admin, "game-with-bets")
    admin.fill("North", "24", scope="form[method=get]")
    admin.fill("Visitors", "20", scope="form[method=get]")
    admin.press("Show what happens")
    admin.see("Visitors at North ends 20–24")
    admin.see("They pay $40.00", scope="#preview")
    look(admin, "result-preview")
    assert balance(bob) == 998_000, "a preview pays nothing"
    admin.press("Enter and pay")
    admin.see("Entered. Bets settle automatically")
    assert bob.until(lambda: balance(bob) == 1_002_000, 20), "the result pays what the preview said"
    admin.reload()
    look(admin, "game-over")
    admin.fill("North", "17", scope="form[method=get]")
    admin.press("Show what happens")
    admin.see("Taken back first $40.00", scope="#preview")
    look(admin, "correction-preview")
    admin.press("Correct and settle again")
    admin.see("Entered.")
    assert bob.until(lambda: balance(bob) == 998_000, 20), "the correction takes it back"


def grant(admin, bob, look):
    admin.go(f"/app/{BOOK}/admin/people/{bob.id}")
    admin.see("Wallet")
    look(admin, "person")
    admin.press("All entries, and grants")
    look(admin, "wallet")
    admin.fill("Amount", "much")
    admin.press("Show what happens")
    admin.see("Type an amount")
    admin.fill("Amount", "50")
    admin.press("Show what happens")
    admin.see("Balance after $10,030.00", scope="#grant-preview")
    look(admin, "grant-preview")
    admin.fill("Reason", "Won the raffle.")
    admin.press("Give $50.00")
    admin.see("The money is in the wallet.")
    assert balance(bob) == 1_003_000
    admin.go(f"/app/{BOOK}/admin/settings")
    admin.see("Starting balance")
    look(admin, "settings")
    admin.go(f"/app/{BOOK}/admin/feeds")
    look(admin, "feeds")


def dispute(people, look):
    """Two people disagree, and a moderator decides with the money in sight."""
    ann, ben, mod = people.new("anna"), people.new("ben"), people.new("mod", phone=True)
    for person in (ann, ben):
        register(person, "wager")
    register(mod, "wager", "moderator")
    server = ann.server
    name = f"Bread {people.mark}"
    wager = server.call("POST", "wager/wagers/", {"name": name, "amount_cents": 2000, "category": "Other"}, ann.token)["id"]
    server.call("POST", f"wager/wagers/{wager}/take/", None, ben.token)
    for person, winner in ((ann, "challenger"), (ben, "challengee")):
        server.call("POST", f"wager/wagers/{wager}/complete/", {"winner": winner}, person.token)
    sign_in(mod, "wager")
    mod.go("/app/wager/admin")
    mod.see("Disputes")
    look(mod, "console-moderator")
    mod.go("/app/wager/admin/disputes")
    look(mod, "disputes")
    mod.see("disputed since")
    # The oldest are first, and the newest may be on another page.
    mod.go(f"/app/wager/admin/disputes/{wager}")
    mod.see("Anna pays Ben $20.00.")
    look(mod, "dispute")
    mod.press("Ben won")
    mod.see("Anna pays Ben $20.00.", scope="#effect")
    look(mod, "dispute-decide")
    mod.fill(re.compile("^Reason"), "The photo shows it.", scope="#decision")
    mod.press("Confirm this decision")
    mod.see("Decided.")
    shown = server.call("GET", f"wager/wagers/{wager}/", token=ben.token)
    assert shown["winner"] == "challengee" and shown["status"] == "completed", shown
    mod.go(f"/app/wager/admin/people/{ann.id}")
    mod.see(name)
    look(mod, "person-moderator")
    mod.miss("Wallet")
    taken_down(ann, ben, mod, look)


def taken_down(ann, ben, mod, look):
    """From the wager itself to its page in the console. The other side no longer reads the words, and cannot be asked again."""
    server, words = ann.server, "You are a rude word"
    wager = server.call("POST", "wager/wagers/", {"name": words, "amount_cents": 500, "category": "Other"}, ann.token)["id"]
    server.call("POST", f"wager/wagers/{wager}/take/", None, ben.token)
    mod.go(f"/app/wager/wagers/{wager}")
    mod.press("Moderate")
    mod.click(mod.page.locator("summary", has_text="Take the wager down"))
    mod.fill(re.compile("^Reason"), "That is an insult.", scope="details[open]")
    look(mod, "wager-take-down")
    mod.press("Take down")
    mod.see("The wager is taken down and cancelled.")
    mod.see("A moderator cancelled the wager. Reason: That is an insult.")
    mod.click(mod.page.locator("summary", has_text="Hide it from others"))
    mod.fill(re.compile("^Reason"), "That is an insult.", scope="details[open]")
    mod.press("Hide", scope="details[open]")
    mod.see("It is hidden from others.")
    look(mod, "wager-taken-down")
    sign_in(ben, "wager")
    ben.go(f"/app/wager/wagers/{wager}")
    ben.see("A wager that was taken down")
    ben.see("Reason: That is an insult.")
    ben.miss(words)
    sign_in(ann, "wager")
    ann.go(f"/app/wager/wagers/{wager}")
    ann.see(words)
    ann.miss("Pose it again")
