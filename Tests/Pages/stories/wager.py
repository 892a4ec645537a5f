"""Two people bet: one poses a wager and shares its link, the other comes by the link, takes it, loses and pays. A second wager
ends in a dispute, which an arbiter decides whom both have named."""

import re

FIRST = "/app/wager/wagers/1"


def register(person, **more):
    body = {"username": person.username, "password": person.password, "email": person.email, "first_name": person.name.title(),
            "last_name": "Example"}
    person.token = person.server.call("POST", "wager/register/", body | more)["token"]


def sign_in(person):
    person.fill("Username or email", person.username) if person.sees("Username or email") else person.fill("Username", person.username)
    person.fill("Password", person.password)
    person.press("Sign in", scope="main")


def pose(person, look, name, amount, shots=False):
    """Poses a wager in three steps, and returns the path of its page."""
    person.go("/app/wager/wagers")
    if shots:
        look(person, "feed")
    person.press("Pose a wager", scope=".page-head")
    if shots:
        look(person, "pose-what")
    person.fill("The bet in one line", name)
    person.fill(re.compile("^Details"), "The gauge at the airport decides.")
    person.choose("Category", "Weather")
    person.press("Next")
    person.see("What the loser pays the winner.")
    if shots:
        look(person, "pose-stake")
        person.fill("Stake", "a lot")
        person.press("Next")
        person.see("Type an amount")
        look(person, "pose-stake-refused")
    person.fill("Stake", amount)
    person.fill(re.compile("^Town"), "Austin")
    person.press("Next")
    person.see(name)
    if shots:
        look(person, "pose-check")
    person.press("Pose it")
    person.see("Share your wager")
    assert person.page.locator("figure.qr svg path").count() == 1, "no QR code"
    if shots:
        look(person, "share")
    return "/" + person.page.locator("figure.qr a").get_attribute("href").split("/", 3)[3]


def story(people, look):
    ann, bob, cleo = people.new("ann"), people.new("bob", phone=True), people.new("cleo")
    register(ann, venmo_username="ann-archer")
    register(bob)
    register(cleo)
    ann.go("/app/wager/")
    ann.press("Sign in", scope="main")
    sign_in(ann)
    ann.see("Bet with somebody")
    look(ann, "home-empty")

    path = pose(ann, look, "It rains on Sunday", "12.50", shots=True)
    ann.press(re.compile("To the wager"), scope=".buttons")
    ann.see("Waiting for somebody to take it")
    look(ann, "wager-open-mine")
    ann.press("Edit")
    look(ann, "edit")
    ann.fill("Stake", "12.5")
    ann.press("Save")
    ann.see("The loser pays $12.50")

    taken_by_link(ann, bob, look, path)
    settled(ann, bob, look)
    disputed(ann, bob, cleo, look)
    around(ann, bob, cleo, look)
    offered(ann, bob, look)


def taken_by_link(ann, bob, look, path):
    """From the link to the first useful act in less than four pages."""
    bob.go(path)
    bob.see("Ann bets $12.50")
    look(bob, "offer")
    start = bob.documents
    bob.press("I have an account")
    sign_in(bob)
    bob.see("Do you take it?")
    bob.see("Ann says that it happens. You win if it does not.")
    look(bob, "wager-take")
    bob.press("Take it")
    bob.see("Who won?")
    assert bob.documents - start <= 5, f"{bob.documents - start} pages from the link to the wager"
    ann.hear("Who won?")
    look(ann, "wager-running")


def settled(ann, bob, look):
    ann.press("I won")
    ann.see("Waiting for Bob")
    look(ann, "wager-claimed-mine")
    bob.hear("Ann says: I won. Do you agree?")
    look(bob, "wager-claimed")
    bob.press("Yes, that is right")
    bob.see("You owe Ann $12.50")
    look(bob, "wager-pay")
    venmo = bob.clickable("Pay $12.50 with Venmo").get_attribute("href")
    assert venmo.startswith("https://venmo.com/ann-archer?txn=pay&amount=12.50&note="), venmo
    assert bob.clickable("Open the Venmo app").get_attribute("href").startswith("venmo://paycharge?txn=pay&recipients=ann-archer&")
    ann.hear("Has Bob paid you $12.50?")
    ann.miss("Venmo app")
    look(ann, "wager-confirm")
    bob.press("I paid with Venmo")
    bob.see("Waiting for Ann to confirm $12.50")
    ann.hear("Bob chose to pay with Venmo.")
    ann.press("Yes, I have it")
    ann.see("You won, and it is paid")
    look(ann, "wager-rate")
    ann.tick("5")
    ann.fill(re.compile("^Comment"), "Paid at once.")
    ann.press("Rate")
    ann.see("You gave Bob 5 of 5.")
    bob.hear("You lost, and it is paid")
    bob.hear("I give Bob 5 of 5. “Paid at once.”")
    look(bob, "wager-done")


def disputed(ann, bob, cleo, look):
    path = pose(bob, look, "My bread rises higher", "20")
    ann.go(path)
    ann.press("Take it")
    bob.go(path)
    bob.press("I won")
    ann.hear("Bob says: I won. Do you agree?")
    ann.see("No answer by")
    ann.agree("I disagree")
    ann.see("You disagree about who won")
    look(ann, "wager-disputed")
    ann.fill("Username of the arbiter", cleo.username)
    ann.press("Name")
    ann.see("You named Cleo")
    bob.hear("Ann wants Cleo Example to decide.")
    look(bob, "wager-arbiter")
    bob.press("Agree on Cleo")
    bob.see("Cleo decides.")
    ann.hear("Cleo decides.")
    cleo.go(path)
    cleo.see("This wager can no longer be taken")
    cleo.press("I have an account")
    sign_in(cleo)
    cleo.see("You decide: who won?")
    look(cleo, "wager-decide")
    cleo.tick("Ann")
    cleo.fill(re.compile("^Reason"), "The photo shows it.")
    cleo.agree("Decide")
    cleo.see("Bob owes Ann $20.00")
    cleo.see("Cleo decided as the arbiter: Ann won. Reason: The photo shows it.")
    ann.hear("Has Bob paid you $20.00?")
    bob.hear("You owe Ann $20.00")


def around(ann, bob, cleo, look):
    """The lists: mine by state, friends, search, figures."""
    ann.go("/app/wager/wagers/mine?state=money")
    ann.see("My bread rises higher")
    look(ann, "mine")
    ann.go("/app/wager/wagers/figures")
    ann.see("+$32.50")
    look(ann, "figures")
    ann.go("/app/wager/me/profile")
    ann.see("Venmo username (optional)")
    ann.go("/app/wager/wagers?view=friends")
    ann.see("You have no friends here yet")
    ann.go("/app/wager/friends")
    ann.see("No friends yet")
    ann.see("join by the link of a wager")
    look(ann, "friends-empty")
    ann.fill("Username", bob.username)
    ann.press("Ask")
    ann.see("Requests you sent")
    bob.go("/app/wager/friends")
    bob.see("Requests to you")
    look(bob, "friends-request")
    bob.press("Accept")
    bob.see("Your friends")
    ann.hear("Your friends")
    look(ann, "friends")
    ann.go("/app/wager/wagers/search?q=bread+rises")
    ann.see("My bread rises higher")
    look(ann, "search")
    ann.go("/app/wager/wagers?view=near")
    ann.see("Where are you?")
    look(ann, "feed-where")
    ann.fill(re.compile("^Near a town"), "Austin")
    ann.press("Show", scope="form.card")
    ann.see("km away")
    look(ann, "feed-near")
    ann.press("Keep as my default")
    ann.see("Your default filters apply: near Austin (25 km).")
    ann.press("Forget them")
    ann.miss("Your default filters apply")
    ann.go("/app/wager/")
    look(ann, "home")


def offered(ann, bob, look):
    """A bet with a friend alone, who finds it at home and below Offered; a username that nobody has goes no further."""
    ann.go("/app/wager/friends")
    ann.press("Bet", scope="#friends")
    ann.see("Bet with Bob Example")
    ann.fill("The bet in one line", "The bus is late")
    ann.choose("Category", "Other")
    ann.press("Next")
    ann.fill("Stake", "5")
    look(ann, "pose-one")
    ann.fill("Username", "nobody-at-all")
    ann.press("Next")
    ann.see("You cannot bet with anybody called “nobody-at-all”.")
    ann.fill("Username", f"@{bob.username}")
    ann.press("Next")
    ann.see("Bob Example")
    ann.press("Pose it")
    ann.see("Bob has a notice of it.")
    bob.go("/app/wager/")
    bob.see("Waiting for you")
    bob.see("Ann offers you this bet")
    look(bob, "home-offered")
    bob.go("/app/wager/wagers/mine?state=offered")
    bob.see("Offered to you")
    look(bob, "mine-offered")
    bob.press("The bus is late")
    bob.see("Ann bets you $5.00. Do you take it?")
    bob.click(bob.page.locator("#report summary"))
    bob.tick("Abuse")
    look(bob, "wager-report")
    bob.press("Report", scope="#report form")
    bob.see("Thank you. The moderators will look at it.")
