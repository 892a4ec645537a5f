"""Processes, ports and waits of the drills."""

import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path


class DrillError(Exception):
    """What is wrong and what to do."""


def say(text):
    print(f"{time.strftime('%H:%M:%S')}  {text}", flush=True)


class Report:
    """Sentences that must hold; each is printed with the result."""

    def __init__(self):
        self.passed = True

    def check(self, sentence, holds, detail=""):
        self.passed = self.passed and bool(holds)
        print(f"  {'ok  ' if holds else 'FAIL'}  {sentence}{'' if holds else ': ' + str(detail)}", flush=True)


def until(what, condition, limit=120, pause=0.1):
    """Waits for a condition, which returns something true, and returns that."""
    deadline = time.monotonic() + limit
    while True:
        found = condition()
        if found:
            return found
        if time.monotonic() > deadline:
            raise DrillError(f"waited {limit} s in vain for {what}")
        time.sleep(pause)


def free_ports(count):
    """Below the ports that the system gives to clients."""
    ports = []
    port = 20_000 + secrets.randbelow(8_000)
    while len(ports) < count:
        port += 1
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        ports.append(port)
    return ports


def postgresql_binaries():
    versions = [path for path in Path("/usr/lib/postgresql").glob("*") if (path / "bin/postgres").exists()]
    if not versions:
        raise DrillError("PostgreSQL is missing; install the packages `postgresql` and `postgresql-contrib`")
    return max(versions, key=lambda path: int(path.name)) / "bin"


def find_program(given):
    root = Path(__file__).resolve().parents[2]
    for candidate in [given] if given else [shutil.which("parlay"), str(root / ".build/release/parlay")]:
        if candidate and os.access(candidate, os.X_OK):
            return str(Path(candidate).resolve())
    raise DrillError("parlay was not found; give its path with --parlay")


# PostgreSQL refuses to run as root.
SERVER_USER = "postgres" if os.geteuid() == 0 else None


def private_directory(path):
    """For the user of the server."""
    path.mkdir(mode=0o700)
    if SERVER_USER:
        shutil.chown(path, SERVER_USER, SERVER_USER)
    return path


def shared_copy(file, directory):
    """A copy that the user of the server can read and run: root's checkout may be in a home that no other user enters."""
    copy = directory / file.name
    shutil.copyfile(file, copy)
    copy.chmod(0o755)
    return copy


def identity(user):
    if not user:
        return {}
    entry = pwd.getpwnam(user)
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


class Process:
    """A process that ends with this one. Its output is appended to a file."""

    def __init__(self, name, words, log, environment=None, user=None):
        self.name, self.words, self.log, self.user = name, words, log, user
        self.environment = {"PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "LC_ALL": "C.UTF-8",
                            **(environment or {})}
        self.start()

    def start(self):
        with open(self.log, "ab") as log:
            self.child = subprocess.Popen(["setpriv", "--pdeathsig", "TERM", *self.words], stdin=subprocess.DEVNULL,
                                          stdout=log, stderr=log, env=self.environment, cwd="/",
                                          **identity(self.user))

    @property
    def is_running(self):
        return self.child.poll() is None

    def send(self, number):
        if self.is_running:
            self.child.send_signal(number)

    def kill(self):
        self.send(signal.SIGKILL)
        self.child.wait()

    def stop(self, limit=40, number=signal.SIGTERM):
        self.send(number)
        try:
            return self.child.wait(limit)
        except subprocess.TimeoutExpired:
            self.kill()
            return None
