"""A small server for the checks of the pages' scripts: a document under the real policy, forms that count, and a stream."""

import base64
import hashlib
import http.server
import pathlib
import re
import struct
import threading
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[3]
APP = "/app/demo/"


def policy():
    """The Content-Security-Policy that the pages really have."""
    source = (ROOT / "Sources/Pages/Layout.swift").read_text()
    parts = re.search(r'"Content-Security-Policy",\s*((?:"[^"]*"[\s+]*)+)', source)
    return "".join(re.findall(r'"([^"]*)"', parts[1]))


class World:
    """What the server says now. Checks change it while browsers look."""

    def __init__(self, scripts):
        self.scripts = scripts
        self.policy = policy()
        self.lock = threading.Condition()
        self.main = ""  # markup of the page
        self.title = "Demo"
        self.body = ""  # more attributes of <body>
        self.answers = {}  # path → function of the query that returns markup
        self.headers = {}  # path → more headers
        self.signed_in = True
        self.gone = False  # pages are 404
        self.down = False  # connections end without an answer
        self.stream = "open"  # or what happens instead: refused, 410, 4401, 4410
        self.hold = threading.Event()  # answers to POSTs wait for it
        self.hold.set()
        self.number = 100
        self.events = []
        self.sockets = []
        self.after = []  # of each handshake
        self.reads = []  # paths of pages that were read
        self.posts = []  # (path, fields)

    def happen(self, subject, told=True):
        kind, identifier = subject.split("/")
        with self.lock:
            self.number += 1
            event = '{"number":%d,"type":"%s.changed","subject":{"type":"%s","id":%s},"at":"2026-05-20T18:30:00.000Z","by":null}'
            self.events.append((self.number, event % (self.number, kind, kind, identifier)))
            if told:
                self.tell(self.events[-1][1])

    def tell(self, text):
        for socket in list(self.sockets):
            socket.say(text)

    def cut(self, code=None):
        """Ends all connections of the stream, without a word if there is no code."""
        for socket in list(self.sockets):
            socket.end(code)

    def document(self, main, position):
        stream = f' data-stream="{APP}stream" data-position="{position}"' if self.signed_in else ""
        return f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{self.title}</title>
<link rel="stylesheet" href="{APP}theme.css?v=1"><link rel="stylesheet" href="/static/v1/app.css">
<script type="module" src="/static/v1/app.js"></script></head>
<body data-app="{APP}"{stream} data-lost="Connection lost." data-gone="No longer here." data-unreachable="Nothing was sent." data-offline="You are offline. This is from {{time}}." {self.body}>
<header><a id="inbox" data-subject="notice/*" href="{APP}inbox">{len(self.events)} new</a></header>
<p id="connection" class="connection" role="status" hidden></p><main id="main">{main}</main></body></html>"""


class Socket:
    """The server's side of a WebSocket that only speaks."""

    def __init__(self, handler):
        self.handler = handler
        self.lock = threading.Lock()

    def frame(self, kind, payload):
        size = bytes([len(payload)]) if len(payload) < 126 else b"\x7e" + struct.pack(">H", len(payload))
        try:
            with self.lock:
                self.handler.wfile.write(bytes([0x80 | kind]) + size + payload)
        except (OSError, ValueError):
            pass

    def say(self, text):
        self.frame(1, text.encode())

    def end(self, code=None):
        if code:
            self.frame(8, struct.pack(">H", code))
        try:
            self.handler.connection.shutdown(2)
        except OSError:
            pass


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    world: World

    def log_message(self, *_):
        pass

    def answer(self, status, text, kind="text/html; charset=utf-8", **headers):
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", self.world.policy)
        for name, value in ({"Cache-Control": "private, no-cache"} | headers).items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        fields = self.rfile.read(int(self.headers["Content-Length"])).decode()
        path = urllib.parse.urlsplit(self.path).path
        if self.world.down:
            self.close_connection = True
            return
        self.world.posts.append((path, dict(urllib.parse.parse_qsl(fields, keep_blank_values=True))))
        self.world.hold.wait(10)
        if path in self.world.answers:
            return self.answer(422, self.world.document(self.world.answers[path]({}), self.world.number))
        self.answer(303, "", Location=APP)

    def do_GET(self):
        world, parts = self.world, urllib.parse.urlsplit(self.path)
        path, query = parts.path, dict(urllib.parse.parse_qsl(parts.query))
        if world.down:
            self.close_connection = True
            return
        if path == f"{APP}stream":
            return self.follow(query)
        if path.startswith("/static/v1/"):
            file = world.scripts / path.rsplit("/", 1)[1]
            kind = "text/css" if file.suffix == ".css" else "text/javascript"
            return self.answer(200, file.read_text(), kind, Cache_Control="public, max-age=31536000, immutable")
        if path == f"{APP}sw.js":
            return self.answer(200, (world.scripts / "worker.js").read_text(), "text/javascript", Cache_Control="no-cache")
        if path == f"{APP}theme.css":
            return self.answer(200, "main { scroll-behavior: auto }", "text/css")
        if not path.startswith(APP):
            return self.answer(404, "")
        world.reads.append(self.path)
        if world.gone:
            return self.answer(404, world.document("<p>Not found</p>", world.number))
        markup = world.answers[path](query) if path in world.answers else world.main
        self.answer(200, world.document(markup, world.number), **world.headers.get(path, {}))

    def follow(self, query):
        world = self.world
        world.after.append(query.get("after"))
        self.close_connection = True
        if world.stream in ("refused", "410"):
            return self.answer(503 if world.stream == "refused" else 410, "")
        key = base64.b64encode(hashlib.sha1((self.headers["Sec-WebSocket-Key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
        self.wfile.write(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " + key + b"\r\n\r\n")
        socket = Socket(self)
        if world.stream in ("4401", "4410"):
            code, world.stream = int(world.stream), "open" if world.stream == "4410" else "4401"
            return socket.end(code)
        with world.lock:
            for number, event in world.events:
                if "after" in query and number > int(query["after"]):
                    socket.say(event)
            world.sockets.append(socket)
        try:
            if self.rfile.read(1):  # all that the page ever sends is its end
                socket.end(1000)
        except OSError:
            pass
        with world.lock:
            world.sockets.remove(socket)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, world):
        super().__init__(("127.0.0.1", 0), type("Bound", (Handler,), {"world": world}))
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def handle_error(self, *_):  # a browser that goes away
        pass


def until(condition, seconds=5.0, what="condition"):
    """Waits until it is true, and says so if it does not come."""
    end = time.monotonic() + seconds
    while not (result := condition()):
        if time.monotonic() > end:
            raise AssertionError(f"not within {seconds} s: {what}")
        time.sleep(0.02)
    return result
