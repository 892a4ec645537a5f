"""An app of somebody else's: a page without anything of the server's but /client.js plays clients/conformance.json."""

import json
import pathlib

PLAYER = pathlib.Path("clients/javascript/play.js")
SCRIPT = pathlib.Path("clients/conformance.json")
PLAY = """async ([script, server]) => {
    const [player, client] = await Promise.all([import("/player.js"), import("/client.js")]);
    return player.play(script, client, server);
}"""


def story(people, look):
    ann = people.new("ann")
    if not ann.scripts:
        return
    # Without the checks of a person: refusals are part of the script.
    context = ann.browser.program.new_context()
    try:
        page = context.new_page()
        page.route("**/player.js", lambda route: route.fulfill(body=PLAYER.read_text(), content_type="text/javascript"))
        # A page that the server itself sends: Chromium lets no other one open a socket to this machine.
        page.goto(f"{ann.server.base}/healthz")
        script = json.loads(SCRIPT.read_text())
        played = page.evaluate(PLAY, [script, ann.server.base])
        assert len(played) == len(script["jobs"]), played
    finally:
        context.close()
