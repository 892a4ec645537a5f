"""Request streams for a server or a proxy in front of it: ordinary, odd but legal, and hostile ones.

`make(seed)` gives the pieces of one stream, which the client sends one after another on one connection.
"""
import random

METHODS = ["GET", "GET", "GET", "POST", "POST", "PUT", "DELETE", "HEAD", "PATCH", "OPTIONS"]


def body_of(rng):
    size = rng.choice([0, 1, 2, 5, 17, 100, 1000, rng.randrange(0, 20_000)])
    kind = rng.randrange(3)
    if kind == 0:
        return rng.randbytes(size)
    if kind == 1:
        # A body that looks like a request: if the framing slips, it is read as one.
        return (b"GET /smuggled HTTP/1.1\r\nHost: evil\r\n\r\n" * (size // 38 + 1))[:size]
    return b"0\r\n\r\n" + b"x" * size


def chunked(rng, body, odd=True):
    out, start = b"", 0
    while start < len(body):
        n = rng.randrange(1, min(len(body) - start, 4000) + 1)
        size = rng.choice(["%x", "%X", "%04x"] if odd else ["%x"]) % n
        extension = rng.choice(["", "", "", ";a", ";a=b", ';a="b;c"', ";", "; a = b"]) if odd else ""
        out += size.encode() + extension.encode() + b"\r\n" + body[start:start + n] + b"\r\n"
        start += n
    out += rng.choice([b"0", b"0", b"000", b"0;x=y"] if odd else [b"0"]) + b"\r\n"
    for _ in range(rng.choice([0, 0, 0, 1, 2]) if odd else 0):
        out += b"X-Trailer: %d\r\n" % rng.randrange(100)
    return out + b"\r\n"


def request(rng, stream, index, odd):
    """One legal request."""
    method = rng.choice(METHODS)
    # The server drops the bodies of `/none`, and waits before it reads large ones of `/checked`.
    prefix = rng.choice(["", "", "", "", "", "/none", "/checked"]) if odd else ""
    target = f"{prefix}/s{stream}/r{index}"
    if rng.random() < 0.4:
        target += rng.choice(["?a=b", "?", "?x=%20y&z", "/%41b", "/a;b=c", "/~x", "?q=a/b?c", "/a,b!$'()*+"])
    fields = [(rng.choice(["Host", "host", "HOST"]) if odd else "Host", rng.choice(["a", "a:80", "example.org"]))]
    fields.append(("X-Stream", f"{stream}.{index}"))
    version = "HTTP/1.1"
    if odd:
        if rng.random() < 0.08:
            target = "http://" + fields[0][1] + target
        if method == "OPTIONS" and rng.random() < 0.4:
            target = "*"
        if rng.random() < 0.05:
            version = "HTTP/1.0"
            if rng.random() < 0.6:
                fields.append(("Connection", rng.choice(["keep-alive", "Keep-Alive"])))
        if rng.random() < 0.05:
            fields.append(("Connection", rng.choice(["close", "keep-alive", "x, y", "Close"])))
        for _ in range(rng.randrange(3)):
            fields.append(rng.choice([
                ("X-Empty", ""), ("x-odd!#$%&'*+.^_`|~", "1"), ("X-Tab", "a\tb"), ("X-Text", "\u00e9\u00ff"),
                ("Accept", "*/*"), ("Cookie", "a=b; c=d"), ("X-Long", "y" * rng.randrange(2000)),
                ("TE", "trailers"), ("Range", "bytes=0-1"), ("X-Request-Id", "abc"),
            ]))
    has_body = method in ("POST", "PUT", "PATCH") or rng.random() < 0.1
    payload = b""
    if has_body and target != "*":
        body = body_of(rng)
        if version == "HTTP/1.1" and rng.random() < 0.5:
            fields.append((rng.choice(["Transfer-Encoding", "transfer-encoding"]),
                           rng.choice(["chunked", "chunked", "Chunked"]) if odd else "chunked"))
            payload = chunked(rng, body, odd)
        else:
            fields.append((rng.choice(["Content-Length", "content-length"]),
                           rng.choice(["%d", "%d", "%d", "%05d"] if odd else ["%d"]) % len(body)))
            payload = body
        if odd and version == "HTTP/1.1" and rng.random() < 0.05:
            fields.append(("Expect", "100-continue"))
    elif method in ("POST", "PUT", "PATCH"):
        fields.append(("Content-Length", "0"))
    if odd:
        head, rest = fields[0], fields[1:]
        rng.shuffle(rest)
        fields = [head] + rest
    text = f"{method} {target} {version}\r\n"
    for name, value in fields:
        before = rng.choice([" ", " ", " ", "", "  ", "\t"]) if odd else " "
        after = rng.choice(["", "", "", " ", "\t"]) if odd and name not in FRAMING else ""
        text += f"{name}:{before}{value}{after}\r\n"
    blank = b"\r\n" * rng.choice([0] * 12 + [1, 2]) if odd else b""
    return blank + text.encode("latin-1") + b"\r\n" + payload


FRAMING = ("Transfer-Encoding", "transfer-encoding", "Content-Length", "content-length")

# Fields that two programs may read differently. `%d` is the length of the chunked body that follows.
FIELDS = [
    "Content-Length: %d\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: %d",
    "Content-Length: 0\r\nTransfer-Encoding: chunked", "Content-Length: 5\r\nContent-Length: %d",
    "Content-Length: %d\r\nContent-Length: %d", "Content-Length: %d, %d", "Content-Length: %d,", "Content-Length: ,%d",
    "Content-Length: +%d", "Content-Length: -%d", "Content-Length: 0x%x", "Content-Length: %d.0", "Content-Length: %d ",
    "Content-Length : %d", "Content-Length\t: %d", " Content-Length: %d", "Content-Length:\x0b%d",
    "Content-Length:\x0c%d", "Content-Length: %d\x00", "Content-Length: \x00%d", "Content-Length: 0%d",
    "Content-Length: 0000000000000000000000000000000000000000%d", "Content-Length: 18446744073709551616",
    "Content-Length: 18446744073709551621", "Content-Length: 9223372036854775808", "Content-Length: 4294967296",
    "Content-Length: 99999999999999999999999999", "Content-Length:", "Content-Length: ", "Content_Length: %d",
    "Content-Length: \"%d\"", "Content-Length: %d;", "Content-Length: 1_0", "Content-Length: %d\r\n ",
    "Content-Length:\r\n %d", "Content-Length: %d\r\n\t5", "Content-Length: \xb2", "content-length\xa0: %d",
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked, chunked",
    "Transfer-Encoding: chunked, identity", "Transfer-Encoding: identity, chunked", "Transfer-Encoding: identity",
    "Transfer-Encoding: identity\r\nContent-Length: %d", "Transfer-Encoding: gzip, chunked",
    "Transfer-Encoding: gzip", "Transfer-Encoding: xchunked", "Transfer-Encoding: chunkedx",
    "Transfer-Encoding: chunked ", "Transfer-Encoding: chunked\t", "Transfer-Encoding:chunked", "Transfer-Encoding:\tchunked",
    "Transfer-Encoding:\x0bchunked", "Transfer-Encoding: chunked\x0b", "Transfer-Encoding:\x00chunked",
    "Transfer-Encoding: chunked\x00", "Transfer-Encoding : chunked", "Transfer-Encoding\t: chunked",
    " Transfer-Encoding: chunked", "\tTransfer-Encoding: chunked", "X: y\r\n Transfer-Encoding: chunked",
    "Transfer-Encoding:\r\n chunked", "Transfer-Encoding\r\n : chunked", "Transfer-Encoding: chunked\r\n , x",
    "Transfer-Encoding: \"chunked\"", "Transfer-Encoding: 'chunked'", "Transfer-Encoding: chunked;q=1",
    "Transfer-Encoding: ,chunked", "Transfer-Encoding: chunked,", "Transfer-Encoding:", "Transfer_Encoding: chunked",
    "Transfer-Encoding: chun\\ked", "Transfer-Encoding: x\nTransfer-Encoding: chunked", "X: y\nTransfer-Encoding: chunked",
    "X: y\rTransfer-Encoding: chunked", "X: y\r\r\nTransfer-Encoding: chunked", "Foo\r\nTransfer-Encoding: chunked",
    ": x\r\nTransfer-Encoding: chunked", "\x00Transfer-Encoding: chunked", "Transfer-Encoding\x00: chunked",
    "Transfer-Encoding: chunked\r\nConnection: Transfer-Encoding", "Content-Length: %d\r\nConnection: Content-Length",
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked",
    "Transfer-Encoding: \xa0chunked", "Transfer-Encoding: chunked\x85", "Host: b\r\nTransfer-Encoding: chunked",
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAA", "Expect: 100-continue\r\nContent-Length: %d",
    "Expect: 200-ok\r\nContent-Length: %d", "Expect: 100-continue, 100-continue\r\nTransfer-Encoding: chunked",
    "Connection: close, keep-alive\r\nContent-Length: %d", "Connection: close\r\nConnection: keep-alive",
    "X-HTTP-Method-Override: GET\r\nContent-Length: %d", "Max-Forwards: 0\r\nContent-Length: %d",
    "Content-Encoding: chunked\r\nContent-Length: %d", "Trailer: Content-Length\r\nTransfer-Encoding: chunked",
]

LINES = [
    "GET  /x HTTP/1.1", "GET\t/x HTTP/1.1", "GET /x\tHTTP/1.1", " GET /x HTTP/1.1", "GET /x  HTTP/1.1", "GET /x HTTP/1.1 ",
    "GET /x y HTTP/1.1", "GET /x HTTP/1.2", "GET /x HTTP/1.9", "GET /x HTTP/2.0", "GET /x HTTP/0.9", "GET /x HTTP/01.1",
    "GET /x HTTP/1.10", "GET /x HTTP/1.01", "GET /x http/1.1", "GET /x HTTP /1.1", "GET /x HTTP/1,1", "GET /x HTTP/1.",
    "GET /x", "GET", "get /x HTTP/1.1", "G\x00T /x HTTP/1.1", "GET /\x00x HTTP/1.1", "GET /\x0bx HTTP/1.1",
    "GET /\xffx HTTP/1.1", "GET /\xc3\xa9 HTTP/1.1", "GET /x#y HTTP/1.1", "GET x HTTP/1.1", "GET ?x HTTP/1.1",
    "GET * HTTP/1.1", "GET //x HTTP/1.1", "GET /a/../x HTTP/1.1", "GET /a/%2e%2e/x HTTP/1.1", "GET /a\\b HTTP/1.1",
    "GET /%00 HTTP/1.1", "GET /%zz HTTP/1.1", "GET http:///x HTTP/1.1", "GET http://b/x HTTP/1.1", "GET http:/x HTTP/1.1",
    "GET HTTP://a/x HTTP/1.1", "GET https://a HTTP/1.1", "GET http://u@a/x HTTP/1.1", "GET ftp://a/x HTTP/1.1",
    "GET http://a:99999/x HTTP/1.1", "GET http://a?x HTTP/1.1", "GET http://[::1]/x HTTP/1.1", "GET http://a#b HTTP/1.1",
    "CONNECT a:80 HTTP/1.1", "TRACE /x HTTP/1.1", "PRI * HTTP/2.0", "G@T /x HTTP/1.1", "\u00a0GET /x HTTP/1.1",
    "GET /x HTTP/1.1\x0b", "GET /x HTTP/1.1\rX: y", "GET /x HTTP/1.1\nX: y", "GET /|{}<>\"^` HTTP/1.1", "M-SEARCH * HTTP/1.1",
    "GET /" + "a" * 40_000 + " HTTP/1.1", "GET /x?" + "&" * 400 + " HTTP/1.1", "A" * 300 + " /x HTTP/1.1",
]

OTHER = [
    "Host: a\r\nHost: a", "Host: a\r\nHost: b", "Host: a b", "Host: a,b", "Host: a/b", "Host: a@b", "Host:", "Host : a",
    "X: y", "Host: [::1]", "Host: [::1", "Host: a:b", "Host: a\x00", "Host: \xe9", "Host: a\r\nX: a\x01b", "Host: a\r\nX: \x7f",
    "Host: a\r\n: y", "Host: a\r\nX", "Host: a\r\nX y: z", "Host: a\r\nX(: z", "Host: a\r\nX\xe9: z", "Host: a\r\n  X: z",
    "Host: a\r\nX: " + "y" * 40_000, "Host: a\r\n" + "X: y\r\n" * 400 + "Z: z", "Host: a\r\nX: y\n z",
    "Host: a\r\nConnection: x-stream", "Host: a\r\nConnection: host", "Host: a\r\nX:\r\n\r", "Host: a\r\n\x0bX: y",
]

CHUNKS = [
    "5 \r\nhello\r\n0\r\n\r\n", "5\t\r\nhello\r\n0\r\n\r\n", " 5\r\nhello\r\n0\r\n\r\n", "5 ;a\r\nhello\r\n0\r\n\r\n",
    "0x5\r\nhello\r\n0\r\n\r\n", "+5\r\nhello\r\n0\r\n\r\n", "-5\r\nhello\r\n0\r\n\r\n", "5\nhello\r\n0\r\n\r\n",
    "5\r\nhello\n0\r\n\r\n", "5\r\nhello0\r\n\r\n", "5\r\nhelloX\r\n0\r\n\r\n", "5\r\nhello\r\n0\n\n", "5\r\nhello\r\n0\r\n\n",
    "5\rhello\r\n0\r\n\r\n", "5\r\r\nhello\r\n0\r\n\r\n", "g\r\nhello\r\n0\r\n\r\n", "\r\nhello\r\n0\r\n\r\n", ";a\r\nhello\r\n0\r\n\r\n",
    "00000000000000005\r\nhello\r\n0\r\n\r\n", "000000000000000000000000000000005\r\nhello\r\n0\r\n\r\n",
    "10000000000000005\r\nhello\r\n0\r\n\r\n", "100000005\r\nhello\r\n0\r\n\r\n", "ffffffffffffffff\r\nhello\r\n0\r\n\r\n",
    "8000000000000000\r\nhello\r\n0\r\n\r\n", "7fffffffffffffff\r\nhello\r\n0\r\n\r\n", "fffffffffffffffff\r\nhello\r\n0\r\n\r\n",
    "5;a\nb\r\nhello\r\n0\r\n\r\n", "5;a\rb\r\nhello\r\n0\r\n\r\n", "5;a\x00\r\nhello\r\n0\r\n\r\n", "5;a\x7f\r\nhello\r\n0\r\n\r\n",
    "5;\x0b\r\nhello\r\n0\r\n\r\n", "5;a=\"\r\nhello\r\n0\r\n\r\n", "5;\xff\r\nhello\r\n0\r\n\r\n", "5;" + "a" * 3000 + "\r\nhello\r\n0\r\n\r\n",
    "5,5\r\nhello\r\n0\r\n\r\n", "5.\r\nhello\r\n0\r\n\r\n", "5_0\r\nhello\r\n0\r\n\r\n", "5\x00\r\nhello\r\n0\r\n\r\n",
    "5\r\nhello\r\n0\r\nContent-Length: 5\r\n\r\n", "5\r\nhello\r\n0\r\n x\r\n\r\n", "5\r\nhello\r\n0\r\nx\r\n\r\n",
    "5\r\nhello\r\n0\r\nX : y\r\n\r\n", "5\r\nhello\r\n0\r\nX: y\n\r\n\r\n", "5\r\nhello\r\n0\r\nX: \x00\r\n\r\n",
    "5\r\nhello\r\n0\r\nX: y\r\n z\r\n\r\n", "5\r\nhello\r\n0\r\nHost: b\r\n\r\n", "5\r\nhello\r\n0\r\n" + "X: y\r\n" * 40 + "\r\n",
    "5\r\nhello\r\n0\r\nX: " + "y" * 4000 + "\r\n\r\n", "5\r\nhello\r\n00\r\n\r\n", "5\r\nhello\r\n0;a\r\n\r\n",
    "5\r\nhello\r\n\r\n0\r\n\r\n", "5\r\nhell\r\n0\r\n\r\n", "4\r\nhello\r\n0\r\n\r\n", "5\r\nhello\r\n0\r\n", "5\r\nhello\r\n-0\r\n\r\n",
    "5\r\nhello\r\n0 \r\n\r\n", "5\r\nhello\r\n0\r\n:\r\n\r\n", "5\r\nhello\r\n0\r\r\n\r\n",
]


def hostile(rng, stream, index):
    """One request that a strict program refuses, or that two may read differently. Also its class."""
    name = f"X-Stream: {stream}.{index}\r\n"
    line = f"POST /h{stream}/r{index} HTTP/1.1\r\n"
    smuggled = f"GET /smuggled{stream} HTTP/1.1\r\nHost: evil\r\n\r\n"
    body = rng.choice(["0\r\n\r\n" + smuggled, "5\r\nhello\r\n0\r\n\r\n", "5\r\nhello\r\n0\r\n\r\n" + smuggled, smuggled])
    kind = rng.randrange(10)
    if kind < 5:
        field = rng.choice(FIELDS)
        label = "field " + repr(field[:70])
        count = field.count("%")
        if count:
            length = rng.choice([len(body), len(body), 4, 5, 0])
            field = field % ((length,) * count)
        fields = ["Host: a\r\n" + name, field + "\r\n"]
        if rng.random() < 0.1:
            line = line.replace("1.1", "1.0")
            label += " 1.0"
        text = line + "".join(fields if rng.random() < 0.7 else fields[::-1]) + "\r\n" + body
    elif kind < 6:
        first = rng.choice(LINES)
        label = "line " + repr(first[:50])
        text = first + "\r\nHost: a\r\n" + name + "\r\n"
    elif kind < 7:
        other = rng.choice(OTHER)
        label = "head " + repr(other[:50])
        text = line.replace("POST", "GET") + name + other + "\r\n\r\n"
    else:
        chunks = rng.choice(CHUNKS)
        label = "chunk " + repr(chunks[:50])
        text = line + "Host: a\r\n" + name + "Transfer-Encoding: chunked\r\n\r\n" + chunks + rng.choice(["", smuggled])
    return text.encode("latin-1"), label


def mutated(rng, data):
    """With a few bytes changed."""
    data = bytearray(data)
    for _ in range(rng.randrange(1, 4)):
        place = rng.randrange(min(len(data), 600))
        byte = rng.choice(b"\r\n \t:;,?&0fAZ/\x00\x7f\x0b\xe9")
        action = rng.randrange(3)
        if action == 0:
            data[place] = byte
        elif action == 1 and len(data) > 1:
            del data[place]
        else:
            data.insert(place, byte)
    return bytes(data)


def make(seed):
    """The pieces of the stream, and the classes of what is hostile in it."""
    rng = random.Random(seed)
    count = rng.choice([1, 2, 3, 4, 6])
    odd = rng.random() < 0.85
    kind = rng.choice(["legal", "hostile", "hostile", "mutated"])
    bad = -1 if kind == "legal" else rng.randrange(count)
    parts, labels = [], []
    for index in range(count):
        if index == bad and kind == "hostile":
            data, label = hostile(rng, seed, index)
            labels.append(label)
        else:
            data = request(rng, seed, index, odd)
            if index == bad:
                data = mutated(rng, data)
                labels.append("mutated")
        parts.append(data)
    data = b"".join(parts)
    sending = rng.randrange(4)
    if sending == 0:
        return parts, labels
    if sending == 1:
        cuts = sorted(rng.randrange(len(data) + 1) for _ in range(rng.randrange(1, 5)))
        return [data[a:b] for a, b in zip([0] + cuts, cuts + [len(data)]) if a < b], labels
    return [data], labels
