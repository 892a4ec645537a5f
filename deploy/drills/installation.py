"""Parlay as the drills run it: fronts, a worker, and a tenant with people who bet."""

import os
import secrets
import signal
import subprocess

from bets import TENANT, API
from processes import DrillError, Process, free_ports, until

PASSWORD = "tango under the rain"
# The drills are about the database, not about Argon2id.
CHEAP_PASSWORDS = {"PARLAY_PASSWORD_MEMORY_KIB": "64", "PARLAY_PASSWORD_ITERATIONS": "1"}


class Site:
    def __init__(self, program, directory, url, fronts, people):
        """`url` returns the database's URL for a role; it travels in the environment, not on command lines."""
        self.program, self.directory, self.url = program, directory, url
        self.people = [f"p{number}{secrets.token_hex(2)}" for number in range(people)]
        self.ports = free_ports(fronts)
        self.processes = []
        # Of one role only, over those of all.
        self.role_settings = {}
        self.settings = {"PARLAY_REGISTER_LIMIT": "0", "PARLAY_WORKER_ADDR": "off", "PARLAY_LOG": "logfmt", **CHEAP_PASSWORDS}
        for name in ("LD_LIBRARY_PATH", "PARLAY_SHARE"):
            if name in os.environ:
                self.settings[name] = os.environ[name]

    def environment(self, role):
        return {"DATABASE_URL": self.url(role), **self.settings, **self.role_settings.get(role, {})}

    def run(self, *words, text=None, check=True):
        """A command of the operator, as superuser."""
        environment = {"PATH": "/usr/bin:/bin", "HOME": "/tmp", **self.environment("postgres")}
        done = subprocess.run([self.program, *words], input=text, capture_output=True, text=True, env=environment,
                              check=False)
        if check and done.returncode:
            raise DrillError(f"parlay {' '.join(words)}: {done.stdout}{done.stderr}")
        return done

    def doctor(self):
        """Whether `parlay doctor` finds nothing wrong, and what it prints. With the default cost of passwords."""
        settings = self.settings
        self.settings = {name: value for name, value in settings.items() if name not in CHEAP_PASSWORDS}
        try:
            done = self.run("doctor", check=False)
        finally:
            self.settings = settings
        return done.returncode == 0, done.stdout

    def make_tenant(self, tenant=TENANT, modules="sportsbook"):
        self.run("admin", "tenant", "create", tenant, "--modules", modules)
        self.run("admin", "tenant", "set", tenant, "requests_per_second=10000", "request_burst=10000",
                 "starting_balance_cents=100000000", "min_stake_cents=1", "max_stake_cents=1000000000",
                 "max_payout_cents=1000000000")
        languages = ["--known-lang", "en", "--learn-lang", "es"] if "meetups" in modules else []
        for name in ["ada"] + self.people:
            role = "admin" if name == "ada" else "member"
            self.run("admin", "account", "create", name, "--tenant", tenant, "--email", f"{name}@example.org",
                     "--role", role, *languages, text=PASSWORD + "\n")

    def start(self):
        for port in self.ports:
            self.processes.append(Process(
                f"front {port}", [self.program, "serve", "--port", str(port)], self.directory / f"front-{port}.log",
                self.environment("parlay_front")))
        self.processes.append(Process("worker", [self.program, "work"], self.directory / "worker.log",
                                      self.environment("parlay_worker")))
        for port in self.ports:
            until(f"the fronts (see {self.directory})", lambda port=port: self.is_ready(port))

    def is_ready(self, port):
        return self.run("doctor", "--ready", "--url", f"http://127.0.0.1:{port}", check=False).returncode == 0

    def stop(self):
        for process in self.processes:
            process.send(signal.SIGTERM)
        for process in self.processes:
            process.stop()
        self.processes = []

    def token(self, name, tenant=TENANT):
        return API(self.ports, tenant=tenant).call("POST", "login/", {"username": name, "password": PASSWORD})[1]["token"]

    @staticmethod
    def is_fault(line):
        """Requests that were answered 503 are logged as errors too."""
        return "status=500" in line or ("level=error" in line and "message=request" not in line)

    def errors(self):
        """Lines of the fronts and the worker at level error, and requests that were answered 500."""
        lines = []
        for file in sorted(self.directory.glob("front-*.log")) + [self.directory / "worker.log"]:
            with open(file, encoding="utf-8", errors="replace") as log:
                lines += [line.strip() for line in log if self.is_fault(line)]
        return lines
