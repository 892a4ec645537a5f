"""What the first visit of an app costs: the bytes of everything that its first page loads, as they travel."""

import urllib.parse
import urllib.request

LIMIT, LIMIT_OF_SCRIPTS = 60_000, 25_000
LINKED = "(links) => links.map((link) => link.href)"


def linked(url):
    """The bytes of what a browser without a window leaves out: icon and manifest."""
    request = urllib.request.Request(url, headers={"Accept-Encoding": "gzip, br, zstd"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return len(answer.read())


def first_visit(browser, server, path):
    """Sizes by address, and those of scripts."""
    person = browser.person(server, "visitor", phone=True)
    requests = []
    person.context.on("requestfinished", lambda request: requests.append(request))
    person.go(path)
    person.page.wait_for_load_state("load")
    person.page.wait_for_timeout(1000)  # what scripts load then
    sizes, scripts = {}, 0
    for request in requests:
        bytes_ = request.sizes()["responseBodySize"]
        sizes[request.url] = sizes.get(request.url, 0) + bytes_
        scripts += bytes_ if request.resource_type == "script" else 0
    for url in person.page.locator("link[rel~=icon], link[rel=manifest]").evaluate_all(LINKED):
        if url not in sizes and not url.startswith("data:"):
            sizes[url] = linked(url)
    person.check()
    person.context.close()
    return sizes, scripts


def check(browser, server, path):
    """A line that says how large, or an error with the largest parts."""
    sizes, scripts = first_visit(browser, server, path)
    total = sum(sizes.values())
    line = f"first visit of {path}: {total / 1000:.1f} kB, of which scripts {scripts / 1000:.1f} kB"
    if total > LIMIT or scripts > LIMIT_OF_SCRIPTS:
        largest = sorted(sizes.items(), key=lambda one: -one[1])[:8]
        parts = ", ".join(f"{urllib.parse.urlsplit(url).path} {size}" for url, size in largest)
        raise AssertionError(f"{line}; at most {LIMIT / 1000:.0f} and {LIMIT_OF_SCRIPTS / 1000:.0f}: {parts}")
    return line
