"""The pictures of the documentation: chosen screens on a phone, in WebP."""

import base64

# By story and screen. docs/apps.md and README.md show them.
CHOSEN = {
    ("wordup", "match-planned"): "match",
    ("wager", "share"): "bet",
    ("wager", "feed"): "feed",
    ("draftqueens", "singles"): "slip",
    ("ggtracker", "shelf-all"): "collection",
    ("ggtracker", "game-screenshots"): "game",
}
PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 1.5, "mobile": True}
LIMIT = 60_000


def take(session, story, screen, directory):
    """Writes the picture of the screen that is shown, if it is a chosen one. `session` is Chromium's of the page."""
    name = CHOSEN.get((story, screen))
    if not name:
        return
    session.send("Emulation.setDeviceMetricsOverride", PHONE)
    session.send("Runtime.evaluate", {"expression": "scrollTo(0, 0); new Promise((done) => setTimeout(done, 300))",
                                      "awaitPromise": True})
    picture = session.send("Page.captureScreenshot", {"format": "webp", "quality": 70})
    session.send("Emulation.clearDeviceMetricsOverride")
    data = base64.b64decode(picture["data"])
    assert len(data) <= LIMIT, f"the picture {name} has {len(data)} bytes"
    directory.mkdir(parents=True, exist_ok=True)
    (directory / f"{name}.webp").write_bytes(data)
