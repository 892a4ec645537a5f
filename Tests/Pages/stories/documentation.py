"""Somebody who writes an app reads the documentation: finds, copies, tries, on a desk and on a phone."""

import re

HERE = "#nav [aria-current=location], .outline [aria-current=location]"


def story(people, look):
    ann = people.new("ann")
    search(ann, look)
    guide(ann, look)
    call(ann, look)
    stream(ann, look)
    tenants(ann)
    phone(people.new("bob", phone=True), look)


def results(ann):
    return [one.inner_text() for one in ann.page.locator("#find-results b").all()]


def search(ann, look):
    if not ann.scripts:
        # A list of everything, at every page.
        ann.go("/docs/decisions")
        ann.press("Search", scope=".bar")
        assert ann.path == "/docs/search", ann.path
        look(ann, "everything")
        ann.press("Take a wager", scope="main")
        assert ann.path == "/docs/wagers#takeWager", ann.path
        return
    for page in ("/docs/decisions", "/docs/stream"):
        ann.go(page)
        ann.page.keyboard.press("/")
        assert ann.until(lambda: ann.page.locator("#search").is_visible()), page
    ann.page.keyboard.type("wagers")
    assert ann.until(lambda: results(ann)[:1] == ["Wagers"]), results(ann)
    look(ann, "search")
    # The call of that name is the first, by the name that programs use too.
    for query, first in (("take a wager", "Take a wager"), ("takewager", "Take a wager"), ("getting started", "Getting started"),
                         ("match_state", "match_state")):
        ann.page.locator("#find-query").fill(query)
        assert ann.until(lambda: results(ann)[:1] == [first]), (query, results(ann))
    # The sentence that has the words, with them marked.
    ann.page.locator("#find-query").fill("listen port")
    first = ann.page.locator("#find-results a", has_text="The port to listen on.").first
    assert ann.until(lambda: first.count())
    assert {one.lower() for one in first.locator(".sentence mark").all_inner_texts()} >= {"port", "listen"}
    assert results(ann)[0] == "Address and connections", results(ann)
    ann.page.locator("#find-query").fill("nothingiscalledlikethis")
    ann.see("No results for")
    ann.page.keyboard.press("Escape")
    assert ann.until(lambda: not ann.page.locator("#search").is_visible())
    # The arrows choose, Enter opens; by the button too.
    ann.press("Search", scope=".bar")
    ann.page.locator("#find-query").fill("wager")
    chosen = ann.page.locator("#find-results [aria-selected=true]")
    assert ann.until(lambda: len(results(ann)) > 5 and chosen.count() == 1)
    ann.page.keyboard.press("ArrowDown")
    assert ann.until(lambda: chosen.get_attribute("id") == "hit-1")
    assert ann.page.locator("#find-query").get_attribute("aria-activedescendant") == "hit-1"
    target, before = chosen.get_attribute("href"), ann.documents
    ann.page.keyboard.press("Enter")
    ann.settle(before)
    assert ann.until(lambda: ann.path == target), (ann.path, target)
    ann.go("/docs?q=avatar")
    assert ann.until(lambda: "Upload a profile photo" in results(ann)), results(ann)


def guide(ann, look):
    ann.go("/docs/guides/python")
    look(ann, "guide")
    ann.go("/docs/guides/accounts")
    outline = ann.page.get_by_role("navigation", name="On this page")
    assert outline.is_visible()
    assert outline.get_by_role("link", name="Safe retries").get_attribute("href") == "#safe-retries"
    ann.page.locator("#safe-retries").evaluate("(place) => place.scrollIntoView()")
    copies = ann.page.locator(".guide .copy")
    if not ann.scripts:
        assert copies.count() == 0 and not ann.page.locator(".tabs").count()
        return
    assert ann.until(lambda: outline.locator("[aria-current=location]").all_inner_texts() == ["Safe retries"])
    assert copies.count() == ann.page.locator(".guide pre").count() > 3
    ann.page.context.grant_permissions(["clipboard-read", "clipboard-write"]) if ann.browser.name == "chromium" else None
    copies.first.focus()
    ann.page.keyboard.press("Enter")
    assert ann.until(lambda: copies.first.inner_text() in ("Copied", "Selected"))
    if copies.first.inner_text() == "Copied" and ann.browser.name == "chromium":
        code = ann.page.locator(".guide pre").first.inner_text()
        assert ann.page.evaluate("navigator.clipboard.readText()").strip() == code.strip()
    assert ann.until(lambda: copies.first.inner_text() == "Copy")


def call(ann, look):
    ann.go("/docs/wagers#takeWager")
    article = ann.page.locator("#takeWager")
    text, code = article.locator("> .text").bounding_box(), article.locator("> .code").bounding_box()
    assert code["x"] > text["x"] + text["width"], "the samples are not beside the text"
    samples = {"curl": "/v1/wager/wagers/", "swift": "parlay.", "javascript": "await parlay.takeWager(", "python": "parlay.take_wager("}
    for language, words in samples.items():
        pre = article.locator(f"[data-language={language}]")
        if ann.scripts:
            ann.click(article.locator(f"[data-show={language}]"))
        assert pre.is_visible() and words in pre.inner_text(), language
    if ann.scripts:
        assert article.locator("[data-language]:visible").count() == 1
        assert ann.until(lambda: ann.page.locator(HERE).all_inner_texts())


def stream(ann, look):
    if not ann.scripts:
        return
    ann.go("/docs/stream#openStream")
    article = ann.page.locator("#openStream")
    ann.click(article.locator("summary", has_text="Try it"))
    ann.click(article.get_by_role("button", name="sign in"))
    dialog = ann.page.locator("#session")
    ann.page.locator("#username").fill("chen")
    ann.click(dialog.get_by_role("button", name="Sign in", exact=True))
    assert ann.until(lambda: not dialog.is_visible()), dialog.inner_text()
    ann.click(article.get_by_role("button", name="Send"))
    assert ann.until(lambda: article.get_by_text(re.compile("Following|Connecting")).is_visible()), article.locator(".result").inner_text()
    # Something happens to chen meanwhile.
    ann.page.evaluate("""async () => {
        const headers = {"Authorization": `Token ${sessionStorage.getItem("parlay.token")}`, "Content-Type": "application/json"};
        const base = `/v1/${sessionStorage.getItem("parlay.tenant")}/`;
        for (const bio of ["I read", "I wrote"]) await fetch(`${base}profiles/me/`, {method: "PATCH", headers, body: JSON.stringify({bio})});
    }""")
    messages = article.locator(".events li")
    assert ann.until(lambda: messages.count() >= 1), article.locator(".result").inner_text()
    look(ann, "stream")
    ann.click(article.get_by_role("button", name="Stop"))
    assert ann.until(lambda: article.get_by_text("Stopped").is_visible())
    assert article.get_by_role("button", name="Send").is_enabled()
    # A WebSocket, of the demo that moves by itself.
    ann.page.evaluate("sessionStorage.clear()")
    ann.go("/docs/sportsbook#openLiveStream")
    article = ann.page.locator("#openLiveStream")
    ann.click(article.locator("summary", has_text="Try it"))
    assert ann.until(lambda: dialog.locator("select").count())
    ann.click(article.get_by_role("button", name="sign in"))
    dialog.locator("select").select_option("betbull")
    ann.click(dialog.get_by_role("button", name="Sign in", exact=True))
    assert ann.until(lambda: not dialog.is_visible()), dialog.inner_text()
    ann.click(article.get_by_role("button", name="Send"))
    assert ann.until(lambda: article.locator(".events li").count() >= 1, 20), article.locator(".result").inner_text()
    ann.click(article.get_by_role("button", name="Stop"))
    assert ann.until(lambda: article.get_by_text("Stopped").is_visible())

    # However many come, the latest hundred are shown.
    lines = "".join(f'data: {{"number":{number}}}\n\n' for number in range(130))
    ann.page.route("**/stream/", lambda route: route.fulfill(content_type="text/event-stream", body=lines))
    ann.go("/docs/stream#openStream")
    article = ann.page.locator("#openStream")
    ann.click(article.locator("summary", has_text="Try it"))
    ann.click(article.get_by_role("button", name="Send"))
    assert ann.until(lambda: article.get_by_text("130 messages, the latest 100 below").is_visible()), article.locator(".result").inner_text()
    messages = article.locator(".events li")
    assert ann.until(lambda: article.get_by_text("Ended").is_visible()) and messages.count() == 100
    assert "129" in messages.first.inner_text()
    ann.page.unroute("**/stream/")


def tenants(ann):
    """The sign-in is at the tenant that the samples of the page name, whatever came before."""
    if not ann.scripts:
        return
    ann.page.evaluate("sessionStorage.clear()")
    for page in ("wagers", "sportsbook", "meetups", "shelf", "guides/wagers", "wagers"):
        ann.go(f"/docs/{page}")
        chapter = page.removeprefix("guides/")
        samples = ann.page.locator(".samples pre, .guide pre").all_text_contents()
        named = re.search(r"/v1/([\w-]+)/", "\n".join(samples))
        assert ann.until(lambda: ann.page.locator("#tenant").evaluate("e => e.tagName") == "SELECT")
        ann.click(ann.page.locator("#who"))
        chosen = ann.page.locator("#tenant").input_value()
        assert page.startswith("guides/") or chosen == named[1], (chapter, chosen)
        assert page != "guides/wagers" or chosen == "wager", chosen
        ann.page.keyboard.press("Escape")


def phone(bob, look):
    bob.go("/docs/guides/settings")
    look(bob, "settings")
    row = bob.page.locator("tr", has_text="PARLAY_HEADER_LIMIT").first
    cells = [one.bounding_box() for one in row.locator("td").all()]
    assert all(cell["x"] == cells[0]["x"] for cell in cells) and cells[3]["y"] > cells[0]["y"], cells
    assert "default: 32768" in re.sub(r"\s+", " ", row.inner_text()), row.inner_text()
    assert bob.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
