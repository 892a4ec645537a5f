"""People who read and write all the time, and a record of each answer."""

import http.client
import itertools
import json
import threading
import time
import uuid
from dataclasses import dataclass, field

from bench.load import HOST
from bench.processes import Failure

PASSWORD = "correct horse battery"
READS = {
    "wordup": ["profiles/me/", "profiles/?limit=50", "matches/", "inbox/"],
    "wager": ["profiles/me/", "wagers/?limit=25", "friends/", "search/?in=wagers&q=chess"],
}


@dataclass
class Record:
    requests: int = 0
    slowest_ms: float = 0
    faults: list[str] = field(default_factory=list)
    # Names of acknowledged wagers.
    written: set[str] = field(default_factory=set)


class Load:
    """Readers and writers, each with a kept-alive connection to one port."""

    def __init__(self, port: int, people: int) -> None:
        self.port = port
        self.lock = threading.Lock()
        self.record = Record()
        self.written: set[str] = set()
        self.stopped = threading.Event()
        tokens = {slug: self.log_in(slug) for slug in READS}
        slugs = list(READS)
        self.threads = [
            threading.Thread(target=self.live, args=(slugs[n % 2], tokens[slugs[n % 2]]), daemon=True)
            for n in range(people)
        ]
        for thread in self.threads:
            thread.start()

    def log_in(self, slug: str) -> str:
        connection = http.client.HTTPConnection(HOST, self.port, timeout=30)
        body = json.dumps({"username": "ada", "password": PASSWORD})
        connection.request("POST", f"/v1/{slug}/login/", body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        text = answer.read()
        if answer.status != 200:
            raise Failure(f"login in {slug}: {answer.status} {text.decode()}")
        return json.loads(text)["token"]

    def phase(self) -> Record:
        """What happened since the last call."""
        with self.lock:
            record, self.record = self.record, Record()
            self.written |= record.written
            return record

    def stop(self) -> None:
        self.stopped.set()
        for thread in self.threads:
            thread.join()

    def live(self, slug: str, token: str) -> None:
        connection = http.client.HTTPConnection(HOST, self.port, timeout=30)
        for turn in itertools.count():
            if self.stopped.is_set():
                connection.close()
                return
            name = None
            headers = {"Authorization": f"Token {token}"}
            if turn % 5 == 4:
                headers |= {"Content-Type": "application/json"}
                if slug == "wager":
                    name = f"drill {uuid.uuid4()}"
                    headers["Idempotency-Key"] = str(uuid.uuid4())
                    body = {"name": name, "amount_cents": 100, "category": "Games"}
                    request = "POST", "wagers/", json.dumps(body)
                else:
                    request = "PATCH", "profiles/me/", json.dumps({"bio": f"Turn {turn}."})
            else:
                request = "GET", READS[slug][turn % 5], None
            self.send(connection, slug, request, headers, name)

    def send(
        self,
        connection: http.client.HTTPConnection,
        slug: str,
        request: tuple[str, str, str | None],
        headers: dict[str, str],
        name: str | None,
    ) -> None:
        method, path, body = request
        began = time.monotonic()
        try:
            # http.client connects again after an answer with `Connection: close`.
            connection.request(method, f"/v1/{slug}/{path}", body, headers)
            answer = connection.getresponse()
            text = answer.read()
            fault = None if answer.status < 300 else f"{method} {slug}/{path}: {answer.status} {text[:300]!r}"
        except (OSError, http.client.HTTPException) as error:
            fault = f"{method} {slug}/{path}: {error!r}"
            connection.close()
        took = (time.monotonic() - began) * 1000
        with self.lock:
            self.record.requests += 1
            self.record.slowest_ms = max(self.record.slowest_ms, took)
            if fault:
                self.record.faults.append(fault)
            elif name:
                self.record.written.add(name)
