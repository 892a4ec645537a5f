"""Shows that people can act in each browser, and that a story fails on each kind of bad page."""

import http.server
import pathlib
import re
import tempfile
import threading
import urllib.parse

from playwright.sync_api import sync_playwright

from pages import size
from pages.browser import Browser
from pages.look import Look
from pages.server import Server

POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; connect-src 'self'; "
          "require-trusted-types-for 'script'")
FORM = """<form method="post" action="/form" enctype="multipart/form-data">
<label>Name <input name="name" required></label> <label>Day <input name="day" type="date"></label>
<label>Note <small>optional</small> <textarea name="note"></textarea></label>
<label>Language <select name="language"><option value="en">English</option><option value="es">Spanish</option></select></label>
<label><input type="checkbox" name="agree" value="yes"> I agree</label> <label>Photo <input type="file" name="photo"></label>
<fieldset><legend>Place</legend><label><input type="radio" name="place" value="here" checked><span>Here</span></label>
<label class="part"><input type="radio" name="place" value="there"><span>There</span></label></fieldset>
<button>Send</button></form> <p>People: 3</p>"""
BAD = {  # path: body, what is found (or none), and whether only with scripts, only by looking, or always
    "/inline": ("<script>document.title = 'ran'</script>", "Content Security Policy|blocked an inline script", "scripts"),
    "/throws": ("<script src='/throw.js'></script>", "planted", "scripts"),
    "/logs": ("<script src='/log.js'></script>", "complaint", "scripts"),
    "/markup": ("<script src='/markup.js'></script>", "TrustedHTML|injection sink", "scripts"),
    "/foreign": ("<img alt='' src='http://localhost:59999/x.png'>", "asked another server", "always"),
    "/blocked": ("<img alt='' src='http://localhost:59999/x.png'>", "Content Security Policy|violates the following directive",
                 "always"),
    "/missing": ("<img alt='' src='/none.png'>", "404 for", "always"),
    "/unprotected": ("", "no strict Content-Security-Policy", "always"),
    "/broken": ("", "500 for", "always"),
    "/wide": ("<div class='wide'>wide</div>", "scrolls sideways", "look"),
    "/pale": ("<p class='pale'>pale</p>", "color-contrast", "look"),
    "/unnamed": ("<input>", "label", "look"),
}
FILES = {
    "/app.css": (".part input { position: absolute; opacity: 0; width: 1px; height: 1px } "
                 ".wide { width: 500px } .pale { color: #bbb; background: #fff }", "text/css"),
    "/icon.svg": ("<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml"),
    "/throw.js": ("throw new Error('planted')", "text/javascript"),
    "/log.js": ("console.error('complaint')", "text/javascript"),
    "/markup.js": ("document.body.insertAdjacentHTML('beforeend', '<b>b</b>')", "text/javascript"),
    "/stream.js": ("setInterval(() => fetch('/told').then((a) => a.text()).then((text) => { "
                   "document.querySelector('#told').textContent = text }).catch(() => {}), 200)", "text/javascript"),
}


class Handler(http.server.BaseHTTPRequestHandler):
    told = "nothing"

    def log_message(self, *_):
        pass

    def answer(self, body, kind="text/html; charset=utf-8", status=200, policy=POLICY):
        data = body.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        if policy:
            self.send_header("Content-Security-Policy", policy)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def document(self, body, **options):
        self.answer(f"<!doctype html><html lang='en'><title>Page</title><link rel='icon' href='/icon.svg'><link rel='stylesheet' "
                    f"href='/app.css'><main><h1>Page</h1>{body}</main></html>", **options)

    def do_GET(self):
        path = urllib.parse.urlsplit(self.path).path
        if path in FILES:
            self.answer(FILES[path][0], FILES[path][1])
        elif path in BAD:
            policy = {"/foreign": POLICY.replace("img-src", "img-src *"), "/unprotected": None}.get(path, POLICY)
            self.document(BAD[path][0], policy=policy, status=500 if path == "/broken" else 200)
        elif path == "/form":
            self.document(FORM)
        elif path == "/done":
            self.document(f"<p id='told'>{Handler.told}</p><script src='/stream.js'></script><a href='/form'>Again</a>")
        elif path == "/told":
            self.answer(Handler.told, "text/plain")
        else:
            self.document("nothing here", status=404)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        wanted = ("Ann", "2026-05-20", "two\r\nlines", "es", "yes", "there", "photo.txt", "a picture")
        missing = [one for one in wanted if one not in body]
        if missing:
            return self.document(f"{FORM}<p role='alert'>Missing: {missing}</p>", status=422)
        self.send_response(303)
        self.send_header("Location", "/done")
        self.send_header("Content-Length", "0")
        self.end_headers()


class WebServer(http.server.ThreadingHTTPServer):
    def handle_error(self, *_):
        """Browsers hang up when they leave a page."""


def acts(browser, server):
    """All that people do."""
    person = browser.person(server, "ann", phone=True)
    person.go("/form")
    person.fill("Name", "Bob")
    person.press("Send", status=422)
    person.see("missing:")
    with tempfile.TemporaryDirectory() as directory:
        photo = pathlib.Path(directory, "photo.txt")
        photo.write_text("a picture")
        person.fill("Name", "Ann")
        person.fill("Day", "2026-05-20")
        person.fill("Note", "two\nlines")
        person.choose("Language", "Spanish")
        person.tick("I agree")
        person.tick("There")
        person.upload("Photo", photo)
        assert person.value("Name") == "Ann"
        person.press("Send")
    assert person.path == "/done", person.path
    person.see("nothing")
    Handler.told = "something"
    person.hear("something")
    Handler.told = "nothing"
    person.hear("nothing")
    person.press("Again")
    assert person.path == "/form", person.path
    person.see("People: 3")
    person.go("/form")
    person.page.get_by_label("Name").focus()
    person.page.keyboard.type("Zoe")
    person.key("Enter")
    person.see("Missing:")
    assert person.status == 422
    person.go("/nowhere", status=404)
    person.check()
    person.context.close()


def finds(browser, server, path, full):
    body, wanted, when = BAD[path]
    look = Look(pathlib.Path(".build/pages/self-test"), full)
    person = browser.person(server, "ann")
    person.go(path, status=500 if path == "/broken" else 200)
    person.page.wait_for_timeout(250)
    look(person, path.strip("/"))
    found = "\n".join(look.found)
    person.context.close()
    if when == "always" or (when == "scripts" and browser.scripts) or (when == "look" and full):
        assert re.search(wanted, found), f"{path} in {browser.name}: {wanted} not in {found!r}"
    else:
        assert not found, f"{path} in {browser.name}: {found}"


def main(kinds):
    """Kinds: pairs of browser and scripts, on or off."""
    httpd = WebServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=httpd.serve_forever, daemon=True).start()
    server = Server(f"http://127.0.0.1:{httpd.server_port}")
    with sync_playwright() as playwright:
        for name, scripts in kinds:
            full = (name, scripts) == ("chromium", "on")
            with Browser(playwright, name, scripts == "on") as browser:
                acts(browser, server)
                for path in BAD:
                    finds(browser, server, path, full)
                if full:
                    print(size.check(browser, server, "/done"))
            print(f"{name}, scripts {scripts}: acts, and finds what is wrong", flush=True)
    print("check-pages: the harness works")
