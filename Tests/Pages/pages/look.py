"""What is checked of a screen: pictures, axe, and that nothing scrolls sideways on a phone and no tab is cut."""

import json
import pathlib

import axe_playwright_python

from pages import pictures

AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"]
SIZES = ((320, 640), (1280, 800))
# Ends animations, so that pictures and contrasts are of what stays. Those without an end cannot be ended.
STILL = """document.getAnimations().forEach((a) => { try { a.finish(); } catch { a.cancel(); } });
           new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"""
WIDE = """document.documentElement.scrollWidth <= innerWidth ? [] : [...document.body.querySelectorAll("*")]
          .filter((e) => e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML.slice(0, 120)).slice(0, 5)
          .concat(`${document.documentElement.scrollWidth} px wide`)"""
# More than eight tabs beside each other scroll.
CUT = """[...document.querySelectorAll(".tab span, .subtabs:not(:has(> :nth-child(9))) a")]
         .filter((e) => e.scrollWidth > e.clientWidth + 1 || e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.textContent)"""
RUN = f"""axe.run(document, {{runOnly: {json.dumps(TAGS)}, resultTypes: ["violations"]}}).then(({{violations}}) => violations.map((v) =>
          `${{v.id}}: ${{v.help}}: ` + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 200) + " " + n.failureSummary).join(" | ")))"""


class World:
    """An isolated world of Chromium: it shares the document with the page but not its variables, and the policy of the page
    does not hold in it. So axe needs no way around that policy, and the story goes on under it."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)
        frame = self.session.send("Page.getFrameTree")["frameTree"]["frame"]["id"]
        self.id = self.session.send("Page.createIsolatedWorld", {"frameId": frame, "worldName": "check"})["executionContextId"]

    def run(self, expression):
        answer = self.session.send("Runtime.evaluate", {"expression": expression, "contextId": self.id, "awaitPromise": True,
                                                        "returnByValue": True})
        if "exceptionDetails" in answer:
            raise RuntimeError(json.dumps(answer["exceptionDetails"])[:600])
        return answer["result"].get("value")


class Look:
    """Call it with a person and the name of the screen. Where `full` is off it only asks for problems so far."""

    def __init__(self, directory, full, documented=None):
        """`documented`: where pictures of the documentation go, if they are wanted."""
        self.directory, self.full, self.documented = directory, full, documented
        self.screens = []
        self.found = []  # all of them, because one run should tell everything

    def __call__(self, person, name):
        assert name not in self.screens, f"two screens are called {name}"
        self.screens.append(name)
        self.found += person.problems
        person.problems = []
        if self.full:
            self.examine(person, name)

    def examine(self, person, name):
        page, size = person.page, person.page.viewport_size
        self.directory.mkdir(parents=True, exist_ok=True)
        world = World(page)
        world.run(AXE + ";0")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                where = f"{name}, {scheme}, {width} px"
                # A bar that stays at the top must not lie on half of a link while it is measured.
                world.run("scrollTo(0, 0)")
                world.run(STILL)
                if wide := world.run(WIDE):
                    self.found.append(f"{where}: scrolls sideways: {'; '.join(wide)}")
                if cut := world.run(CUT):
                    self.found.append(f"{where}: tabs are cut: {', '.join(cut)}")
                page.screenshot(path=self.directory / f"{name}-{scheme}-{width}.png", full_page=True)
                self.found += [f"{where}: {violation}" for violation in world.run(RUN)]
        page.emulate_media(color_scheme="light", reduced_motion="reduce" if self.documented else "no-preference")
        if self.documented:
            pictures.take(world.session, self.directory.name, name, self.documented)
            page.emulate_media(reduced_motion="no-preference")
        page.set_viewport_size(size)
        world.session.detach()

    def check(self):
        assert not self.found, "\n".join(dict.fromkeys(self.found))
