"""A person with a browser of their own, and the few things that people do."""

import json
import re
import time

CLICKABLE = ("button", "link", "tab", "menuitem", "switch")
GOES_AWAY = "context|navigat|detached|Cannot find|no such frame|destroyed"
# The next page ends what the last one still loaded: how browsers say so of a request, and how Firefox reports it to the page if a
# service worker loaded it.
ENDED = "ABORTED|NS_ERROR_UNEXPECTED"
ENDED_IN_WORKER = "A ServiceWorker intercepted the request and encountered an unexpected error"
TWICE = r'Navigation to "([^"]*)" is interrupted by another navigation to "\1"'
# Sets a field as typing would, where no script listens.
SET = """(field, value) => {
    if (field.tagName === "SELECT") {
        const option = [...field.options].find((o) => o.label.trim() === value);
        if (!option) { throw new Error(`no option ${value}`); }
        option.selected = true;
    } else { field.value = value; }
}"""


def plain(text):
    return " ".join(text.split())


class Person:
    def __init__(self, browser, context, server, name, others=()):
        self.browser, self.context, self.server, self.name = browser, context, server, name
        self.others = tuple(f"{one}/" for one in others)  # sites that the person may visit besides the server
        self.problems = []  # what no page may do
        self.status = None  # of the last document
        self.asked = None  # the address of the last document
        self.documents = 0  # asked for so far
        self.pages_seen = 0  # answered so far
        context.on("request", self.requested)
        context.on("response", self.responded)
        context.on("requestfailed", self.failed)
        context.on("console", self.logged)
        context.on("weberror", lambda error: self.reported(str(error.error)))
        self.page = context.new_page()
        self.page.on("websocket", lambda socket: self.check_origin(re.sub("^ws", "http", socket.url)))

    @property
    def scripts(self):
        return self.browser.scripts

    # MARK: What no page may do

    def problem(self, text):
        self.problems.append(f"{self.name}: {plain(text)[:400]}")

    def check_origin(self, url):
        if not url.startswith((f"{self.server.base}/", "data:", "blob:", "about:", *self.others)):
            self.problem(f"asked another server for {url}")

    def requested(self, request):
        self.check_origin(request.url)
        if request.is_navigation_request():
            self.asked = request.url
            self.documents += 0 if request.redirected_from else 1

    def responded(self, response):
        elsewhere = bool(self.others) and response.url.startswith(self.others)
        if response.request.is_navigation_request():
            # Firefox says what the server answered for a page that it has already.
            status = 200 if response.status == 304 else response.status
            if 300 <= status < 400:
                return
            self.status = status
            self.pages_seen += 1
            if elsewhere:
                return
            if response.status >= 500:
                self.problem(f"{response.status} for {response.url}")
            headers = response.headers
            if "html" in headers.get("content-type", "") and "default-src 'none'" not in headers.get("content-security-policy", ""):
                self.problem(f"no strict Content-Security-Policy at {response.url}")
        # The service worker asks for the page itself.
        elif response.status >= 400 and response.url != self.asked and not elsewhere:
            self.problem(f"{response.status} for {response.url}")

    def failed(self, request):
        if not re.search(ENDED, request.failure or "ABORTED"):
            self.problem(f"{request.failure} for {request.url}")
        if request.is_navigation_request():
            self.pages_seen += 1

    def logged(self, message):
        # A status of 400 and more is judged where it is received.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.reported(f"{message.text} at {self.page.url}")

    def reported(self, error):
        if self.browser.name != "firefox" or ENDED_IN_WORKER not in error:
            self.problem(error)

    def check(self):
        assert not self.problems, "\n".join(dict.fromkeys(self.problems))

    # MARK: Going

    @property
    def path(self):
        return self.page.url.removeprefix(self.server.base)

    def go(self, path, status=200):
        """Opens a path, or a whole address of the server."""
        address = path if path.startswith("http") else f"{self.server.base}{path}"
        self.load(lambda: self.page.goto(address, wait_until="domcontentloaded"))
        self.expect_status(status)

    def reload(self, status=200):
        before = self.form_keys()
        # Firefox without scripts does not tell that it has loaded a page again.
        self.load(lambda: self.page.reload(wait_until="domcontentloaded") if self.browser.waits else
                  self.page.goto(self.page.url, wait_until="domcontentloaded"))
        self.expect_status(status)
        kept = before & self.form_keys()
        assert not kept, f"{self.name}: {self.path} has forms of the page before it was loaded again"

    def form_keys(self):
        """What the forms of the page are sent with once; each page that the server gives has its own."""
        return set(self.page.locator("input[name=_key]").evaluate_all("(all) => all.map((one) => one.value)"))

    def load(self, ask):
        before = self.pages_seen
        try:
            ask()
        except Exception as error:
            # Firefox may take one navigation for two.
            if self.browser.name != "firefox" or not re.search(TWICE, str(error)):
                raise
            self.until(lambda: self.pages_seen > before)
        self.settle()

    def expect_status(self, status):
        assert self.status == status, f"{self.name}: {self.path} answered {self.status}, not {status}: {self.text()[:300]}"

    def settle(self, before=None):
        """Waits for the next page, if one was asked for since `before`."""
        end = time.monotonic() + 15
        if before is not None:
            start = time.monotonic()
            while self.documents == before and time.monotonic() < start + 0.3:
                self.page.wait_for_timeout(20)
        while self.pages_seen < self.documents:
            assert time.monotonic() < end, f"{self.name}: no answer after {self.path}"
            self.page.wait_for_timeout(20)
        if self.browser.name == "chromium":
            self.page.wait_for_load_state("domcontentloaded")
        else:
            # Firefox's own news of it may be lost.
            self.until(lambda: self.page.evaluate("document.readyState") != "loading")

    # MARK: Finding. `scope` is a CSS selector of the part of the page that is meant.

    def part(self, scope):
        return self.page.locator(scope) if scope else self.page

    def only(self, found, what):
        """The one visible element, for which it waits."""
        def look():
            visible = [one for one in found.all() if one.is_visible()]
            return visible[0] if len(visible) == 1 else None
        if one := self.until(look):
            return one
        visible = [plain(one.inner_text())[:80] for one in found.all() if one.is_visible()]
        raise AssertionError(f"{self.name}: {what} is there {len(visible)} times at {self.path}: {self.text()[:500]}")

    def until(self, test, seconds=10):
        """The first true value of the test, or none after that time. A page that goes away meanwhile is no error."""
        end = time.monotonic() + seconds
        while True:
            try:
                if value := test():
                    return value
            except Exception as error:
                if not re.search(GOES_AWAY, str(error)) or time.monotonic() > end:
                    raise
            if time.monotonic() > end:
                return None
            self.page.wait_for_timeout(50)

    def field(self, label, scope=None):
        """The field of that label (a text or a pattern)."""
        part = self.part(scope)
        if isinstance(label, str):
            label = re.compile(rf"^\s*{re.escape(label)}(\s+\(?optional\)?)?\s*$")
        # The text of a label around a list has the texts of its options too; its name has not.
        found = part.get_by_label(label).or_(part.get_by_role("combobox", name=label))
        return self.only(found, f"the field {label.pattern}")

    def clickable(self, name, scope=None, role=None):
        part = self.part(scope)
        name = name if isinstance(name, re.Pattern) else re.compile(rf"^\s*{re.escape(name)}\s*$")
        roles = [part.get_by_role(one, name=name) for one in ([role] if role else CLICKABLE)]
        found = roles[0]
        for one in roles[1:]:
            found = found.or_(one)
        return self.only(found, f"the button or link {getattr(name, 'pattern', name)}")

    # MARK: Acting

    def click(self, found):
        """Clicks what was found by other means than a name, and waits for the page it leads to, if any."""
        before = self.documents
        found.click(force=not self.browser.waits)
        self.settle(before)

    def press(self, name, scope=None, role=None, status=None):
        """Presses the button or link of that name (a text or a pattern) and waits for the page it leads to."""
        before = self.documents
        self.click(self.clickable(name, scope, role))
        if status or (self.documents > before and self.status):
            self.expect_status(status or 200)

    def agree(self, button, scope=None, status=None):
        """Presses a button that asks first, and says yes: in a dialog, or on the page that asks where scripts are off."""
        self.press(button, scope, role="button")
        if self.scripts:
            self.press(button, scope="dialog", status=status)
        else:
            self.see("Are you sure?")
            self.press("Yes", scope="main form", status=status)

    def key(self, key):
        """Presses a key, such as Enter or Tab."""
        before = self.documents
        self.page.keyboard.press(key)
        self.settle(before)

    def fill(self, label, value, scope=None):
        """Types into a field; dates as 2026-05-20, times as 18:30."""
        field = self.field(label, scope)
        if self.browser.waits:
            # Firefox may type behind what is there.
            if field.input_value():
                field.evaluate("(field) => { field.value = '' }")
            field.fill(value)
        else:
            field.evaluate(SET, value)

    def choose(self, label, option, scope=None):
        """Chooses one of a list by its text."""
        field = self.field(label, scope)
        field.select_option(label=option) if self.browser.waits else field.evaluate(SET, option)

    def tick(self, label, scope=None):
        """Changes a box, or chooses one of several that exclude each other."""
        field = self.field(label, scope)
        around = field.locator("xpath=ancestor::label")
        # Styles may hide the box itself.
        self.click(around if around.count() else field)

    def upload(self, label, *files, scope=None):
        self.field(label, scope).set_input_files([str(file) for file in files])

    # MARK: Reading

    def text(self, scope="body"):
        return plain(" ".join(self.page.locator(scope).all_inner_texts()))

    def value(self, label, scope=None):
        return self.field(label, scope).input_value()

    def sees(self, text, scope="body"):
        """Whether it is on the page now, in any case of letters, because styles may change it."""
        return plain(text).casefold() in self.text(scope).casefold()

    def see(self, text, scope="body", seconds=10):
        assert self.until(lambda: self.sees(text, scope), seconds), \
            f"{self.name} does not see “{text}” at {self.path}: {self.text(scope)[:800]}"

    def miss(self, text, scope="body", seconds=10):
        assert self.until(lambda: not self.sees(text, scope), seconds), f"{self.name} still sees “{text}” at {self.path}"

    def mail(self, tenant, subject):
        """The newest mail of that subject to the person."""
        def look():
            mails = json.loads(self.server.admin("mail", "list", "--tenant", tenant, "--json"))["items"]
            found = [mail for mail in mails if mail["subject"] == subject and mail["to"] == self.email]
            return found and self.server.admin("mail", "show", str(found[0]["id"]))
        mail = self.until(look, 20)
        assert mail, f"no mail “{subject}” to {self.email}"
        return mail

    def hear(self, text, scope="body", seconds=15):
        """Sees what somebody else did: with scripts the page shows it by itself, without them after loading it again."""
        if self.scripts:
            return self.see(text, scope, seconds)

        def test():
            self.reload()
            return self.sees(text, scope)
        assert self.until(test, seconds), f"{self.name} does not hear “{text}” at {self.path}: {self.text(scope)[:800]}"
