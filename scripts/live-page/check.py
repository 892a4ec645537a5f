"""Shows in a browser that the page `/live/{tenant}` does what it says, against a running server.

    check.py --server URL --tenant SLUG --token TOKEN [--restart COMMAND] [--pictures DIRECTORY]

The tenant is public, has games with made-up prices, and the token is an admin's. The command restarts the front.
"""

import argparse
import asyncio
import datetime
import json
import pathlib
import time
import urllib.error
import urllib.request

from browser import Browser

LONG = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch Athletic"
MARKUP = "<img src=x onerror=hit=1>"
HERE = pathlib.Path(__file__).parent
CONTRAST = (HERE / "contrast.js").read_text()


class Server:
    def __init__(self, base, tenant, token):
        self.base, self.tenant, self.token = base, tenant, token

    def send(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Token {self.token}", "Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.base}/v1/{self.tenant}/{path}", data, headers, method=method)
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.loads(answer.read() or b"null")

    def create(self, table, /, **body):
        return self.send("POST", f"admin/{table}/", body)

    def change(self, table, row, /, **body):
        return self.send("PATCH", f"admin/{table}/{row['id']}/", body)

    def start(self, days=0, hours=0):
        time = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=days, hours=hours)
        return time.strftime("%Y-%m-%dT%H:%M:00Z")

    def game(self, tournament, home, away, **start):
        event = self.create("events", tournament_id=tournament["id"], home=home, away=away, starts_at=self.start(**start))
        kinds = [("match_result", None, "home draw away"), ("spread", -3.5, "home away"), ("total", 2.75, "over under")]
        for kind, line, sides in kinds:
            outcomes = [{"side": side, "price": "+150"} for side in sides.split()]
            self.create("markets", event_id=event["id"], kind=kind, outcomes=outcomes, **({"line": line} if line else {}))
        return self.send("GET", f"events/{event['id']}/") if self.token else event


def status(url):
    try:
        with urllib.request.urlopen(url, timeout=20) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


# In the page: the game that the checks change, and the cell of one of its outcomes.
HELPERS = """
window.game = () => [...document.querySelectorAll(".event")].find((event) => event.textContent.includes("Checked FC"));
window.cell = (name) => [...game().querySelectorAll(".outcome")].find((cell) => cell.querySelector(".name").textContent === name);
"""
HOME = "cell('Checked FC')"
LIVE = "document.querySelector('#state').dataset.state === 'live'"
FITS = "document.documentElement.scrollWidth <= innerWidth"


class Checks:
    def __init__(self, server, tab, options):
        self.server, self.tab, self.options = server, tab, options
        self.url = f"{server.base}/live/{server.tenant}"

    async def call(self, function, /, *arguments, **fields):
        return await asyncio.to_thread(function, *arguments, **fields)

    async def open(self, width=360, height=640, **preferences):
        await self.tab.screen(width, height, is_mobile=width < 600)
        await self.tab.prefer(**({"color_scheme": "light"} | preferences))
        await self.tab.open(self.url)
        await self.tab.until(LIVE)

    async def picture(self, name):
        if self.options.pictures:
            await self.tab.picture(f"{self.options.pictures}/{name}.png")

    async def contrast(self):
        poor = await self.tab.js(CONTRAST)
        assert poor["checked"] > 50, poor
        assert not poor["poor"], poor

    def price(self, outcome, price):
        return self.call(self.server.change, "outcomes", outcome, price=price)

    # MARK: The checks, each on the page that the one before left

    async def setting(self):
        """A tournament whose game the checks change, and games with names that are hard to show."""
        self.tournament = await self.call(self.server.create, "tournaments", sport="soccer", name="Cup of Checks", season="2026")
        self.game = await self.call(self.server.game, self.tournament, "Checked FC", "Other United", hours=3)
        await self.call(self.server.game, self.tournament, LONG, LONG[::-1], days=1)
        await self.call(self.server.game, self.tournament, MARKUP, "Plain Town", days=2)
        self.outcomes = {(o["name"], o["line"]): o for m in self.game["markets"] for o in m["outcomes"]}
        self.home = self.outcomes["Checked FC", None]

    async def shows_the_games(self):
        await self.open()
        games = await self.tab.js("document.querySelectorAll('.event').length")
        assert games > 3, games
        assert await self.tab.js("document.querySelector('#state-text').textContent") == "Live"
        assert await self.tab.js(f"{HOME}.querySelector('.price').textContent") == "+150"
        assert await self.tab.js("document.body.textContent.includes('Prices are made up')")
        labels = await self.tab.js("[...game().querySelectorAll('dt')].map((label) => label.textContent)")
        assert labels == ["Checked FC", "Draw", "Other United", "Checked FC−3.5", "Other United+3.5", "Over 2.75", "Under 2.75"], labels
        await self.picture("phone-light")

    async def fits_on_a_phone(self):
        for width, height in ((360, 640), (320, 568), (1280, 900)):
            await self.tab.screen(width, height, is_mobile=width < 600)
            assert await self.tab.js(FITS), width
            await self.tab.js(f"document.querySelectorAll('.markets').forEach((e) => {{ e.style.contentVisibility = 'visible' }})")
            assert await self.tab.js(FITS), f"{width} with all games"
            wide = await self.tab.js("[...document.querySelectorAll('main *')].filter((e) => !e.closest('.sr') && "
                                     "e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML.slice(0, 90))")
            assert not wide, wide

    async def names_are_text(self):
        assert await self.tab.js(f"document.body.textContent.includes('{MARKUP}')")
        assert await self.tab.js("document.querySelectorAll('img').length === 0 && typeof hit === 'undefined'")

    async def prices_move(self):
        await self.open()
        announced = await self.tab.js("document.querySelector('#announcer').textContent")
        for price, side, arrow, text in (("+180", "up", "▲", "+180"), ("+120", "down", "▼", "+120"), ("-130", "down", "▼", "−130")):
            changed = asyncio.create_task(self.price(self.home, price))
            await self.tab.until(f"{HOME}.matches('.{side}.flash') && {HOME}.querySelector('.price').textContent === '{text}'")
            await changed
            assert await self.tab.js(f"{HOME}.querySelector('.arrow').textContent") == arrow
            assert await self.tab.js(f"{HOME}.querySelector('.arrow').getAttribute('aria-hidden')") == "true"
            await self.tab.js(f"{HOME}.scrollIntoView({{block: 'center'}})")
            await self.picture(f"flash-{side}")
            await self.contrast()
        await self.tab.until(f"!{HOME}.matches('.flash')", 3)
        assert await self.tab.js(f"{HOME}.querySelector('.arrow').textContent") == "▼"
        await self.tab.until(f"!{HOME}.matches('.up, .down') && !{HOME}.querySelector('.arrow').textContent", 8)
        assert await self.tab.js("document.querySelector('#announcer').textContent") == announced, "prices are announced"
        await self.contrast()

    async def no_animation_when_unwanted(self):
        await self.open(reduced_motion="reduce")
        await self.price(self.home, "+200")
        await self.tab.until(f"{HOME}.matches('.up')")
        assert await self.tab.js("document.getAnimations().length") == 0
        assert await self.tab.js(f"getComputedStyle({HOME}).transitionDuration") in ("0s", "1e-05s")
        assert await self.tab.js(f"{HOME}.querySelector('.arrow').textContent") == "▲"

    async def states(self):
        await self.open()
        market = next(m for m in self.game["markets"] if m["kind"] == "total")
        tag = "[...game().querySelectorAll('.market')].at(-1).querySelector('.tag')"
        await self.call(self.server.change, "markets", market, status="suspended")
        await self.tab.until(f"{tag}.textContent === 'Suspended' && !{tag}.hidden")
        await self.tab.js(f"{tag}.scrollIntoView({{block: 'center'}})")
        await self.picture("suspended")
        await self.contrast()
        await self.call(self.server.change, "markets", market, status="open")
        await self.tab.until(f"{tag}.hidden")

    async def times(self):
        times = set()
        for zone in ("Asia/Tokyo", "America/Los_Angeles"):
            await self.tab.zone(zone)
            await self.open()
            times.add(await self.tab.js("game().querySelector('time').textContent"))
            assert await self.tab.js("document.querySelector('#zone').textContent") == f"Times are in your zone, {zone.replace('_', ' ')}."
        assert len(times) == 2, times
        await self.tab.zone("Europe/Berlin")
        await self.open()
        before = await self.tab.js("game().querySelector('time').textContent")
        await self.call(self.server.change, "events", self.game, starts_at=self.server.start(days=5))
        await self.tab.until(f"game().querySelector('time').textContent !== {json.dumps(before)}")

    async def new_games_appear(self):
        # The page keeps what it has while it loads the tree again.
        await self.tab.js("window.kept = document.querySelector('.event')")
        await self.call(self.server.game, self.tournament, "Newcomers", "Old Boys", hours=1)
        await self.tab.until("[...document.querySelectorAll('.event')].some((e) => e.textContent.includes('Newcomers') "
                             "&& e.querySelectorAll('.outcome').length === 7)", 20)
        assert await self.tab.js("kept.isConnected")
        await self.price(self.home, "+210")
        await self.tab.until(f"{HOME}.querySelector('.price').textContent === '+210'")

    async def decimal_prices(self):
        await self.tab.js("document.querySelector('[data-format=decimal]').click()")
        assert await self.tab.js(f"{HOME}.querySelector('.price').textContent") == "3.10"
        await self.open()
        assert await self.tab.js(f"{HOME}.querySelector('.price').textContent") == "3.10"
        assert await self.tab.js("document.querySelector('[data-format=decimal]').getAttribute('aria-pressed')") == "true"
        await self.price(self.home, "-110")
        await self.tab.until(f"{HOME}.querySelector('.price').textContent === '1.91'")
        await self.tab.js("document.querySelector('[data-format=american]').click()")
        assert await self.tab.js(f"{HOME}.querySelector('.price').textContent") == "−110"

    async def finding(self):
        await self.tab.js("(() => { const f = document.querySelector('#find'); f.value = 'checked'; f.dispatchEvent(new Event('input')); })()")
        assert await self.tab.js("document.querySelector('#count').textContent") == "1 game"
        await self.tab.js("(() => { const f = document.querySelector('#find'); f.value = 'nobody at all'; f.dispatchEvent(new Event('input')); })()")
        assert await self.tab.js("document.querySelector('#message').textContent") == "No games match."
        await self.tab.js("(() => { const f = document.querySelector('#find'); f.value = ''; f.dispatchEvent(new Event('input')); })()")

    async def keyboard(self):
        await self.open()
        await self.tab.press("Tab")
        assert await self.tab.js("document.activeElement.className") == "skip"
        assert await self.tab.js("document.activeElement.getBoundingClientRect().left >= 0"), "the skip link is out of sight"
        await self.tab.press("Enter")
        await self.tab.until("document.activeElement.id === 'main' || location.hash === '#main'")
        reached = []
        for _ in range(4):
            await self.tab.press("Tab")
            reached.append(await self.tab.js("document.activeElement.id || document.activeElement.dataset.format"))
            outline = await self.tab.js("getComputedStyle(document.activeElement).outlineStyle")
            assert outline == "solid", f"{reached[-1]} shows no focus"
        assert reached == ["find", "tournament", "american", "decimal"], reached
        await self.tab.press("Enter")
        assert await self.tab.js("document.querySelector('[data-format=decimal]').getAttribute('aria-pressed')") == "true"
        await self.tab.js("document.querySelector('[data-format=american]').click()")

    async def screen_reader(self):
        async def heard():
            nodes = (await self.tab("Accessibility.getFullAXTree"))["nodes"]
            return {(n["role"]["value"], n.get("name", {}).get("value", "")) for n in nodes if not n["ignored"]}

        await self.tab.js("scrollTo(0, 0)")
        seen = await heard()
        for role, name in (("searchbox", "Find a team"), ("combobox", "Tournament"), ("button", "American"), ("group", "Prices"),
                           ("heading", "Cup of Checks"), ("region", "Cup of Checks")):
            assert (role, name) in seen, (role, name)
        games = [name for role, name in seen if role == "heading" and "Checked FC" in name]
        assert [" ".join(name.split()) for name in games] == ["Checked FC against Other United"], games
        # Its prices when it is near.
        await self.tab.js("game().scrollIntoView()")
        await asyncio.sleep(0.5)
        assert {("heading", "Match result"), ("heading", "Spread"), ("heading", "Total")} <= await heard()
        levels = await self.tab.js("[...document.querySelectorAll('h1,h2,h3,h4')].map((h) => Number(h.tagName[1]))")
        assert levels[0] == 1 and levels.count(1) == 1
        assert all(after <= before + 1 for before, after in zip(levels, levels[1:])), "a level of headings is left out"
        assert await self.tab.js("document.documentElement.lang") == "en" and await self.tab.js("document.title")

    async def dark(self):
        for width in (360, 1280):
            await self.open(width, 640 if width == 360 else 900, color_scheme="dark")
            await self.price(self.home, "+140" if width == 360 else "+160")
            await self.tab.until(f"{HOME}.matches('.up')")
            await self.picture(f"dark-{width}")
            await self.contrast()
        await self.open(1280, 900)
        await self.picture("desktop-light")

    async def results(self):
        await self.open()
        self.game = await self.call(self.server.change, "events", self.game, status="final", home_score=2, away_score=1)
        await self.tab.until("game()?.querySelector('.status').textContent === 'Final'")
        assert await self.tab.js("[...game().querySelectorAll('.score')].map((s) => s.textContent).join('-')") == "2-1"
        await self.tab.until(f"{HOME}.querySelector('.result').textContent === 'Won'")
        await self.contrast()
        await self.tab.until("[...document.querySelectorAll('.tournament')].some((s) => s.textContent.includes('Cup of Checks') "
                             "&& s.querySelector('summary').textContent === 'Finished games (1)')", 25)
        await self.tab.js("document.querySelectorAll('.finished').forEach((d) => { d.open = true })")
        await self.tab.until("game()?.closest('.finished') !== null")

    async def busy(self):
        await self.open()
        self.tab.answer = {"responseCode": 503, "responseHeaders": [{"name": "Retry-After", "value": "9"}], "body": ""}
        await self.tab("Fetch.enable", patterns=[{"urlPattern": "*/sportsbook/"}])
        await self.tab.open(self.url)
        await self.tab.until("/^Reconnecting in [89] s…$/.test(document.querySelector('#state-text').textContent)")
        assert await self.tab.js("document.querySelector('#message').textContent") == "The server is busy."
        await self.picture("busy")
        await self.contrast_of_few()
        await self.tab("Fetch.disable")
        await self.tab.until(LIVE, 15)
        assert await self.tab.js("document.querySelector('#message').hidden")
        self.tab.complaints = [c for c in self.tab.complaints if "503" not in c]

    async def contrast_of_few(self):
        assert not (await self.tab.js(CONTRAST))["poor"]

    async def without_storage(self):
        script = await self.tab("Page.addScriptToEvaluateOnNewDocument",
                                source="Object.defineProperty(window, 'localStorage', { get() { throw new Error('forbidden'); } })")
        await self.open()
        await self.tab.js("document.querySelector('[data-format=decimal]').click()")
        await self.tab("Page.removeScriptToEvaluateOnNewDocument", identifier=script["identifier"])

    async def restart(self):
        if not self.options.restart:
            print("  left out: no --restart")
            return
        await self.open()
        # Says why it reconnects before the server is there again, so it is watched from inside.
        await self.tab.js("window.states = []; new MutationObserver(() => states.push(document.querySelector('#state-text').textContent))"
                          ".observe(document.querySelector('#state-text'), {childList: true, characterData: true, subtree: true})")
        process = await asyncio.create_subprocess_shell(self.options.restart)
        await self.tab.until("states.some((s) => /^Reconnecting in \\d+ s…$/.test(s))", 30)
        await self.tab.until("!document.querySelector('#stale').hidden")
        await self.picture("reconnecting")
        await self.contrast()
        assert await self.tab.js("document.querySelector('#announcer').textContent") == "Connection lost. Reconnecting."
        await process.wait()
        await self.tab.until(LIVE, 60)
        assert await self.tab.js("document.querySelector('#announcer').textContent") == "Live again."
        assert await self.tab.js("document.querySelector('#stale').hidden")
        other = await self.call(self.server.game, self.tournament, "After Restart", "Old Boys", hours=2)
        await self.tab.until("document.body.textContent.includes('After Restart')", 20)
        self.tab.complaints = [c for c in self.tab.complaints if "WebSocket" not in c and "Failed to load resource" not in c]
        assert other["id"]

    async def console_is_quiet(self):
        assert not self.tab.complaints, self.tab.complaints

    async def run(self):
        names = ["setting", "shows_the_games", "fits_on_a_phone", "names_are_text", "prices_move", "no_animation_when_unwanted",
                 "states", "times", "new_games_appear", "decimal_prices", "finding", "keyboard", "screen_reader", "dark", "results",
                 "busy", "without_storage", "console_is_quiet", "restart", "console_is_quiet"]
        for name in names:
            began = time.monotonic()
            await getattr(self, name)()
            print(f"  {name.replace('_', ' ')} ({time.monotonic() - began:.1f} s)", flush=True)


async def main():
    parser = argparse.ArgumentParser()
    for name in ("server", "tenant", "token"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--restart")
    parser.add_argument("--pictures")
    options = parser.parse_args()
    server = Server(options.server, options.tenant, options.token)
    assert status(f"{server.base}/live/nobody-at-all") == 404
    async with Browser() as browser:
        tab = await browser.tab()
        await tab("Page.addScriptToEvaluateOnNewDocument", source=HELPERS)
        await Checks(server, tab, options).run()
    print("live-page: all checks passed")


asyncio.run(main())
