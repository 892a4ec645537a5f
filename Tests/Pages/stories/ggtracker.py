"""ggTracker: a shelf is filled from the catalog and from a file, and a guest looks at it."""

import json
import math
import pathlib
import re
import struct
import tempfile
import zlib

FIRST = "/app/ggtracker/"
HEADER = "igdb_id,name,release_year,status,user_rating,user_hours,note,started_on,finished_on"
HOURS = re.compile("^Hours played")
# Lines 2 to 6 of the file.
LINES = [
    ",BioShock Infinite,2013,2,90,21.5,The songs!,2026-01-03,2026-02-10",
    ",Dota 2,,1,,812,,,",
    ",A game that nobody ever made,,1,,,,,",
    ",X Rebirth,,9,,,,,",
    ",X Rebirth,,4,200,-3,,,",
]


def sign_in(person, name):
    person.go("/app/ggtracker/sign-in")
    person.fill("Username or email", name)
    person.fill("Password", "correct horse battery")
    person.press("Sign in", scope="main")


def tidy(person, *games):
    """Takes games off the shelf and the wishlist that an earlier run left there."""
    for game in games:
        person.go(f"/app/ggtracker/games/{game}")
        if person.sees("Take off the shelf", "#entry"):
            remove(person)
        if person.sees("On your wishlist", "#entry"):
            person.press("Remove from the wishlist", "#entry")


def remove(person):
    person.agree("Take off the shelf", "#entry")
    person.see("no longer on your shelf")


def find(person, name):
    """The number of a game of this name in the catalog."""
    person.go(f"/app/ggtracker/games?q={name.replace(' ', '+')}")
    link = person.only(person.part("#results").get_by_role("link", name=name, exact=True), name)
    return re.search(r"games/(\d+)", link.get_attribute("href")).group(1)


def story(people, look):
    # The demo has one person for each kind of browser, so that they do not meet.
    dora = people.new("dora", phone=True)
    names = {("chromium", True): "dora", ("chromium", False): "eli", ("firefox", True): "fay", ("firefox", False): "chen"}
    name = names[(dora.browser.name, dora.scripts)]
    sign_in(dora, name)
    portal, bioshock, dota = find(dora, "Portal 2"), find(dora, "BioShock Infinite"), find(dora, "Dota 2")
    tidy(dora, portal, bioshock, dota)

    search(dora, look)
    one_game(dora, look, portal)
    screenshots(dora, look)
    shelf(dora, look, portal)
    wishlist(dora, look, dota)
    file(dora, look)
    settings(dora, look)
    guest(people, look, dora)
    tidy(dora, portal, bioshock, dota)


def search(dora, look):
    dora.go("/app/ggtracker/games")
    dora.see("Top games")
    look(dora, "discover")
    if dora.scripts:
        # Nothing is pressed: the results follow the words.
        dora.field("Search games").press_sequentially("portl 2", delay=20)
        dora.see("Portal 2", "#results")
    else:
        dora.fill("Search games", "portl 2")
        dora.press("Search", scope="form.search")
        dora.see("Portal 2", "#results")
    look(dora, "search")
    dora.go("/app/ggtracker/games?q=zzqxwvkjh")
    dora.see("No games found")
    look(dora, "search-none")
    dora.go("/app/ggtracker/games?min_rating=90&sort=name&released_from=2015-01-01")
    dora.see("More games")
    look(dora, "filters")


def one_game(dora, look, portal):
    dora.go(f"/app/ggtracker/games/{portal}")
    look(dora, "game")
    dora.press("Playing", "#entry")
    dora.see("The game is on your shelf.")
    look(dora, "game-entry")
    dora.fill(HOURS, "12.25", "#entry form.form")
    dora.press("Save", "#entry form.form", status=422)
    dora.see("At most one decimal.")
    look(dora, "game-refused")
    dora.fill(HOURS, "12.5", "#entry form.form")
    dora.fill(re.compile("^Your rating"), "93", "#entry form.form")
    dora.fill(re.compile("^Note"), "Still the best co-op. <b>GLaDOS</b>", "#entry form.form")
    dora.press("Save", "#entry form.form")
    dora.see("Saved.")
    assert dora.value(HOURS, "#entry form.form") == "12.5"


def screenshots(dora, look):
    """A game with pictures of IGDB, which the browser gets from this story instead."""
    if dora.server.data is None:
        return  # no way to add a game
    game = {"id": 990000001, "name": "The Last Lighthouse", "summary": "Keep the light burning while the sea rises.",
            "first_release_date": 1709251200, "genres": [{"name": "Adventure"}], "platforms": [{"name": "Linux"}],
            "cover": {"image_id": "colight"}, "screenshots": [{"image_id": f"sclight{n}"} for n in range(1, 6)]}
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "games.json")
        path.write_text(json.dumps([game]))
        dora.server.admin("games", "import", str(path))
    dora.context.route("**/covers/**", lambda route: route.fulfill(content_type="image/png", body=drawn(route.request.url)))
    dora.go(f"/app/ggtracker/games/{find(dora, 'The Last Lighthouse')}")
    dora.see("Screenshots")
    row = dora.page.locator(".shots li")
    assert row.count() == 5
    if dora.browser.waits:
        size = row.first.bounding_box()
        assert size["width"] > 200 and abs(size["width"] / size["height"] - 16 / 9) < 0.1, size
        # The keyboard reaches the last one, and the row follows.
        row.last.get_by_role("link").focus()
        assert dora.until(lambda: dora.page.locator(".shots ul").evaluate("(row) => row.scrollLeft") > 300)
        dora.page.locator(".shots ul").evaluate("(row) => row.scrollTo(0, 0)")
        assert dora.until(lambda: row.first.locator("img").evaluate("(image) => image.naturalWidth") == 569)
    look(dora, "game-screenshots")
    dora.press("The Last Lighthouse, screenshot 1 of 5", role="link")
    assert dora.path == "/covers/screenshot-large/sclight1", dora.path
    dora.context.unroute("**/covers/**")


def drawn(url):
    """A picture of the size that is asked for: the sea at dusk, and a lighthouse."""
    size, name = url.split("/")[-2:]
    width, height = {"cover": (264, 374), "large": (528, 748), "screenshot": (569, 320), "screenshot-large": (1280, 720)}[size]
    turn = sum(name.encode()) % 7
    sky = [(40 + 3 * i, 34 + 2 * i + 6 * turn, 78 + i) for i in range(48)]
    palette = sky + [(18, 52 + 6 * turn, 78), (12, 36, 58), (250, 232, 170), (232, 228, 220), (176, 52, 46)]
    place, wide = int(width * (0.2 + 0.09 * turn)), max(6, width // 30)
    sea = [[int(height * (base + depth * math.sin(x / width * turns + turn))) for x in range(width)]
           for base, depth, turns in ((0.66, 0.01, 40), (0.8, 0.02, 22))]
    rows = []
    for y in range(height):
        row = bytearray([min(47, y * 60 // height)] * width)
        if 0.25 * height < y < 0.7 * height:
            colour = 50 if y < 0.32 * height else 51 if (y * 9 // height) % 2 else 52
            row[place - wide : place + wide] = bytes([colour]) * (2 * wide)
        for colour, edge in ((48, sea[0]), (49, sea[1])):
            row = bytearray(colour if y > edge[x] else row[x] for x in range(width)) if y > min(edge) else row
        rows.append(b"\0" + bytes(row))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    colours = b"".join(bytes(min(255, part) for part in one) for one in palette)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"PLTE", colours)
            + chunk(b"IDAT", zlib.compress(b"".join(rows))) + chunk(b"IEND", b""))


def shelf(dora, look, portal):
    card = f"#game-{portal}"
    dora.go("/app/ggtracker/shelf")
    dora.see("Portal 2", card)
    look(dora, "shelf-playing")
    dora.press("4 stars of 5", card)
    dora.see("80", card)
    dora.fill("Hours played", "14", card)
    dora.press("Save", card)
    assert dora.value("Hours played", card) == "14"
    dora.press("Finished", card)
    dora.see("Portal 2 is now under “Finished”.")
    dora.press("Undo")
    dora.see("Portal 2", card)
    dora.press("Completed", card)
    dora.go("/app/ggtracker/shelf?status=3&sort=updated_at")
    dora.see("Portal 2", card)
    dora.see("14 h", card)
    look(dora, "shelf-completed")
    dora.press("Change", card)
    look(dora, "shelf-quick")
    dora.go("/app/ggtracker/shelf?status=all")
    look(dora, "shelf-all")
    dora.go("/app/ggtracker/shelf/stats")
    dora.see("Games by status")
    look(dora, "stats")


def wishlist(dora, look, dota):
    dora.go(f"/app/ggtracker/games/{dota}")
    dora.press("Add to the wishlist", "#entry")
    dora.see("The game is on your wishlist.")
    look(dora, "game-wished")
    dora.go("/app/ggtracker/wishlist")
    dora.see("Dota 2", "#wishes")
    look(dora, "wishlist")
    dora.press("Add", f"#game-{dota}")
    dora.see("The game is on your shelf.")
    dora.miss("Dota 2", "#wishes")


def file(dora, look):
    dora.go("/app/ggtracker/shelf/files")
    look(dora, "files")
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "games.csv")
        path.write_text("\n".join([HEADER, *LINES]) + "\n")
        dora.upload(re.compile("^CSV file"), path)
        dora.press("Check only")
        dora.see("What an import would do")
        dora.upload(re.compile("^CSV file"), path)
        dora.press("Import", scope="main", role="button")
        dora.see("What the import did")
        dora.see("3 lines need a look")
        dora.see("No game has this name.")
        dora.see("status: Must be one of backlog (0), playing (1), finished (2), completed (3), dropped (4).")
        dora.see("2 lines without problems")
        look(dora, "report")
        path.write_text("no,header\n1,2\n")
        dora.upload(re.compile("^CSV file"), path)
        dora.press("Import", scope="main", role="button", status=422)
        dora.see("There is no column “no”")
        look(dora, "import-refused")
    if dora.browser.waits:
        with dora.page.expect_download() as download:
            dora.clickable("Download shelf.csv").click()
        text = pathlib.Path(download.value.path()).read_text("utf-8-sig")
        assert text.splitlines()[0] == HEADER, text[:200]
        assert "BioShock Infinite" in text and "The songs!" in text


def settings(dora, look):
    dora.go("/app/ggtracker/shelf/settings")
    dora.choose(re.compile("^Status of new games"), "Backlog")
    dora.press("Save", scope="main")
    dora.see("Saved.")
    look(dora, "settings")
    dora.go("/app/ggtracker/")
    look(dora, "home")


def guest(people, look, dora):
    dora.go("/app/ggtracker/shelf/settings")
    address = dora.page.locator("main a[href*=shelves]").get_attribute("href")
    guest = people.new("guest")
    guest.go(address)
    guest.see("BioShock Infinite")
    guest.see("Keep a shelf of your own")
    look(guest, "public-shelf")
    register = guest.clickable("Create an account").get_attribute("href")
    assert "next=" in register and "shelves" in register, register
    guest.press("BioShock Infinite", role="link")
    guest.see("Create an account")
    guest.miss("Take off the shelf")
    look(guest, "public-game")
    guest.go("/app/ggtracker/shelves")
    look(guest, "public-shelves")
    guest.go("/app/ggtracker/games")
    guest.see("Sign in")
