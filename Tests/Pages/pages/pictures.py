"""The pictures of the documentation: chosen screens on a phone or a desk, in WebP."""

import base64
import json
from dataclasses import dataclass

PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 1.5, "mobile": True}
# As on a phone, scroll bars take no room.
DESK = {"width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": True}
# Below the header, which stays at the top.
HEADER = 76
LIMIT = 80_000


@dataclass
class Picture:
    name: str
    size: dict
    height: int | None = None  # another one than the size has
    top: str | None = None  # the selector of what is at the top of the picture, instead of the page's beginning


def phone(name, **rest):
    return Picture(name, PHONE, **rest)


def desk(name, **rest):
    return Picture(name, DESK, **rest)


# By story and screen. README.md, docs/apps.md, docs/console.md and docs/operator-console.md show them.
CHOSEN = {
    ("wordup", "match-planned"): phone("match"),
    ("wager", "share"): phone("bet"),
    ("wager", "feed"): phone("feed"),
    ("draftqueens", "singles"): phone("slip"),
    ("ggtracker", "shelf-all"): phone("collection"),
    ("ggtracker", "game-screenshots"): phone("game"),
    ("console_admin", "overview"): desk("console"),
    ("console_admin", "report"): desk("report", height=720),
    ("console_admin", "person-wagers"): desk("person"),
    ("console_admin", "settings"): phone("settings", top="label[for$=accent_color]"),
    ("console_sportsbook", "result-preview"): desk("result", height=480),
    ("console_operator", "health"): desk("operator-health"),
    ("console_operator", "tenant-wager"): desk("operator-tenant"),
    ("console_operator", "job-mail"): desk("operator-job"),
}


def take(session, story, screen, directory):
    """Writes the picture of the screen that is shown, if it is a chosen one. `session` is Chromium's of the page."""
    picture = CHOSEN.get((story, screen))
    if not picture:
        return
    session.send("Emulation.setDeviceMetricsOverride", picture.size | ({"height": picture.height} if picture.height else {}))
    top = (f"document.querySelector({json.dumps(picture.top)}).getBoundingClientRect().top + scrollY - {HEADER}"
           if picture.top else "0")
    answer = session.send("Runtime.evaluate", {
        "expression": f"scrollTo(0, {top}); new Promise((done) => setTimeout(done, 300))", "awaitPromise": True})
    assert "exceptionDetails" not in answer, f"the picture {picture.name} has no {picture.top}"
    shot = session.send("Page.captureScreenshot", {"format": "webp", "quality": 70})
    session.send("Emulation.clearDeviceMetricsOverride")
    data = base64.b64decode(shot["data"])
    assert len(data) <= LIMIT, f"the picture {picture.name} has {len(data)} bytes"
    directory.mkdir(parents=True, exist_ok=True)
    (directory / f"{picture.name}.webp").write_bytes(data)
