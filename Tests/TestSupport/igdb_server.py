# IGDB and Twitch's token endpoint for tests: https://api-docs.igdb.com/, with the oddities of their answers. Prints its port.
#
# Counts what arrives against the limits of IGDB, four requests within any second and eight open ones, and answers 429 to
# what exceeds them. PUT /control changes what it does (see `Server.control`), GET /control tells what it saw.
import json
import re
import socket
import sys
import threading
import time
from collections import deque
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

CLIENT_ID, CLIENT_SECRET = "igdb-client", "s3cret-of-twitch"
TIPS = {
    "message": "Authorization Failure. Have you tried:",
    "Tip 1": "Ensure you are sending Authorization and Client-ID as headers.",
    "Tip 2": "Ensure Authorization value starts with 'Bearer ', including the space",
    "Tip 3": "Ensure Authorization value ends with the App Access Token you generated, NOT your Client Secret.",
    "Docs": "https://api-docs.igdb.com/#authentication",
    "Discord": "https://discord.gg/FrvfwQg",
}
NOT_FOUND = {
    "title": "Not Found",
    "status": 404,
    "type": "https://javalin.io/documentation#notfoundresponse",
    "details": {},
}
REFERENCES = ("cover", "screenshots", "genres", "platforms")
FIELDS = ("id", "name", "rating", "rating_count", "summary", "first_release_date", "updated_at") + REFERENCES


class Refused(Exception):
    def __init__(self, status, body):
        self.status, self.body = status, body


def key(text):
    return re.sub(r"[^a-z0-9]+", " ", text.lower()).strip()


def games_of(query, games):
    """The answer to one query in Apicalypse."""
    text = re.search(r'\bsearch\s+"((?:[^"\\]|\\.)*)"\s*;', query)
    rest = query if text is None else query[: text.start()] + query[text.end() :]
    statements = dict(
        (part.split(None, 1) + [""])[:2] for part in (p.strip() for p in rest.split(";")) if part
    )
    if set(statements) - {"fields", "where", "sort", "limit", "offset"}:
        raise Refused(400, [{"title": "Syntax Error", "status": 400, "cause": "Unexpected input"}])
    if text is not None and "sort" in statements:
        raise Refused(400, {"title": "Invalid Query", "status": 400, "cause": "Search and sort"})
    fields = [f.strip() for f in statements.get("fields", "id").split(",")]
    for field in fields:
        if field.split(".")[0] not in FIELDS:
            cause = "Invalid field name: '%s'" % field
            raise Refused(400, [{"title": "Invalid Field", "status": 400, "cause": cause}])
    limit, offset = int(statements.get("limit", 10)), int(statements.get("offset", 0))
    if limit > 500:
        details = "You typed in %d but your maximum is 500" % limit
        raise Refused(
            403, {"title": "Forbidden", "status": 403, "cause": "Reqest limit too high", "details": details}
        )
    found = list(games)
    if text is not None:
        words = key(re.sub(r"\\(.)", r"\1", text.group(1))).split()
        found = [g for g in found if all(w in key(str(g.get("name", ""))) for w in words)]
    for condition in filter(None, (c.strip() for c in statements.get("where", "").split("&"))):
        name, operator, value = re.fullmatch(r"(\w+)\s*(!=|>=)\s*(\w+)", condition).groups()
        if operator == "!=":
            found = [g for g in found if name in g]
        else:
            found = [g for g in found if g.get(name, 0) >= int(value)]
    if "sort" in statements:
        name, order = statements["sort"].split()
        found.sort(key=lambda g: g.get(name, 0), reverse=order == "desc")
    return [shown(g, fields) if isinstance(g.get("id"), int) else g for g in found[offset : offset + limit]]


def shown(game, fields):
    """A field that is unknown is absent, and one that is not expanded is an id."""
    result = {"id": game["id"]}
    for field in fields:
        name = field.split(".")[0]
        if name not in game or name == "id":
            continue
        if name not in REFERENCES:
            result[name] = game[name]
        elif "." not in field:
            values = game[name]
            result[name] = [v["id"] for v in values] if isinstance(values, list) else values["id"]
        else:
            part = field.split(".")[1]
            old = result.get(name)
            if isinstance(game[name], list):
                old = old or [{"id": v["id"]} for v in game[name]]
                for shown_value, value in zip(old, game[name]):
                    shown_value[part] = value[part]
            else:
                old = old or {"id": game[name]["id"]}
                old[part] = game[name][part]
            result[name] = old
    return result


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.lock = threading.Lock()
        self.tokens = {}
        self.starts = deque()
        self.open = 0
        self.log = []
        self.seen = {"requests": 0, "issued": 0, "revoked": 0, "most_open": 0, "most_starts": 0, "violations": []}
        # games: what IGDB has. plan: what the next requests get instead of an answer, one each: {"status", "headers",
        # "body"}, or {"do": "garbage" | "truncate" | "close" | "html"}. delay: milliseconds before each answer. tokens: the same
        # for Twitch, as token_plan and token_delay. expires_in: of new tokens. revoke: forget all tokens.
        self.control = {
            "games": [],
            "plan": [],
            "delay": 0,
            "token_plan": [],
            "token_delay": 0,
            "expires_in": 5587808,
        }

    def handle_error(self, request, client_address):
        pass

    def arrive(self):
        """Notes a request; whether it exceeds a limit."""
        with self.lock:
            now = time.monotonic()
            self.seen["requests"] += 1
            self.starts.append(now)
            while self.starts[0] <= now - 1:
                self.starts.popleft()
            self.open += 1
            self.seen["most_open"] = max(self.seen["most_open"], self.open)
            self.seen["most_starts"] = max(self.seen["most_starts"], len(self.starts))
            if len(self.starts) > 4:
                self.seen["violations"].append("%d requests in a second" % len(self.starts))
            if self.open > 8:
                self.seen["violations"].append("%d open requests" % self.open)
            return len(self.starts) > 4 or self.open > 8

    def leave(self):
        with self.lock:
            self.open -= 1

    def next(self, name):
        with self.lock:
            plan = self.control[name]
            return plan.pop(0) if plan else None


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *arguments):
        pass

    def answer(self, status, value, headers={}, kind="application/json"):
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        self.send_response(status)
        for name, text in headers.items():
            self.send_header(name, text)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def body(self):
        return self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()

    def do_GET(self):
        with self.server.lock:
            value = dict(self.server.seen, log=self.server.log, open=self.server.open)
        self.answer(200, value)

    def do_PUT(self):
        change = json.loads(self.body())
        with self.server.lock:
            if change.pop("revoke", False):
                self.server.tokens.clear()
            self.server.control.update(change)
        self.answer(200, {})

    def do_POST(self):
        parts = urlsplit(self.path)
        if parts.path == "/oauth2/token":
            return self.token(parse_qs(parts.query + "&" + self.body()))
        if parts.path == "/oauth2/revoke":
            return self.revoke(parse_qs(parts.query + "&" + self.body()))
        body = self.body()
        exceeds = self.server.arrive()
        try:
            with self.server.lock:
                delay = self.server.control["delay"]
            time.sleep(delay / 1000)
            plan = self.server.next("plan")
            if exceeds:
                result = (429, {"message": "Too Many Requests"}, {})
            elif plan is not None and "status" in plan:
                result = (plan["status"], plan.get("body", {}), plan.get("headers", {}))
            else:
                result = self.result(parts.path, body) + ({},)
            with self.server.lock:
                self.server.log.append({"path": parts.path, "body": body, "status": result[0]})
        finally:
            # Before the client has the answer and may send the next one.
            self.server.leave()
        what = (plan or {}).get("do")
        if what == "close":
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)
        elif what == "garbage":
            self.answer(200, b'[{"id": 1, "name": "Half')
        elif what == "html":
            self.answer(200, b"<html>Maintenance</html>", kind="text/html")
        elif what == "truncate":
            self.close_connection = True
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n[{")
        else:
            self.answer(*result)

    def result(self, path, body):
        token = self.headers.get("Authorization", "").removeprefix("Bearer ")
        with self.server.lock:
            is_known = self.server.tokens.get(token, 0) > time.monotonic()
            games = self.server.control["games"]
        if self.headers.get("Client-ID") != CLIENT_ID or not is_known:
            return 401, TIPS
        try:
            if path == "/v4/games":
                return 200, games_of(body, games)
            if path == "/v4/multiquery":
                queries = re.findall(r'query\s+games\s+"([^"]*)"\s*\{(.*?)\};', body, re.S)
                if not 1 <= len(queries) <= 10:
                    raise Refused(400, [{"title": "Too many queries", "status": 400, "cause": "Limit is 10"}])
                # In an order of its own.
                return 200, [{"name": n, "result": games_of(q, games)} for n, q in reversed(queries)]
        except Refused as refused:
            return refused.status, refused.body
        return 404, NOT_FOUND

    def token(self, fields):
        with self.server.lock:
            delay = self.server.control["token_delay"]
        time.sleep(delay / 1000)
        plan = self.server.next("token_plan")
        if plan is not None:
            return self.answer(plan["status"], plan.get("body", {}), plan.get("headers", {}))
        value = {name: values[0] for name, values in fields.items()}
        if value.get("client_id") != CLIENT_ID or value.get("grant_type") != "client_credentials":
            return self.answer(400, {"status": 400, "message": "invalid client"})
        if value.get("client_secret") != CLIENT_SECRET:
            return self.answer(403, {"status": 403, "message": "invalid client secret"})
        with self.server.lock:
            self.server.seen["issued"] += 1
            token = "app-token-%d" % self.server.seen["issued"]
            seconds = self.server.control["expires_in"]
            self.server.tokens[token] = time.monotonic() + seconds
        self.answer(200, {"access_token": token, "expires_in": seconds, "token_type": "bearer"})

    def revoke(self, fields):
        with self.server.lock:
            known = self.server.tokens.pop(fields.get("token", [""])[0], None) is not None
            self.server.seen["revoked"] += known
        self.answer(200 if known else 400, {})


server = Server()
print(server.server_address[1], flush=True)
server.serve_forever()
