"""Plays stories in one browser, with or without scripts, in a process of its own.

    python -m pages.play JSON       JSON: server, browser, scripts, stories, pictures, limit; prints one line of JSON for each result
"""

import gc
import importlib.util
import json
import pathlib
import sys
import threading
import time
import traceback

import greenlet
from playwright.sync_api import sync_playwright

from pages import size
from pages.browser import Browser
from pages.look import Look
from pages.server import Server

STORIES = pathlib.Path(__file__).parent.parent / "stories"
OUTPUT = pathlib.Path(".build/pages")


class People:
    """The people of one story: `people.new("ann")`. Each has a browser of their own and a name that nobody had before."""

    def __init__(self, browser, server, mark):
        self.browser, self.server, self.mark = browser, server, mark
        self.all = []

    def new(self, name, **options):
        """Options: phone, locale, zone, visits_issuer."""
        person = self.browser.person(self.server, name, **options)
        person.username = f"{name}{self.mark}"
        person.password = "tango under the rain"
        person.email = f"{person.username}@example.org"
        self.all.append(person)
        return person

    def close(self):
        for person in self.all:
            person.context.close()

    def record(self, directory):
        """Leaves what each sees, to find out why a story failed."""
        directory.mkdir(parents=True, exist_ok=True)
        for person in self.all:
            try:
                (directory / f"{person.name}.html").write_text(f"<!-- {person.page.url} -->\n{person.page.content()}")
                if person.browser.waits:
                    person.page.screenshot(path=directory / f"{person.name}.png", full_page=True)
            except Exception as error:
                (directory / f"{person.name}.txt").write_text(str(error))


def load(name):
    spec = importlib.util.spec_from_file_location(f"stories.{name}", STORIES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def play(name, browser, server, full, documented=None):
    kind = f"{name}-{browser.name}-{'scripts' if browser.scripts else 'plain'}"
    mark = f"{browser.name[0]}{'s' if browser.scripts else 'p'}{int(time.time()) % 100_000_000}"
    look = Look(OUTPUT / name, full, documented)
    people = People(browser, server, mark)
    began = time.monotonic()
    error, notes = None, []
    try:
        story = load(name)
        story.story(people, look)
        if full and hasattr(story, "FIRST"):
            notes.append(size.check(browser, server, story.FIRST))
        for person in people.all:
            look.found += person.problems
        look.check()
    except Exception as problem:
        short = isinstance(problem, AssertionError)
        error = str(problem) if short and look.found else traceback.format_exc(limit=-3)
        rest = [one for one in look.found if one not in error] + [one for p in people.all for one in p.problems if one not in error]
        error = "\n".join(dict.fromkeys([error, *rest]))
        people.record(OUTPUT / "failed" / kind)
    seconds = round(time.monotonic() - began, 1)
    people.close()
    return {"story": name, "browser": browser.name, "scripts": "on" if browser.scripts else "off", "screens": len(look.screens),
            "seconds": seconds, "error": error, "notes": notes}


def tell_where():
    """Prints where a story stands that takes too long: Playwright runs it in a greenlet, which no debugger shows."""
    for one in gc.get_objects():
        if isinstance(one, greenlet.greenlet) and one.gr_frame:
            print("".join(traceback.format_stack(one.gr_frame, limit=12)), file=sys.stderr, flush=True)


def main():
    task = json.loads(sys.argv[1])
    server = Server(**task["server"])
    # Pictures and axe once: the other browsers show the same document.
    full = task["browser"] == "chromium" and task["scripts"]
    with sync_playwright() as playwright, Browser(playwright, task["browser"], task["scripts"]) as browser:
        documented = pathlib.Path(task["pictures"]) if task["pictures"] else None
        for name in task["stories"]:
            timer = threading.Timer(task["limit"], tell_where)
            timer.daemon = True
            timer.start()
            print(json.dumps(play(name, browser, server, full, documented)), flush=True)
            timer.cancel()


if __name__ == "__main__":
    main()
