"""The live board of soccer: a guest looks, signs in with the pick kept, a price moves before it is taken, and a market is suspended."""

import re
import time
from datetime import UTC, datetime, timedelta

APP = "/app/betbull"
FIRST = f"{APP}/events"


def create_game(server, token, home, away, mark):
    tournament = server.call("POST", "betbull/admin/tournaments/", {"sport": "soccer", "name": f"Cup {mark}"}, token)["id"]
    start = (datetime.now(UTC) + timedelta(hours=3)).strftime("%Y-%m-%dT%H:%M:00Z")
    game = server.call("POST", "betbull/admin/events/", {"tournament_id": tournament, "home": home, "away": away, "starts_at": start}, token)
    outcomes = [{"side": side, "price": price} for side, price in (("home", "+100"), ("draw", "+250"), ("away", "+200"))]
    result = server.call("POST", "betbull/admin/markets/", {"event_id": game["id"], "kind": "match_result", "outcomes": outcomes}, token)
    total = {"event_id": game["id"], "kind": "total", "line": 2.5, "outcomes": [{"side": side, "price": "-110"} for side in ("over", "under")]}
    server.call("POST", "betbull/admin/markets/", total, token)
    return tournament, game["id"], result


def made_up(server, token):
    """The tournament of the demo, which comes soon after the start."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        for tournament in server.call("GET", "betbull/sportsbook/", token=token)["tournaments"]:
            if any(market["prices"] == "made_up" for event in tournament["events"] for market in event["markets"]):
                return tournament["id"]
        time.sleep(0.5)
    raise AssertionError("no made-up prices in betbull")


def forget_offline(person):
    """What a browser without a network says is no problem of the page. The service worker's word for it is ERR_FAILED."""
    person.problems = [one for one in person.problems if not re.search("ERR_INTERNET_DISCONNECTED|ERR_FAILED", one)]


def lose_connection(person, meanwhile):
    """The page says that it is lost, and that it is there again."""
    person.context.set_offline(True)
    person.see("The connection is lost", scope="#connection")
    meanwhile()
    person.context.set_offline(False)
    assert person.until(lambda: not person.page.locator("#connection").is_visible(), 20), "the connection is not there again"
    forget_offline(person)


def out_of_reach(fan):
    """The slip says that the server cannot be reached, keeps what was typed, and works again by itself."""
    fan.fill("Stake", "12", scope="#slip")
    fan.context.set_offline(True)
    fan.see("The connection is lost", scope="#slip")
    fan.press("Place the bet")
    fan.see("The server cannot be reached, so nothing was sent", scope="#slip")
    assert fan.value("Stake", scope="#slip") == "12", "what was typed stays"
    fan.context.set_offline(False)
    fan.miss("The server cannot be reached", scope="#slip", seconds=20)
    fan.fill("Stake", "10", scope="#slip")
    forget_offline(fan)


def story(people, look):
    server = people.server
    token = server.sign_in("betbull")
    home, away = f"Athletic {people.mark}", f"Rovers {people.mark}"
    tournament, game, market = create_game(server, token, home, away, people.mark)
    win = next(one["id"] for one in market["outcomes"] if one["side"] == "home")

    def move(price):
        server.call("PATCH", f"betbull/admin/outcomes/{win}/", {"price": price}, token)

    # A guest sees the board where links to the live page of earlier versions lead, reads prices as they like, and picks.
    fan = people.new("fan", phone=True)
    fan.go("/live/betbull")
    assert fan.path == FIRST, fan.path
    fan.see("Times: Europe/Berlin." if fan.scripts else "Times: UTC.")
    fan.go(f"{APP}/events?tournament={made_up(server, token)}")
    fan.see("Prices are made up")
    look(fan, "board")
    fan.go(f"{APP}/events?tournament={tournament}")
    fan.miss("Prices are made up")
    fan.press("American")
    fan.see("+100")
    look(fan, "american")
    fan.reload()
    fan.see("+250")
    fan.press("Decimal")
    fan.see("3.50")
    fan.miss("+250")
    fan.press(re.compile(rf"Result {home} 2\.00"))
    fan.see("1 pick")
    fan.press(re.compile("^1 pick"))
    fan.see("Sign in to place this bet", scope="#slip")
    look(fan, "guest-slip")
    server.call("POST", "betbull/register/", {"username": fan.username, "password": fan.password, "email": fan.email,
                                               "first_name": "Fay", "last_name": "Fan"})
    fan.press("Sign in", scope="#slip")
    fan.fill(re.compile("Username"), fan.username)
    fan.fill("Password", fan.password)
    fan.press("Sign in", scope="main form")
    assert fan.path.startswith(f"{APP}/events"), fan.path

    # The price moves before it is taken: it is shown, and nothing is taken that was not seen.
    fan.press(re.compile("^1 pick"))
    fan.see("Place the bet", scope="#slip")
    move("+150")
    fan.press("Place the bet", status=409)
    fan.see("Not placed: a price has moved")
    look(fan, "refused")
    if not fan.scripts:
        fan.press("Open the slip")
    fan.see("2.50", scope="#slip")
    fan.press("Accept the new price")
    if fan.scripts:
        fan.see("Place the bet", scope="#slip")
    fan.go(f"{APP}/events?tournament={tournament}")
    fan.press(re.compile("^1 pick"))
    fan.see("$25.00", scope="#slip")
    if fan.scripts and fan.browser.name == "chromium":
        out_of_reach(fan)
    fan.press("Place the bet")
    fan.see("Your bet of $10.00 is placed")
    fan.see("Payout $25.00")
    look(fan, "placed")

    # A guest at a desk follows the board, and misses nothing while the connection is lost.
    eve = people.new("eve")
    eve.go(f"{APP}/events?tournament={tournament}")
    move("+160")
    eve.hear("2.60", scope="main")
    if eve.scripts:
        assert eve.page.locator(f"#outcome-{win}.up").count() == 1, "the price is marked as risen"
    if eve.scripts and eve.browser.name == "chromium":
        lose_connection(eve, lambda: move("+120"))
        eve.see("2.20", scope="main")
    eve.go(f"{APP}/events/{game}")
    look(eve, "game")
    move("+175")
    eve.hear("2.75")
    if eve.scripts:
        assert eve.page.locator(f"#outcome-{win}.up").count() == 1, "the price is marked as risen"
    server.call("PATCH", f"betbull/admin/markets/{market['id']}/", {"status": "suspended"}, token)
    eve.hear("Suspended")
    assert eve.page.locator(f"#outcome-{win}").is_disabled(), "a suspended price cannot be pressed"
    look(eve, "suspended")
    server.call("PATCH", f"betbull/admin/events/{game}/", {"status": "live", "home_score": 1, "away_score": 0}, token)
    eve.hear("Live")
    eve.go(f"{APP}/events?q=nobody+is+called+so")
    eve.see("No team with that name")
    look(eve, "no-team")
