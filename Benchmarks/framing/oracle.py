"""What h11 reads of the bytes of a connection, and what the recording server says it has read."""
import json
import re
import zlib

import h11
import h11._events
import h11._headers
import h11._readers

# The server also takes UTF-8 in a target, and any number of zeros before a length, which h11 does not.
h11._readers.request_line_re = re.compile(
    rb"(?P<method>[-!#$%&'*+.^_`|~0-9a-zA-Z]+) (?P<target>[\x21-\x7e\x80-\xff]+) HTTP/(?P<http_version>[0-9]\.[0-9])")
h11._events.request_target_re = re.compile(rb"[\x21-\x7e\x80-\xff]+")
h11._headers.CONTENT_LENGTH_MAX_DIGITS = 100


def origin(target):
    """The path and query of an absolute-form target, as the server reads it."""
    for scheme in ("http://", "https://"):
        if target[:len(scheme)].lower() == scheme:
            rest = target[len(scheme):]
            ends = [i for i in (rest.find("/"), rest.find("?")) if i >= 0]
            rest = rest[min(ends):] if ends else ""
            return rest if rest.startswith("/") else "/" + rest
    return target


def stays(head):
    """Whether the connection goes on after a request of HTTP/1.0, which h11 always ends (RFC 9112, 9.3)."""
    options = {o.strip().lower() for n, v in head.headers if n == b"connection" for o in v.split(b",")}
    return head.http_version == b"1.0" and b"keep-alive" in options and b"close" not in options


class Expected:
    def __init__(self):
        self.requests = []
        self.refusal = None
        # Behind a request for another protocol the server reads nothing if anything came with it.
        self.upgrades = []
        # "close": nothing after the last request counts. "open": the connection can go on. "partial": a request began.
        self.end = "open"


def expected(data):
    """The requests in `data`, by h11. Up to seven empty lines before a request are dropped, which h11 does not do."""
    result = Expected()
    while True:
        for _ in range(7):
            if data.startswith(b"\r\n"):
                data = data[2:]
        if not data:
            return result
        connection = h11.Connection(h11.SERVER, max_incomplete_event_size=100_000)
        head, body = None, b""
        try:
            connection.receive_data(data)
            while True:
                event = connection.next_event()
                if event is h11.NEED_DATA:
                    result.end = "partial"
                    return result
                if isinstance(event, h11.Request):
                    head = event
                elif isinstance(event, h11.Data):
                    body += bytes(event.data)
                elif isinstance(event, h11.EndOfMessage):
                    break
                else:
                    result.refusal = f"unexpected {event!r}"
                    return result
        except h11.RemoteProtocolError as error:
            result.refusal = str(error)
            return result
        result.upgrades.append(any(name == b"upgrade" for name, _ in head.headers))
        target = origin(head.target.decode(errors="replace"))
        if target.startswith("/none"):
            # Its body is read and dropped.
            body = b""
        result.requests.append((head.method.decode(), target, len(body), zlib.adler32(body)))
        status = 405 if head.method == b"CONNECT" else 200
        connection.send(h11.Response(status_code=status, headers=[("Content-Length", "0")]))
        connection.send(h11.EndOfMessage())
        if connection.our_state is not h11.DONE and not stays(head):
            result.end = "close"
            return result
        data = bytes(connection.trailing_data[0])


class Observed:
    def __init__(self):
        self.requests = []
        # Status and detail.
        self.refusal = None
        self.closing = False
        self.fault = None


def observed(data, heads):
    """The requests that the server's answers tell of. `heads` says which of the requests are HEAD."""
    result = Observed()
    while data:
        end = data.find(b"\r\n\r\n")
        if end < 0:
            result.fault = f"half a head {data[:80]!r}"
            return result
        lines = data[:end].decode("latin-1").split("\r\n")
        data = data[end + 4:]
        status = int(lines[0].split(" ")[1])
        if status == 100:
            continue
        fields = {}
        for line in lines[1:]:
            name, value = line.split(": ", 1)
            fields[name.lower()] = value
        seen = fields.get("x-seen")
        record = json.loads(seen) if seen else None
        length = int(fields.get("content-length", 0))
        if record and record["method"] == "HEAD":
            length = 0
        # A refusal of a HEAD request has no body either; it is the last answer.
        body, data = data[:length], data[length:]
        if len(body) < length and record:
            result.fault = "half a body"
            return result
        result.closing = "close" in fields.get("connection", "")
        if record:
            if body and json.loads(body) != record:
                result.fault = "field and body differ"
            result.requests.append((record["method"], record["target"], record["size"], record["sum"]))
        else:
            try:
                detail = json.loads(body).get("detail", "") if body else ""
            except ValueError:
                detail = repr(body[:80])
            result.refusal = f"{status} {detail}"
            if data:
                result.fault = f"answers after a refusal {data[:80]!r}"
            return result
    return result


def compare(sent, answered, server_closed, peer_cut=False):
    """The class of the connection, and a text if it needs judgement."""
    want = expected(sent)
    have = observed(answered, None)
    if have.fault:
        return ("cut", None) if peer_cut else ("fault", have.fault)
    common = min(len(want.requests), len(have.requests))
    if want.requests[:common] != have.requests[:common]:
        pairs = [(a, b) for a, b in zip(want.requests, have.requests) if a != b]
        return "DIFFERENT", f"h11 {pairs[0][0]} server {pairs[0][1]}"
    if have.closing and not have.refusal and 0 < len(have.requests) <= len(want.requests):
        if want.upgrades[len(have.requests) - 1]:
            return "closed after upgrade", None
    # A large body of `/none` is not read: the server answers at once and closes, also before the body is complete.
    if have.closing and not have.refusal and have.requests and have.requests[-1][1].startswith("/none"):
        if len(have.requests) <= len(want.requests) + 1 and server_closed:
            return "closed instead of dropping", None
    if len(have.requests) > len(want.requests):
        more = have.requests[common]
        return "LAXER", f"h11: {want.refusal or want.end}; server read {more}"
    if len(have.requests) < len(want.requests):
        if have.refusal:
            return ("stricter" if server_closed and have.closing else "NOT CLOSED"), have.refusal
        if have.closing:
            return "CLOSED EARLIER", f"h11 reads on with {want.requests[common]}"
        return ("cut", None) if peer_cut else ("MISSING", f"{want.requests[common]}")
    if want.refusal:
        if have.refusal:
            return ("both refuse" if server_closed and have.closing else "NOT CLOSED"), None
        return ("cut", None) if peer_cut else ("LAXER", f"h11 refuses {want.refusal}; the server waits or stays")
    if have.refusal:
        # h11 may still wait for the end of a head that the server refuses already.
        return ("stricter" if server_closed and have.closing else "NOT CLOSED"), have.refusal
    if (want.end == "close") != have.closing and have.requests:
        return "END", f"h11 says {want.end}, the server {'closes' if have.closing else 'stays'}"
    return "same", None
