"""A week of football: a parlay is picked while browsing, placed, settled by the results, and shows in the wallet and standings."""

import re
from datetime import UTC, datetime, timedelta

APP = "/app/draftqueens"
FIRST = f"{APP}/sign-in"


def create_game(server, token, tournament, away, home, hours):
    """A game with its three markets. Its prices are even, so that payouts are easy to tell."""
    start = (datetime.now(UTC) + timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M:00Z")
    game = server.call("POST", "draftqueens/admin/events/", {"tournament_id": tournament, "home": home, "away": away, "starts_at": start, "week": 13}, token)
    for kind, line, sides in (("spread", -3.5, ("home", "away")), ("total", 44.5, ("over", "under")), ("moneyline", None, ("home", "away"))):
        outcomes = [{"side": side, "price": "+100"} for side in sides]
        market = {"event_id": game["id"], "kind": kind, "outcomes": outcomes} | ({"line": line} if line else {})
        server.call("POST", "draftqueens/admin/markets/", market, token)
    return game["id"]


def sign_in(person):
    person.server.call("POST", "draftqueens/register/", {"username": person.username, "password": person.password, "email": person.email})
    person.go(FIRST)
    person.fill(re.compile("Username|Benutzername"), person.username)
    person.fill(re.compile("Password|Passwort"), person.password)
    person.press(re.compile("Sign in|Anmelden"), scope="main")


def story(people, look):
    server = people.server
    token = server.sign_in("draftqueens")
    name = f"Cup {people.mark}"
    tournament = server.call("POST", "draftqueens/admin/tournaments/", {"sport": "american_football", "name": name, "season": "2026"}, token)["id"]
    north, south = f"North {people.mark}", f"South {people.mark}"
    first = create_game(server, token, tournament, "Visitors", north, 2)
    second = create_game(server, token, tournament, "Travellers", south, 26)
    create_game(server, token, tournament, "Guests", f"West {people.mark}", 27)

    ann, bob = people.new("ann"), people.new("bob", locale="de-DE")
    sign_in(ann)
    ann.go(f"{APP}/bets")
    ann.see("No open bets")
    look(ann, "no-bets")
    ann.press("See the games")
    look(ann, "games")

    # Picks stay while she looks around.
    ann.fill("Find a team", north)
    ann.press("Search")
    ann.press(re.compile(rf"^{north}, Winner"))
    ann.see("Place the bet", scope="#slip")
    ann.press(f"Visitors at {north}", scope="main")
    look(ann, "game")
    ann.go(f"{APP}/events?tournament={tournament}")
    ann.press(re.compile(r"^Travellers, Spread"))
    ann.see("Travellers +3.5", scope="#slip")
    ann.see("Place parlay of 2", scope="#slip")
    ann.see("If a price changes before the bet is placed", scope="#slip")
    ann.tick("Accept better prices only", scope="#slip")
    ann.press("$25", scope="#slip")
    ann.see("$100.00", scope="#slip")
    ann.press("Separate bets")
    ann.see("As a parlay", scope="#slip")
    look(ann, "singles")
    ann.press("As a parlay")
    ann.fill("Stake", "99999", scope="#slip")
    ann.press("Place parlay of 2", status=422)
    ann.see("10,000.00", scope="#slip .error")
    assert ann.value("Stake", scope="#slip") == "99999", "what was typed stays"
    look(ann, "refused")
    ann.fill("Stake", "20", scope="#slip")
    ann.press("Place parlay of 2")
    ann.see("Your bet of $20.00 is placed")
    ann.see("$80.00")
    look(ann, "placed")
    assert not ann.sees("Your slip"), "the slip is empty after the bet was placed"

    ann.go(f"{APP}/bets")
    ann.see("Parlay of 2")
    ann.see("Starts")
    look(ann, "bets")
    ann.go(f"{APP}/wallet")
    ann.see("In open bets $20.00")
    ann.go(f"{APP}/")
    ann.see(f"Next: {north}")

    # The results come, and each page says so.
    ann.go(f"{APP}/bets")
    server.call("PATCH", f"draftqueens/admin/events/{first}/", {"status": "final", "home_score": 24, "away_score": 20}, token)
    ann.hear("Final 20–24")
    server.call("PATCH", f"draftqueens/admin/events/{second}/", {"status": "final", "home_score": 21, "away_score": 20}, token)
    ann.hear("No open bets")
    ann.press("Settled")
    ann.see("Stake $20.00, payout $80.00")
    look(ann, "settled")
    ann.press("Parlay of 2")
    ann.see("Payout $80.00")
    look(ann, "bet")
    ann.go(f"{APP}/wallet")
    ann.see("+$80.00")
    look(ann, "wallet")

    sign_in(bob)
    bob.go(f"{APP}/standings")
    bob.see(ann.username)
    bob.see("1 von 1")
    look(bob, "standings")
    bob.go(f"{APP}/events?tournament={tournament}")
    bob.see("Ergebnisse")
    look(bob, "results")
    bob.press(f"Visitors bei {north}", scope="main")
    bob.see("Gewonnen")
    look(bob, "over")

