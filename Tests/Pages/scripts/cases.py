"""Each function is a check: what a person does, what happens on the server, and what must be seen."""

import re
import time

from server import APP, until

ROWS = '<ul id="matches" data-subject="match/*">{}</ul>'


def _row(number, text=""):
    return f'<li id="match-{number}" data-subject="match/{number}"><a href="{APP}matches/{number}">Match {number}</a> {text}</li>'


def regions_are_replaced_by_subject(person, world):
    page = person.open('<p id="a" data-subject="match/1">old</p><p id="b" data-subject="match/2">old</p>'
                       '<p id="c" data-subject="wager/*">old</p>')
    world.main = world.main.replace("old", "new")
    world.title = "Other title"
    world.happen("match/1")
    person.until("a.textContent === 'new'")
    person.until("inbox.textContent === '1 new' && document.title === 'Other title'")
    person.stays("b.textContent === 'old' && c.textContent === 'old'")
    world.happen("wager/77")
    person.until("c.textContent === 'new'")
    assert person.js("b.textContent === 'old' && window.loaded"), "only what the event names, without loading the page"
    for number in range(20):
        world.happen("match/2")
    person.until("inbox.textContent === '22 new'")
    assert len(world.reads) <= 6, f"events in a row are read together: {world.reads}"
    assert page.url == person.base + APP


def rows_come_and_go(person, world):
    person.open(ROWS.format(_row(1) + _row(2)))
    person.js("document.getElementById('match-2').mark = 1")
    world.main = ROWS.format(_row(3) + _row(2, '<b data-announce>It is your move</b>'))
    world.happen("match/3")
    person.until("[...matches.children].map(row => row.id).join() === 'match-3,match-2'")
    assert person.js("document.getElementById('match-2').mark === 1"), "a row that stays is the same node"
    assert person.js("[...document.querySelectorAll('.is-new')].map(row => row.id).join() === 'match-3'")
    assert person.js("document.querySelector('[role=status].sr').textContent") == "It is your move"
    person.until("!document.querySelector('.is-new')")
    # Without a list around them, the nearest element with an id puts them right.
    world.main = '<section id="home"><p>none</p></section>'
    world.happen("match/2")
    person.until("document.querySelector('#home p')?.textContent === 'none' && !document.getElementById('match-2')", 1)


def typed_text_and_focus_stay(person, world):
    def form(count, tag, note="", more=""):
        return (f'<section id="s" data-subject="match/1"><p>{count} proposals</p>{more}'
                f'<details id="d"><summary>More</summary>{count}</details>'
                f'<div id="box">{"line<br>" * 200}</div>'
                f'<form method="post" action="{APP}"><input type="hidden" name="_tag" value="{tag}">'
                f'<label>Note <textarea name="note">{note}</textarea></label><input name="place" value="Café {count}">'
                f'<input type="checkbox" name="loud"><select name="day"><option value="1">1</option><option value="2">2</option></select>'
                '<button>Send</button></form></section>')
    page = person.open(form(1, "t1"))
    person.js("document.querySelector('#box').style.cssText = 'height: 50px; overflow: auto'; d.open = true")
    page.fill("textarea", "Shall we meet?")
    page.check("[name=loud]")
    page.select_option("select", "2")
    page.focus("textarea")
    person.js("document.activeElement.setSelectionRange(2, 5); window.area = document.activeElement; box.scrollTop = 300")
    world.main = form(2, "t2", more='<p class="alert">A new proposal</p>')
    world.happen("match/1")
    person.until("s.querySelector('p').textContent === '2 proposals'")
    state = person.js("""[area.isConnected, document.activeElement === area, area.value, area.selectionStart, area.selectionEnd, d.open,
        document.forms[0].place.value, document.forms[0].loud.checked, document.forms[0].day.value, document.forms[0]._tag.value]""")
    assert state == [True, True, "Shall we meet?", 2, 5, True, "Café 2", True, "2", "t2"], state
    page.keyboard.type("!")
    assert person.js("area.value") == "Sh! we meet?"
    # When the server changes what the person changes, the form stays with its old tag, so that sending it tells of both.
    world.main = form(3, "t3", note="Somebody else's note")
    world.happen("match/1")
    person.until("s.querySelector('p').textContent === '3 proposals'")
    assert person.js("[area.value, document.forms[0]._tag.value]") == ["Sh! we meet?", "t2"]
    # The form is gone on the server: what is typed is not thrown away.
    world.main = '<section id="s" data-subject="match/1"><p>over</p></section>'
    world.happen("match/1")
    person.until("s.querySelector('p').textContent === 'over'")
    assert person.js("area.isConnected && document.activeElement === area")


def a_page_whose_subject_is_gone_says_so(person, world):
    page = person.open(f'<section id="s" data-subject="match/1"><form method="post" action="{APP}"><textarea name="note"></textarea></form></section>')
    page.fill("textarea", "Shall we meet?")
    world.gone = True
    world.happen("match/1")
    person.until("!connection.hidden && connection.textContent === 'No longer here.'")
    assert person.js("document.querySelector('textarea').value") == "Shall we meet?"
    world.cut()
    until(lambda: len(world.after) == 2 and world.sockets, what="it follows on")
    person.stays("connection.textContent === 'No longer here.'")
    world.gone = False
    world.happen("match/1")
    person.until("connection.hidden")
    assert person.js("document.querySelector('textarea').value === 'Shall we meet?' && window.loaded")


def a_guest_tells_their_zone(person, world):
    world.signed_in = False
    main = '<p id="at"><time datetime="2026-05-20T18:30:00.000Z">{}</time></p>'
    world.answers[APP] = lambda _: main.format("20:30" if len(world.reads) > 1 else "18:30")
    person.open(follows=False)
    person.until("at.textContent === '20:30'")
    assert "parlay-zone=Europe/Madrid" in person.js("document.cookie"), person.js("document.cookie")
    reads = len(world.reads)
    person.page.reload()
    person.stays("true", 0.5)
    assert len(world.reads) == reads + 1, "it is told once"


def typed_rows_keep_their_place(person, world):
    def rows(*numbers):
        return ROWS.format("".join(f'<li><form method="post" action="{APP}"><input type="hidden" name="_target" value="{n}">'
                                   f'<input name="stake" value="10"><button>Bet {n}</button></form></li>' for n in numbers))
    page = person.open(rows(1, 2, 3))
    page.fill("li:nth-child(2) [name=stake]", "55")
    world.main = rows(4, 2, 3, 5)
    world.happen("match/1")
    person.until("matches.children.length === 4")
    assert person.js("[...document.forms].map(form => form._target.value + ':' + form.stake.value).join()") == "4:10,2:55,3:10,5:10"
    assert person.js("document.activeElement.value") == "55", "the focus is where it was"
    page.focus("li:nth-child(1) button")
    world.main = rows(2, 3)
    world.happen("match/1")
    person.until("matches.children.length === 2")
    assert person.js("matches.contains(document.activeElement)"), "the focus does not fall out of the region"


def scroll_position_stays(person, world):
    page = person.open(ROWS.format("".join(_row(n, "<br>" * 5) for n in range(40))))
    person.js("document.getElementById('match-20').scrollIntoView()")
    before = person.js("document.getElementById('match-20').getBoundingClientRect().top")
    world.main = ROWS.format(_row(90, "<br>" * 20) + "".join(_row(n, "<br>" * 5) for n in range(40)))
    world.happen("match/90")
    person.until("document.getElementById('match-90') !== null")
    after = person.js("document.getElementById('match-20').getBoundingClientRect().top")
    assert abs(before - after) < 3, f"nothing jumps: {before} → {after}"
    assert page.evaluate("scrollY > 0")


def the_stream_comes_back_after_the_last_number(person, world):
    person.open('<p id="a" data-subject="match/1">0</p>')
    assert world.after == ["100"], world.after
    world.main = world.main.replace("0", "1")
    world.happen("match/1")
    person.until("a.textContent === '1'")
    person.stays("connection.hidden", 0.1)
    world.stream = "refused"
    world.cut()
    until(lambda: not world.sockets)
    world.main = world.main.replace("1<", "2<")
    world.happen("match/1")
    person.stays("connection.hidden", 1.2)
    person.until("!connection.hidden && connection.textContent === 'Connection lost.'", 2)
    tries = len(world.after)
    assert 2 <= tries <= 5, f"pauses grow: {tries} tries in two seconds"
    reads = len(world.reads)
    world.stream = "open"
    person.until("a.textContent === '2'", 8)
    assert set(world.after[1:]) == {"101"}, f"after the last number: {world.after}"
    person.until("connection.hidden")
    assert len(world.reads) == reads + 1, "the missed event is read once"
    assert person.js("window.loaded"), "the page was not loaded again"


def what_is_repeated_is_not_read_again(person, world):
    person.open('<p id="a" data-subject="match/1">0</p>')
    world.happen("match/1")
    until(lambda: len(world.reads) == 2)
    world.tell(world.events[-1][1])
    person.stays("true", 0.5)
    assert len(world.reads) == 2, world.reads


def a_reset_reads_everything(person, world):
    person.open('<p id="a" data-subject="match/1">0</p><p id="b">0</p>')
    world.main = world.main.replace("0", "1")
    world.tell('{"reset": 500}')
    person.until("a.textContent === '1' && b.textContent === '1'")
    world.cut()
    until(lambda: world.sockets and len(world.after) == 2)
    assert world.after[-1] == "500", world.after
    # A stream that says so by its end: from now on, and everything is read.
    world.main = world.main.replace("1<", "2<")
    world.stream = "4410"
    world.cut()
    person.until("a.textContent === '2' && b.textContent === '2'")
    assert world.after[2:] == ["500", None], world.after
    assert person.js("window.loaded")


def a_revoked_session_loads_the_page_once(person, world):
    person.open("<p>x</p>")
    world.stream = "4401"
    world.cut(4401)
    until(lambda: len(world.reads) == 2, what="loaded again")
    until(lambda: len(world.after) == 2, what="and follows")
    person.stays("true", 1.0)
    assert len(world.reads) == 2 and len(world.after) == 2, f"but only once: {world.reads} {world.after}"


def a_hidden_page_rests(person, world):
    person.page.clock.install()
    person.open('<p id="a" data-subject="match/1">0</p>')
    hide = "value => { Object.defineProperty(document, 'hidden', {value, configurable: true}); document.dispatchEvent(new Event('visibilitychange')) }"
    person.page.evaluate(hide, True)
    person.page.clock.run_for(50_000)
    world.main = world.main.replace("0", "1")
    world.happen("match/1")
    person.page.clock.run_for(5_000)
    assert len(world.sockets) == 1 and len(world.reads) == 1, "it still follows, but reads nothing that nobody sees"
    person.page.clock.run_for(6_000)
    until(lambda: not world.sockets, what="it lets the connection go")
    person.page.evaluate(hide, False)
    until(lambda: world.sockets, what="it follows again")
    assert world.after == ["100", "101"], world.after
    person.page.clock.run_for(200)
    person.until("a.textContent === '1'")
    assert person.js("connection.hidden")


def the_last_pages_are_readable_offline(person, world):
    page = person.open('<p id="a" data-subject="match/1">kept</p>')
    person.worker()
    world.answers = {f"{APP}secret": lambda _: "<p>secret</p>", f"{APP}form": lambda _: "<p>refused</p>"}
    world.headers = {f"{APP}secret": {"Cache_Control": "no-store"}}
    person.open(path=f"{APP}secret")
    for number in range(31):
        page.goto(f"{person.base}{APP}?page={number}")
    page.evaluate(f"fetch('{APP}form', {{method: 'POST', body: 'a=1', headers: {{Accept: 'text/html'}}}}).then(answer => answer.text())")
    page.goto(f"{person.base}{APP}?page=30")
    person.until("caches.keys().then(async names => (await (await caches.open(names.find(name => name.includes(' pages ')))).keys()).length === 30)")
    kept = page.evaluate("caches.keys().then(async names => (await (await caches.open(names.find(name => name.includes(' pages ')))).keys()).map(({url}) => url).join())")
    assert "secret" not in kept and "form" not in kept and "page=0," not in kept and "page=1," in kept, kept
    world.down = True
    world.cut()
    page.goto(f"{person.base}{APP}?page=17")
    person.until("!connection.hidden")
    said = person.js("connection.textContent")
    assert re.fullmatch(r"You are offline\. This is from \d?\d:\d\d [AP]M\.", said), said
    assert person.js("document.getElementById('a').textContent") == "kept"
    assert person.js("[...document.styleSheets].length") == 2, "with its style"
    person.stays("connection.textContent.startsWith('You are offline')", 2.5)
    world.main = world.main.replace("kept", "fresh")
    world.down = False
    person.js("dispatchEvent(new Event('online'))")
    person.until("a.textContent === 'fresh' && connection.hidden", 16)


def signing_out_forgets_the_pages(person, world):
    page = person.open(f'<form method="post" action="{APP}sign-out" data-sign-out><button>Sign out</button></form>')
    person.worker()
    page.goto(person.base + APP + "?private")
    person.until("caches.match(location.href).then(Boolean)")
    world.signed_in = False
    page.click("button")
    page.wait_for_url(person.base + APP)
    person.until(f"caches.match('{APP}?private').then(answer => !answer)")


def a_form_is_sent_once(person, world):
    page = person.open(f'<p id="a" data-subject="match/1">0</p><form method="post" action="{APP}send"><input name="x" value="1">'
                       '<button name="go" value="yes">Send</button></form>')
    world.hold.clear()
    # Playwright does not ask a page that is being left, so the page notes by itself what it sees.
    person.js("""setTimeout(() => {
        const button = document.querySelector('button');
        button.click();
        button.click();
        setTimeout(() => { sessionStorage.disabled = button.disabled; button.form.requestSubmit(); }, 100);
        setTimeout(() => { sessionStorage.text = a.textContent; }, 1000);
    })""")
    until(lambda: world.posts)
    world.main = world.main.replace("0", "1")
    world.happen("match/1")
    time.sleep(1.2)
    world.hold.set()
    person.until("a.textContent === '1' && !window.loaded")
    assert world.posts == [(f"{APP}send", {"x": "1", "go": "yes"})], world.posts
    assert person.js("[sessionStorage.disabled, sessionStorage.text].join()") == "true,0", "nothing moves while it is sent"
    page.go_back()
    person.until("!document.querySelector('button').disabled")
    # What was refused is as the person typed it, and stays so.
    world.answers[f"{APP}send"] = lambda _: world.main.replace('value="1"', 'value="typed"')
    page.click("button")
    person.until("document.forms[0].x.value === 'typed'")
    until(lambda: world.sockets)
    world.answers[f"{APP}send"] = lambda _: world.main.replace(">1<", ">2<")
    world.happen("match/1")
    person.until("a.textContent === '2'")
    assert person.js("document.forms[0].x.value") == "typed"


def a_form_waits_for_a_server_that_is_out_of_reach(person, world):
    form = (f'<form method="post" action="{APP}send"><input name="stake"><p data-connection hidden></p><button>Bet</button></form>'
            f'<form method="post" action="{APP}send"><input name="note"><div class="buttons"><button>Note</button></div></form>')
    page = person.open(form)
    world.down, world.stream = True, "refused"
    world.cut()
    page.fill("[name=stake]", "20")
    page.fill("[name=note]", "Hello")
    person.until("!document.querySelector('[data-connection]').hidden")
    assert person.js("document.querySelector('[data-connection]').textContent") == "Connection lost."
    page.click("text=Bet")
    person.until("document.querySelector('[data-connection]').textContent === 'Nothing was sent.'")
    page.click("text=Note")
    person.until("document.querySelector('.buttons + [data-connection]')?.textContent === 'Nothing was sent.'")
    assert person.js("window.loaded && document.forms[0].stake.value === '20' && !document.querySelector('button:disabled')")
    assert not world.posts, world.posts
    world.down, world.stream = False, "open"
    person.js("dispatchEvent(new Event('online'))")
    person.until("[...document.querySelectorAll('[data-connection], #connection')].every(note => note.hidden)")
    page.click("text=Bet")
    until(lambda: world.posts == [(f"{APP}send", {"stake": "20"})], what="it is sent once")
    # Where the stream alone is refused, as by a proxy, forms are sent.
    person.open(form)
    world.stream = "refused"
    world.cut()
    person.until("!connection.hidden")
    page.click("text=Note")
    until(lambda: len(world.posts) == 2, what="it is sent without a stream")


def what_is_kept_is_sent_when_the_server_is_back(person, world):
    page = person.open(f'<form method="post" action="{APP}"><button name="_keep" value="slip:pick">2.00</button></form>')
    world.down, world.stream = True, "refused"
    world.cut()
    page.click("text=2.00")
    person.until("connection.textContent === 'Connection lost.' && !connection.hidden")
    world.down, world.stream = False, "open"
    until(lambda: world.posts, what="it is sent")
    assert world.posts == [(APP, {"_keep": "slip:pick"})], world.posts
    person.until("connection.hidden")
    assert person.js("window.loaded")


def current_tabs_are_in_view(person, world):
    def tabs(current):
        links = "".join(f'<a href="?{n}"{" aria-current=page" if n == current else ""}>Tab number {n}</a>' for n in range(20))
        return f'<nav class="subtabs">{links}</nav>'
    person.open("<br>" * 60 + tabs(11) + tabs(17))
    inside = person.js("""[...document.querySelectorAll('.subtabs [aria-current]')].map(tab => {
        const {left, right} = tab.getBoundingClientRect();
        return left >= 0 && right <= innerWidth && tab.parentElement.scrollLeft > 0;
    })""")
    assert inside == [True, True], inside
    assert person.js("scrollY") == 0, "the page itself does not move"


def games_stay_in_the_order_of_the_server(person, world):
    def days(*lists):
        return "".join(f'<h2>Day</h2><div class="grid">{"".join(game(n) for n in numbers)}</div>' for numbers in lists)

    def game(number):
        return f'<article class="card" id="event-{number}" data-subject="event/{number}"><h3><a href="{APP}{number}">{number}</a></h3>{world.number}</article>'
    shown = "[...document.querySelectorAll('.grid')].map(grid => [...grid.children].map(card => card.id.slice(6)).join()).join(' ')"
    region = '<div class="region" id="games" data-subject="event/*">{}</div>'
    orders = [([1, 2, 3], [4, 5]), ([2, 1, 3], [5, 4]), ([3], [2, 1, 4, 5]), ([5, 4, 3, 2, 1],), ([1, 5, 2, 4, 3], [6]), ([6], [1, 2])]
    person.open(region.format(days(*orders[0])))
    for order in orders:
        world.main = region.format(days(*order))
        world.happen("event/2")
        person.until(f"{shown} === '{' '.join(','.join(map(str, numbers)) for numbers in order)}'")


def a_question_comes_first(person, world):
    page = person.open(f'<form method="post" action="{APP}send" data-confirm="Really cancel?"><input type="hidden" name="_confirm" value="Really cancel?"><button name="go" value="1">Cancel it</button></form>')
    page.click("button")
    assert page.get_by_role("dialog", name="Really cancel?").is_visible()
    page.keyboard.press("Escape")
    person.until("!document.querySelector('dialog') && document.activeElement.textContent === 'Cancel it'")
    assert not world.posts
    page.click("button")
    page.get_by_role("dialog").get_by_role("button", name="Cancel it").click()
    person.until("!window.loaded")
    assert world.posts == [(f"{APP}send", {"go": "1"})], world.posts


def a_filter_replaces_its_region(person, world):
    def results(query):
        return (f'<form action="{APP}find" data-target="found"><input type="search" name="q" data-autosubmit value="{query.get("q", "")}">'
                '<select name="kind" data-autosubmit><option>all</option><option>new</option></select><button>Find</button></form>'
                f'<p id="found">{query.get("q", "")} {query.get("kind", "")}</p><p id="other">{query.get("q", "")}</p>')
    world.answers[f"{APP}find"] = results
    page = person.open(path=f"{APP}find")
    length = person.js("history.length")
    page.locator("[name=q]").press_sequentially("chess", delay=30)
    person.until("found.textContent === 'chess all'")
    assert world.reads[1:] == [f"{APP}find?q=chess&kind=all"], f"only when the typing pauses: {world.reads}"
    assert page.url.endswith("/find?q=chess&kind=all") and person.js("history.length") == length
    assert person.js("document.activeElement.name === 'q' && other.textContent === '' && window.loaded")
    page.select_option("select", "new")
    person.until("found.textContent === 'chess new'")
    page.click("text=Find")
    person.until("other.textContent === 'chess' && !window.loaded")


def small_helps_for_fields_and_buttons(person, world):
    person.context.grant_permissions(["clipboard-read", "clipboard-write", "geolocation"])
    person.context.set_geolocation({"latitude": 40.41678, "longitude": -3.70379})
    soon = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(time.time() + 65))
    markup = (f'<section id="s" data-subject="match/1"><time data-countdown datetime="{soon}">at eight</time><textarea id="t" maxlength="50"></textarea>'
              '<p data-counter="t">0 of 50</p><button id="copy" data-copy="https://example.org/1" data-done="Copied" hidden>Copy</button></section>'
              f'<form action="{APP}near"><input name="lat"><input name="lng"><button data-position>Near me</button></form>'
              f'<form method="post" action="{APP}sign-in"><input type="hidden" name="time_zone"><button>Sign in</button></form>')
    world.answers[f"{APP}near"] = lambda query: "<p>near</p>"
    page = person.open(markup)
    assert person.js("document.querySelector('time').textContent") == "in 1 minute"
    assert person.js("document.querySelector('time').title") == "at eight"
    person.until("/^in 5\\d seconds$/.test(document.querySelector('time').textContent)", 8)
    page.fill("#t", "twelve chars")
    assert person.js("document.querySelector('[data-counter]').textContent") == "12 of 50"
    world.main = markup.replace("at eight", "at nine")
    world.happen("match/1")
    until(lambda: len(world.reads) == 2)
    person.stays("document.querySelector('[data-counter]').textContent === '12 of 50' && document.querySelector('time').textContent !== 'at nine'")
    page.click("#copy")
    assert person.js("navigator.clipboard.readText()") == "https://example.org/1"
    person.until("announcements.textContent === 'Copied'")
    page.click("text=Near me")
    page.wait_for_url("**/near?*")
    assert page.url.endswith("near?lat=40.4168&lng=-3.7038"), page.url
    page.goto(person.base + APP)
    page.click("text=Sign in")
    until(lambda: world.posts)
    assert world.posts[0][1] == {"time_zone": "Europe/Madrid"}, world.posts


def a_photo_is_cropped_by_dragging(person, world):
    picture = ("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='400' height='200'%3E"
               "%3Crect width='400' height='200' fill='teal'/%3E%3C/svg%3E")
    page = person.open(f'<form method="post" action="{APP}photo"><div class="crop" data-crop data-size="Size"><figure class="crop-frame"><img src="{picture}" alt="">'
                       '</figure><div><input name="x" type="number"><input name="y" type="number"><input name="width" type="number">'
                       '<input name="height" type="number"></div></div><button>Save</button></form>')
    values = "[...document.querySelectorAll('[type=number]')].map(field => Number(field.value))"
    person.until(f"({values}).join() === '100,0,200,200' || ({values}).join() === '0,0,200,200'")
    start = person.js(values)[0]
    box = page.locator(".crop img").bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] + 20, middle[1] + 10, steps=4)
    page.mouse.up()
    x, y, width, height = person.js(values)
    assert (y, width, height) == (0, 200, 200) and abs(x - start - 20 * 400 / box["width"]) < 5, (x, y, width, height)
    page.mouse.wheel(0, -100)
    person.until(f"({values})[2] === 190 && ({values})[3] === 190")
    page.get_by_role("slider", name="Size").fill("0.5")
    person.until(f"({values})[2] === 100")
    page.fill("[name=x]", "7")
    person.until("document.querySelector('.crop-square').style.left === '1.75%'")


def a_page_reads_itself_again_while_somebody_looks(person, world):
    world.signed_in = False
    world.body = 'data-refresh="0.2"'
    page = person.open('<script type="module" src="/static/v1/refresh.js"></script><p id="a">one</p><input id="t">')
    page.fill("#t", "typed")
    world.main = world.main.replace("one", "two")
    person.until("a.textContent === 'two'")
    assert person.js("t.value === 'typed' && window.loaded"), "what is typed stays, and the page is not loaded again"
    hide = "value => { Object.defineProperty(document, 'hidden', {value, configurable: true}); document.dispatchEvent(new Event('visibilitychange')) }"
    page.evaluate(hide, True)
    time.sleep(0.4)  # one may have been on its way
    count = len(world.reads)
    time.sleep(0.8)
    assert len(world.reads) == count, "a hidden tab asks nothing"
    page.evaluate(hide, False)
    until(lambda: len(world.reads) > count, what="a page that is seen again asks at once")
    world.down = True
    person.until("!connection.hidden && connection.textContent === 'Connection lost.'")
    world.down = False
    person.until("connection.hidden", 10)
    # What is over says so by leaving the attribute out.
    world.body = ""
    person.until("!document.body.hasAttribute('data-refresh')")
    time.sleep(0.3)
    count = len(world.reads)
    time.sleep(0.8)
    assert len(world.reads) == count, "it has stopped"
