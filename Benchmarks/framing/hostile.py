"""Hostile clients against the recording server: its memory must be bounded and come back, and it must still answer.

    hostile.py <server port> <pid of the server> [name of a run …]
"""
import os
import random
import resource
import select
import socket
import struct
import sys
import time

PORT, PID = int(sys.argv[1]), int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)


def rss():
    """The server's memory in KiB."""
    with open(f"/proc/{PID}/status") as file:
        fields = dict(line.split(":", 1) for line in file)
    return int(fields["VmRSS"].split()[0])


def descriptors():
    return len(os.listdir(f"/proc/{PID}/fd"))


def connect(address=None):
    client = socket.socket()
    if address:
        client.bind((address, 0))
    client.connect(("127.0.0.1", PORT))
    return client


def send_what_goes(client, data):
    """Without waiting: a client that does not read may not be able to write everything."""
    client.setblocking(False)
    try:
        client.send(data)
    except BlockingIOError:
        pass


def get(path="/x", more=""):
    return f"GET {path} HTTP/1.1\r\nHost: a\r\n{more}\r\n".encode()


def answer(client):
    data = b""
    while b"\r\n\r\n" not in data:
        part = client.recv(65536)
        if not part:
            return data
        data += part
    head, body = data.split(b"\r\n\r\n", 1)
    length = int(head.split(b"Content-Length: ")[1].split(b"\r\n")[0])
    while len(body) < length:
        part = client.recv(65536)
        if not part:
            break
        body += part
    return head + b"\r\n\r\n" + body


def still_answers():
    start = time.time()
    with connect() as client:
        client.settimeout(60)
        client.sendall(get())
        assert answer(client).startswith(b"HTTP/1.1 200"), "no answer"
    return (time.time() - start) * 1000


def reset(client):
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.close()


STATES = {
    "before a byte": b"", "an empty line": b"\r\n", "half a line": b"GET /x HT", "half a field": b"GET /x HTTP/1.1\r\nHos",
    "half a body": b"POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n" + b"x" * 300_000,
    "half a chunk": b"POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\n" + b"x" * 20_000,
    "half a chunk size": b"POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nf",
    "waiting for 100": b"POST /x HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 100000\r\n\r\n",
    "while handling": get("/slow?t=300"), "while handling, pipelined": get("/slow?t=300") + get("/y") * 20,
    "while answering": get("/big?n=8000000"), "refused": b"nonsense\x00" * 3000, "pipelined": get() * 200,
}


def resets():
    """Connections that are reset, closed or half-closed in each state."""
    rng = random.Random(1)
    for name, data in STATES.items():
        for way in ("reset", "close", "half"):
            clients = []
            for _ in range(200):
                client = connect()
                send_what_goes(client, data)
                clients.append(client)
            time.sleep(rng.choice([0, 0.02, 0.1]))
            for client in clients:
                if way == "half":
                    try:
                        client.shutdown(socket.SHUT_WR)
                    except OSError:
                        pass
                elif way == "reset":
                    reset(client)
                else:
                    client.close()
            if way == "half":
                # Each must end, with whole answers to what was whole.
                answers = 0
                whole = data.count(b"GET ") if b"\r\n\r\n" in data and data.startswith(b"GET /") else 0
                for client in clients:
                    client.setblocking(True)
                    client.settimeout(20)
                    count = 0
                    try:
                        while part := client.recv(1 << 20):
                            count += part.count(b"HTTP/1.1 200")
                    except (ConnectionError, socket.timeout) as error:
                        print("  half:", name, repr(error))
                    answers += count
                    client.close()
                if answers != whole * 200:
                    print(f"  half-closed {name}: {answers} answers of {whole * 200}")
        still_answers()


def idle_run():
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0] - 300
    clients = []
    for total in (10_000, min(20_000, limit)):
        before = rss()
        old = len(clients)
        # Each with an address range of its own, so that ports do not run out.
        for number in range(old, total):
            client = connect(f"127.0.0.{2 + number // 5000}")
            client.sendall(get())
            clients.append(client)
            if len(clients) % 100 == 0 or len(clients) == total:
                for one in clients[old:]:
                    answer(one)
                old = len(clients)
        time.sleep(3)
        print(f"  {total} idle: {rss()} KiB, before {before}; answers in {still_answers():.1f} ms")
    for client in clients:
        client.close()


def pipelining():
    """64 KiB behind a slow request on each of 2,000 connections."""
    clients = []
    more = get("/p", "X-Pad: " + "y" * 200 + "\r\n")
    data = get("/slow?t=8000") + more * (64 * 1024 // len(more))
    for _ in range(2000):
        client = connect()
        send_what_goes(client, data)
        clients.append(client)
    time.sleep(2)
    print(f"  2000 with 64 KiB waiting: {rss()} KiB")
    poll = select.poll()
    by = {c.fileno(): c for c in clients}
    for client in clients:
        poll.register(client, select.POLLIN)
    answers, end, peak = 0, time.time() + 40, 0
    want = 2000 * data.count(b"GET ")
    while answers < want and time.time() < end and by:
        for number, _ in poll.poll(1000):
            try:
                part = by[number].recv(1 << 18)
            except OSError:
                part = b""
            answers += part.count(b"X-Seen")
            if not part:
                poll.unregister(number)
                del by[number]
        peak = max(peak, rss())
    print(f"  answers {answers} of {want} (a mark cut in two is not counted), most {peak} KiB")
    for client in clients:
        client.close()


def never_read():
    """Clients that ask for much and read nothing."""
    clients = []
    for number in range(1000):
        client = connect()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        send_what_goes(client, (get("/big?n=200000") if number % 2 else get()) * 100)
        clients.append(client)
    most = worst = 0
    start = time.time()
    while time.time() - start < 26:
        most = max(most, rss())
        worst = max(worst, still_answers())
        time.sleep(0.5)
    print(f"  most {most} KiB; slowest answer to another client {worst:.0f} ms; descriptors after 26 s {descriptors()}")
    for client in clients:
        client.close()


def many(count, data, seconds, name):
    clients = []
    for number in range(count):
        client = connect(f"127.0.0.{2 + number // 5000}")
        send_what_goes(client, data)
        clients.append(client)
    most, end = 0, time.time() + seconds
    worst = 0
    while time.time() < end:
        most = max(most, rss())
        worst = max(worst, still_answers())
        time.sleep(0.2)
    print(f"  {name}: most {most} KiB, slowest answer to another client {worst:.0f} ms, {descriptors()} descriptors at the end")
    for client in clients:
        client.close()


def heads():
    """Heads that are nearly as large as allowed and never complete."""
    field = b"X-Some-Longer-Name-%03d: " + b"v" * 76 + b"\r\n"
    many(5000, b"GET / HTTP/1.1\r\nHost: a\r\n" + b"".join(field % n for n in range(290)), 14, "5000 heads, 290 fields")
    many(5000, b"GET /" + b"a" * 32_000, 14, "5000 request lines of 32 KB")


def bodies():
    """Bodies that stop before their end."""
    head = b"POST /x HTTP/1.1\r\nHost: a\r\n"
    many(3000, head + b"Content-Length: 1000000\r\n\r\n" + b"x" * 100_000, 14, "3000 bodies of 100 of 1000 KB")
    many(3000, head + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * 15_000, 14, "3000 bodies in chunks of a byte")


def fairness():
    """What another client waits while 200 connections pipeline small requests, and while they send one at a time."""
    for name, data in (("one at a time", get()), ("pipelined", get() * 400)):
        child = os.fork()
        if child == 0:
            clients = [connect() for _ in range(200)]
            poll = select.poll()
            by = {c.fileno(): [c, 0] for c in clients}
            want = data.count(b"GET ")
            for client in clients:
                poll.register(client, select.POLLIN)
                client.sendall(data)
            end = time.time() + 5
            total = 0
            while time.time() < end:
                for number, _ in poll.poll(1000):
                    entry = by[number]
                    entry[1] += entry[0].recv(1 << 20).count(b"\r\n\r\n")
                    if entry[1] >= want - 8:
                        total += entry[1]
                        entry[1] = 0
                        entry[0].sendall(data)
            print(f"  {name}: about {total / 5:.0f} requests a second", flush=True)
            os._exit(0)
        time.sleep(1)
        waits = []
        for _ in range(60):
            waits.append(still_answers())
            time.sleep(0.05)
        os.waitpid(child, 0)
        waits.sort()
        print(f"  {name}: another client waits {waits[30]:.1f} ms in the middle, {waits[-1]:.1f} ms at most")


RUNS = {"heads": heads, "bodies": bodies, "fairness": fairness, "resets": resets, "pipelining": pipelining, "never_read": never_read, "idle": idle_run}
still_answers()
time.sleep(1)
start = rss()
print(f"start: {start} KiB, {descriptors()} descriptors")
for name in sys.argv[3:] or RUNS:
    begin = time.time()
    RUNS[name]()
    end = time.time()
    # The server returns memory once the load is over; lingering sockets may take ten seconds.
    samples = []
    for _ in range(14):
        time.sleep(1)
        samples.append(rss())
    print(f"{name}: {end - begin:.0f} s; then {samples[0]} … {samples[-1]} KiB, {descriptors()} descriptors, "
          f"answers in {still_answers():.1f} ms")
