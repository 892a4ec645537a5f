"""An installation of Parlay of its own, ended by its process id, and what a script asks it."""

import contextlib
import http.client
import json
import subprocess
import time
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

from bench.load import HOST, Answer, call, free_port, is_up
from bench.processes import Failure, Process, wait_until
from bench.servers import clean_environment

TENANT = "replay"
PASSWORD = "tango under the rain"


class Installation:
    """`parlay up` without demo tenants, its data in `directory`."""

    def __init__(self, parlay: Path, directory: Path) -> None:
        self.parlay = parlay
        self.port = free_port()
        self.environment = {
            **clean_environment(),
            "PARLAY_DATA": str(directory / "data"),
            "PARLAY_HOST": HOST,
            "PARLAY_PORT": str(self.port),
            "PARLAY_WORKER_ADDR": "off",
            "PARLAY_REGISTER_LIMIT": "0",
            "PARLAY_SHUTDOWN_GRACE": "5",
        }
        self.process = Process("parlay up", [str(parlay), "up", "--no-demo"], environment=self.environment)

    def wait(self) -> None:
        def is_ready() -> bool:
            self.process.check()
            return is_up(self.port, "/readyz")

        wait_until(is_ready, 120, "parlay up did not become ready")

    def close(self) -> None:
        self.process.stop()

    def admin(self, *words: str) -> object:
        """What a command prints with --json. A command that fails ends the run."""
        command = [str(self.parlay), "admin", *words, "--json"]
        ran = subprocess.run(command, env=self.environment, capture_output=True, text=True)
        if ran.returncode != 0:
            raise Failure(f"{' '.join(command)} ended with {ran.returncode}:\n{ran.stdout}{ran.stderr}")
        return json.loads(ran.stdout)

    def make_tenant(self) -> dict:
        """Answers its settings."""
        self.admin("tenant", "create", TENANT, "--modules", "sportsbook")
        self.admin("tenant", "set", TENANT, "registration=open", "requests_per_second=10000", "request_burst=10000")
        # A running front takes it up within a second.
        wait_until(lambda: self.status_of_tournaments() == 401, 30, "the front did not take the tenant up")
        return self.admin("tenant", "show", TENANT)["settings"]

    def status_of_tournaments(self) -> int:
        return call(self.port, "GET", f"/v1/{TENANT}/tournaments/").status

    def import_file(self, path: Path, *, results: bool = False) -> dict:
        day = date.today() + timedelta(days=14)
        words = ["odds", "import", str(path), "--tenant", TENANT, "--move-to", day.isoformat()]
        return self.admin(*words, *(["--results"] if results else []))


class Client:
    """A person with a kept-alive connection."""

    def __init__(self, installation: Installation, username: str) -> None:
        self.port = installation.port
        self.connection = http.client.HTTPConnection(HOST, self.port, timeout=60)
        body = {"username": username, "password": PASSWORD, "email": f"{username}@replay.example"}
        self.token: str | None = None
        self.token = self.ask("POST", "register/", 201, body={**body, "first_name": "Person", "last_name": "Replay"})["token"]

    def ask(self, method: str, path: str, expected: int, *, body: object = None) -> dict:
        return self.answer(method, path, expected, body=body).json()

    def answer(self, method: str, path: str, expected: int, *, body: object = None, key: str | None = None) -> Answer:
        """A call with a key is repeated when the service is overloaded: the key makes that harmless."""
        headers = {"Idempotency-Key": key} if key else {}
        for attempt in range(10):
            answer = call(
                self.port,
                method,
                f"/v1/{TENANT}/{path}",
                token=self.token,
                body=body,
                headers=headers,
                connection=self.connection,
            )
            if answer.status != 503 or not key:
                break
            time.sleep(0.2 * (attempt + 1))
        if answer.status != expected:
            raise Failure(f"{method} {path} was answered {answer.status}: {answer.body.decode(errors='replace')}")
        return answer

    def pages(self, path: str) -> Iterator[dict]:
        cursor = None
        while True:
            page = self.ask("GET", f"{path}limit=100" + (f"&cursor={cursor}" if cursor else ""), 200)
            yield from page["items"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self.connection.close()
