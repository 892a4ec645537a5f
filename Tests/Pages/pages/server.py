"""The server that stories visit: `parlay up` with the demo tenants, in a directory of its own."""

import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

DEMO_PASSWORD = "correct horse battery"
ISSUER = pathlib.Path(__file__).parent.parent.parent / "TestSupport/issuer_server.py"


class Issuer:
    """The issuer of the tests, where people of stories have outside accounts. Needs Debian's python3-cryptography."""

    def __init__(self, directory):
        directory.mkdir()
        self.authority = str(directory / "ca.pem")
        self.process = subprocess.Popen(["python3", str(ISSUER), str(directory)], stdout=subprocess.PIPE, text=True)
        control = self.process.stdout.readline().strip()
        if not control:
            raise SystemExit("check-pages: the issuer of the tests did not start")
        with urllib.request.urlopen(f"http://127.0.0.1:{control}/", timeout=30) as answer:
            self.url = json.loads(answer.read())["url"]

    def stop(self):
        self.process.kill()
        self.process.wait()


class Server:
    """Use as `with Server.start(program) as server`. In the processes that play, `Server(**server.address)`."""

    def __init__(self, base, program=None, data=None, issuer=None, authority=None):
        self.base, self.program, self.data = base, program, data
        # The address of the issuer of the tests, and the file with the certificate of its authority.
        self.issuer, self.authority = issuer, authority
        self.process = None

    @property
    def address(self):
        return {"base": self.base, "program": self.program, "data": self.data, "issuer": self.issuer,
                "authority": self.authority}

    # MARK: Its life

    @classmethod
    def start(cls, program):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        work = tempfile.mkdtemp(prefix="parlay-pages-", dir="/tmp")
        os.chmod(work, 0o755)
        issuer = Issuer(pathlib.Path(work, "issuer"))
        server = cls(f"http://127.0.0.1:{port}", str(pathlib.Path(program).resolve()), f"{work}/data", issuer.url,
                     issuer.authority)
        server.issuer_process = issuer
        server.work, server.log = pathlib.Path(work), pathlib.Path(work, "log")
        with server.log.open("w") as log:
            server.process = subprocess.Popen([server.program, "up"], stdout=log, stderr=log, env=server.environment)
        try:
            server.wait_until_ready(seconds=300)
        except BaseException:
            server.stop()
            raise
        return server

    @property
    def environment(self):
        if self.data is None:
            raise RuntimeError("the server was started by somebody else, so its data directory is not known")
        port = self.base.rpartition(":")[2]
        # Many people come from one address, and cheap hashing leaves the processor to the browsers.
        return os.environ | {
            "PARLAY_DATA": self.data, "PARLAY_PORT": port, "PARLAY_REGISTER_LIMIT": "0", "PARLAY_RESET_LIMIT": "0",
            "PARLAY_LOGIN_FAILURES": "100000", "PARLAY_PASSWORD_MEMORY_KIB": "8", "PARLAY_PASSWORD_ITERATIONS": "1",
            "PARLAY_HTTPS_CA": self.authority, "PARLAY_WEBHOOK_PRIVATE": "loopback",
        }

    def wait_until_ready(self, seconds):
        end = time.monotonic() + seconds
        while not any(line.startswith("ready ") for line in self.log.read_text().splitlines()):
            if self.process.poll() is not None or time.monotonic() > end:
                raise SystemExit(f"{self.log.read_text()}\ncheck-pages: the server did not start")
            time.sleep(0.1)

    def errors(self):
        """The errors that it logged."""
        return [line for line in self.log.read_text().splitlines() if "level=error" in line] if self.process else []

    def stop(self):
        if self.process is None:
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None
        self.issuer_process.stop()
        shutil.rmtree(self.work, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    # MARK: For what a story needs besides the pages

    def admin(self, *arguments, text=None):
        """Runs `parlay admin …` and returns what it prints."""
        done = subprocess.run([self.program, "admin", *arguments], input=text, capture_output=True, text=True,
                              env=self.environment, timeout=60)
        if done.returncode != 0:
            raise AssertionError(f"parlay admin {' '.join(arguments)}: {done.stderr or done.stdout}")
        return done.stdout

    def sql(self, text):
        """Runs SQL as the superuser, for what no call makes."""
        lines = next(pathlib.Path(self.data).glob("postgresql/**/postmaster.pid")).read_text().splitlines()
        done = subprocess.run(["psql", "-X", "-q", "-t", "-A", "-v", "ON_ERROR_STOP=1", "-h", lines[4], "-U", "parlay_owner", "parlay"],
                              input=text, capture_output=True, text=True, timeout=60)
        if done.returncode != 0:
            raise AssertionError(f"psql: {done.stderr}")
        return done.stdout.strip()

    def console(self):
        """A link that signs in to the operator's console once; `up` runs it two ports after the front's."""
        address = f"127.0.0.1:{int(self.base.rpartition(':')[2]) + 2}"
        done = subprocess.run([self.program, "console", "--link", "--listen", address], capture_output=True, text=True,
                              env=self.environment, timeout=60)
        if done.returncode != 0:
            raise AssertionError(f"parlay console --link: {done.stderr}")
        return done.stdout.strip()

    def call(self, method, path, body=None, token=None):
        """A call of the API below `/v1/`, for example `call("GET", "wordup/about/")`."""
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Token {token}"} if token else {})
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.base}/v1/{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{method} {path}: {error.code} {error.read().decode()[:500]}") from None

    def sign_in(self, tenant, username="ada", password=DEMO_PASSWORD):
        """A token of the API, by default of the admin of a demo tenant."""
        return self.call("POST", f"{tenant}/login/", {"username": username, "password": password})["token"]
