"""Shows in Chromium that the pages' scripts do what they say, against a small server. Takes half a minute.

    python3 Tests/Pages/scripts/check.py [--scripts DIRECTORY] [--only WORD]

Needs Debian's chromium and Playwright: the one of scripts/check-pages is used if this Python has none.
"""

import argparse
import os
import pathlib
import sys
import time

from server import APP, ROOT, Server, World, until

try:
    from playwright.sync_api import Error, sync_playwright
except ImportError:
    venv = ROOT / ".build/venv-pages/bin/python"
    if not venv.exists() or sys.executable == str(venv):
        sys.exit("check: needs Playwright: run scripts/check-pages once, or pip install -r Tests/Pages/requirements.txt")
    os.execv(venv, [str(venv), *sys.argv])

import cases

# What a check may provoke: the server is down, or answers with 4xx, because the check says so.
EXPECTED = ("ERR_EMPTY_RESPONSE", "ERR_FAILED", "registration blocked by Playwright", "WebSocket connection to", "status of 4", "status of 503")


class Person:
    """A browser with one page of the world."""

    def __init__(self, world, server, context):
        self.world, self.context = world, context
        self.base = f"http://127.0.0.1:{server.server_port}"
        self.complaints = []
        context.on("console", lambda message: self.complain(message.type, message.text))
        context.on("weberror", lambda error: self.complain("error", str(error.error)))
        self.page = context.new_page()
        self.page.set_default_timeout(5000)

    def complain(self, kind, text):
        if kind in ("error", "warning") and not any(part in text for part in EXPECTED):
            self.complaints.append(text)

    def open(self, main="", path=APP, follows=True):
        self.world.main = main or self.world.main
        self.page.goto(self.base + path)
        if follows and self.world.signed_in:
            until(lambda: self.world.sockets, what="the page follows the stream")
        self.page.evaluate("window.loaded = true")  # gone once the page is loaded again
        return self.page

    def js(self, expression):
        return self.page.evaluate(expression)

    def until(self, expression, seconds=5.0):
        def holds():
            try:
                return self.page.evaluate(expression)
            except Error as error:
                if "context was destroyed" not in str(error):
                    raise
        until(holds, seconds, expression)

    def stays(self, expression, seconds=0.4):
        """It is true and does not end to be."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            assert self.page.evaluate(expression), f"not so: {expression}"
            time.sleep(0.05)

    def worker(self):
        """Waits until the service worker has kept this page."""
        self.until("navigator.serviceWorker.controller !== null")
        self.until("caches.keys().then(async names => (await Promise.all(names.map(async name => "
                   "(await (await caches.open(name)).keys()).length))).filter(count => count > 0).length > 1)")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scripts", type=pathlib.Path, default=ROOT / "Sources/Pages/Static")
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    failed = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for name, case in vars(cases).items():
            if getattr(case, "__module__", "") != "cases" or name.startswith("_") or arguments.only not in name:
                continue
            world, start = World(arguments.scripts), time.monotonic()
            server = Server(world)
            context = browser.new_context(viewport={"width": 390, "height": 700}, timezone_id="Europe/Madrid",
                                          service_workers="allow" if "offline" in name or "forgets" in name else "block")
            try:
                person = Person(world, server, context)
                case(person, world)
                person.js("1")  # lets complaints arrive
                assert not person.complaints, f"the console says: {person.complaints}"
                result = "ok"
            except Exception as error:  # one failed check must not hide the others
                failed += 1
                result = f"FAILED: {error}"
            finally:
                context.close()
                server.shutdown()
                server.server_close()
            print(f"{time.monotonic() - start:5.1f} s  {name:40} {result}", flush=True)
        browser.close()
    sys.exit(1 if failed else 0)


main()
