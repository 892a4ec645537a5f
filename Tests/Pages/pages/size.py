"""What the first visit of an app costs: the bytes of everything that its first page loads, as they travel, and how long a slow
phone waits for the largest part of it.
"""

import urllib.parse
import urllib.request

LIMIT, LIMIT_OF_SCRIPTS = 60_000, 25_000
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}
WATCH = """new PerformanceObserver((list) => { window.largestPaint = list.getEntries().at(-1).startTime })
    .observe({ type: "largest-contentful-paint", buffered: true })"""
LINKED = "(links) => links.map((link) => link.href)"


def linked(url):
    """The bytes of what a browser without a window leaves out: icon and manifest."""
    request = urllib.request.Request(url, headers={"Accept-Encoding": "gzip, br, zstd"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return len(answer.read())


def first_visit(browser, server, path):
    """Sizes by address, and those of scripts."""
    person = browser.person(server, "visitor", phone=True)
    tools = person.context.new_cdp_session(person.page)
    tools.send("Network.enable")
    answers, sizes, scripts = {}, {}, 0
    # Playwright's `request.sizes()` waits without end for what Chromium does not always tell.
    tools.on("Network.responseReceived", lambda event: answers.update({event["requestId"]: event}))
    finished = []
    tools.on("Network.loadingFinished", lambda event: finished.append(event))
    person.go(path)
    person.page.wait_for_load_state("load")
    person.page.wait_for_timeout(1000)  # what scripts load then
    for event in finished:
        answer = answers.get(event["requestId"])
        if answer and not answer["response"]["url"].startswith("data:"):
            url, head = answer["response"]["url"], answer["response"]["encodedDataLength"]
            bytes_ = max(0, int(event["encodedDataLength"] - head))
            sizes[url] = sizes.get(url, 0) + bytes_
            scripts += bytes_ if answer["type"] == "Script" else 0
    for url in person.page.locator("link[rel~=icon], link[rel=manifest]").evaluate_all(LINKED):
        if url not in sizes and not url.startswith("data:"):
            sizes[url] = linked(url)
    person.check()
    person.context.close()
    return sizes, scripts


def largest_paint(browser, server, path):
    """Milliseconds to the Largest Contentful Paint on Lighthouse's "slow 4G" (150 ms, 1.6 Mbit/s) with the processor four times
    slower: the middle of three new visitors. The machine may be busy, so this is told and never an error."""
    times = []
    for _ in range(3):
        person = browser.person(server, "visitor", phone=True)
        tools = person.context.new_cdp_session(person.page)
        tools.send("Network.enable")
        tools.send("Network.emulateNetworkConditions", SLOW_4G)
        tools.send("Emulation.setCPUThrottlingRate", {"rate": 4})
        person.page.add_init_script(WATCH)
        person.go(path)
        person.page.wait_for_load_state("load")
        person.page.wait_for_timeout(1500)
        times.append(person.page.evaluate("window.largestPaint"))
        person.context.close()
    return sorted(times)[1]


def check(browser, server, path):
    """A line that says how large and how quick, or an error with the largest parts."""
    sizes, scripts = first_visit(browser, server, path)
    total = sum(sizes.values())
    line = f"first visit of {path}: {total / 1000:.1f} kB, of which scripts {scripts / 1000:.1f} kB; largest paint on slow 4G" \
           f" after {largest_paint(browser, server, path):.0f} ms"
    if total > LIMIT or scripts > LIMIT_OF_SCRIPTS:
        largest = sorted(sizes.items(), key=lambda one: -one[1])[:8]
        parts = ", ".join(f"{urllib.parse.urlsplit(url).path} {size}" for url, size in largest)
        raise AssertionError(f"{line}; at most {LIMIT / 1000:.0f} and {LIMIT_OF_SCRIPTS / 1000:.0f}: {parts}")
    return line
