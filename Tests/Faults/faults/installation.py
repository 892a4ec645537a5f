"""Parlay with a proxy in each of its connections: clients to fronts, and fronts and worker to PostgreSQL."""

import asyncio
import os
import random
import resource
import signal
import subprocess
import tempfile
import time
from collections import Counter
from pathlib import Path

from bench.database import NAME, Cluster
from bench.load import free_port
from bench.processes import Failure, Process, family
from bench.servers import clean_environment

from . import clock, disk
from .clock import Clocks
from .disk import Disk
from .frames import HTTPMessages, PostgresAnswers, PostgresRequests
from .proxy import Proxy, Streams

ROOT = Path(__file__).resolve().parents[3]
MODULES = "meetups,wagers,sportsbook,shelf"
PASSWORD = "tango under the rain"
# The runs are not about Argon2id.
CHEAP_PASSWORDS = {"PARLAY_PASSWORD_MEMORY_KIB": "64", "PARLAY_PASSWORD_ITERATIONS": "1"}
FRONTS = 2
# What the open bets of an account may have on one outcome, in cents.
STAKE_LIMIT = 40_000


class Installation:
    """Two fronts and a worker under supervision: what ends is started again, as a service manager would."""

    def __init__(self, program: Path, tenants: list[str], directory: Path, kinds: set[str]) -> None:
        self.program, self.tenants, self.directory = program, tenants, directory
        self.clocks = Clocks(directory) if "clock" in kinds else None
        environment = clean_environment() | (self.clocks.environment("postgres") if self.clocks else {})
        if "disk" in kinds:
            self.cluster = Cluster(disk.SETTINGS, environment, disk.INITDB_OPTIONS)
            self.disk: Disk | None = Disk(self.cluster.data, self.cluster.user)
        else:
            self.cluster, self.disk = Cluster(environment=environment), None
        self.children: dict[str, Process | None] = {}
        self.kills: Counter[str] = Counter()
        # How many bytes of data a process may have that starts now.
        self.memory_limits: dict[str, int] = {}
        self.proxies: dict[str, Proxy] = {}
        # Where clients connect, where the fronts listen, and where each process finds its database.
        self.ports: list[int] = []
        self.front_ports: list[int] = []
        self.database_ports: dict[str, int] = {}
        self.supervisor: asyncio.Task[None] | None = None
        self.is_stopping = False

    # MARK: Start and end

    async def start(self) -> None:
        self.cluster.start()
        self.operator("migrate")
        for tenant in self.tenants:
            self.operator("admin", "tenant", "create", tenant, "--modules", MODULES)
            self.operator(
                "admin", "tenant", "set", tenant, "requests_per_second=100000", "request_burst=100000",
                "min_stake_cents=1", "starting_balance_cents=100000", f"max_stake_cents={STAKE_LIMIT}",
                "max_payout_cents=100000000000",
            )
            self.operator(
                "admin", "account", "create", "ada", "--tenant", tenant, "--email", "ada@example.org", "--role", "admin",
                "--known-lang", "en", "--learn-lang", "de", text=PASSWORD + "\n",
            )
        self.operator("admin", "games", "import", str(ROOT / "data/games.json"))
        for name in [f"front {number}" for number in range(FRONTS)] + ["worker"]:
            port = free_port()
            await self.add_proxy(f"database of {name}", port, self.connect_to_database, PostgresRequests, PostgresAnswers)
            self.children[name] = None
            self.database_ports[name] = port
        for number in range(FRONTS):
            target, port = free_port(), free_port()
            self.front_ports.append(target)
            await self.add_proxy(f"clients of front {number}", port, self.connector(target), HTTPMessages, HTTPMessages)
            self.ports.append(port)
        self.supervise_once()
        self.supervisor = asyncio.create_task(self.supervise())

    async def add_proxy(self, name, port, connect, requests, answers) -> None:  # type: ignore[no-untyped-def]
        self.proxies[name] = Proxy(name, connect, requests, answers)
        await self.proxies[name].start(port)

    async def connect_to_database(self) -> Streams:
        return await asyncio.open_unix_connection(str(self.cluster.directory / ".s.PGSQL.5432"))

    @staticmethod
    def connector(port: int):  # type: ignore[no-untyped-def]
        return lambda: asyncio.open_connection("127.0.0.1", port)

    async def stop(self) -> None:
        self.is_stopping = True
        if self.supervisor:
            self.supervisor.cancel()
        for name, child in self.children.items():
            if child:
                child.child.send_signal(signal.SIGCONT)
                self.keep_output(name, child)
                # In a thread, because its last statements go through the proxies.
                await asyncio.to_thread(child.stop)
        for proxy in self.proxies.values():
            await proxy.stop()
        if self.disk:
            self.disk.free()
        if database := self.cluster.process:
            self.keep_output("postgres", database)
            database.stop()
        if self.disk:
            self.disk.unmount()
        self.cluster.close()

    # MARK: Processes

    def environment(self, name: str) -> dict[str, str]:
        url = f"postgresql://{self.cluster.user}@127.0.0.1:{self.database_ports[name]}/{NAME}?sslmode=disable&gssencmode=disable"
        settings = clean_environment() | CHEAP_PASSWORDS | {
            "DATABASE_URL": url,
            "PARLAY_SHARE": str(ROOT / "data"),
            "PARLAY_REGISTER_LIMIT": "0",
            "PARLAY_LOGIN_FAILURES": "1000",
            "PARLAY_CONNECTIONS_PER_ADDRESS": "10000",
            "PARLAY_WEBHOOK_PRIVATE": "loopback",
            "PARLAY_WORKER_ADDR": "off",
            "PARLAY_LOG_LEVEL": "warning",
        }
        if name.startswith("front"):
            settings["PARLAY_PORT"] = str(self.front_ports[int(name.split()[1])])
        return settings | (self.clocks.environment(name) if self.clocks else {})

    def supervise_once(self) -> None:
        for name, child in self.children.items():
            if child and child.child.poll() is None:
                continue
            if child:
                self.keep_output(name, child)
                if child.child.returncode != -signal.SIGKILL:
                    self.kills[f"{name.split()[0]} that ended by itself"] += 1
            command = [str(self.program), "serve" if name.startswith("front") else "work"]
            if limit := self.memory_limits.get(name):
                command = ["prlimit", f"--data={limit}:", *command]
            if self.clocks:
                # libfaketime adds a variable to the environment of what it is first loaded into, and Swift then finds no arguments.
                command = ["env", *command]
            self.children[name] = Process(name, command, environment=self.environment(name))
        database = self.cluster.process
        if database and database.child.poll() is not None:
            self.keep_output("postgres", database)
            self.cluster.process = self.cluster.launch()

    def keep_output(self, name: str, child: Process) -> None:
        clock.forget(child.id)
        text = child.tail(1 << 20)
        if panics := text.count(" PANIC: "):
            self.kills["panic of postgres"] += panics
        with (self.directory / f"{name.replace(' ', '-')}.log").open("a", encoding="utf-8") as file:
            file.write(text + f"\n-- ended with {child.child.returncode}\n")

    async def supervise(self) -> None:
        while not self.is_stopping:
            self.supervise_once()
            await asyncio.sleep(0.2)

    async def wait_until_ready(self, seconds: float = 120) -> None:
        limit = time.monotonic() + seconds
        for port in self.front_ports:
            while not await self.is_ready(port):
                if time.monotonic() > limit:
                    raise Failure(f"the fronts were not ready within {seconds:g} s; see {self.directory}")
                await asyncio.sleep(0.1)

    @staticmethod
    async def is_ready(port: int) -> bool:
        try:
            async with asyncio.timeout(5):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                line = await reader.readline()
                writer.close()
                return b" 200 " in line
        except (OSError, TimeoutError):
            return False

    def operator(self, *words: str, text: str | None = None, check: bool = True) -> subprocess.CompletedProcess[str]:
        """A command of the operator, past the proxies."""
        environment = clean_environment() | CHEAP_PASSWORDS | {"DATABASE_URL": self.cluster.url}
        done = subprocess.run([self.program, *words], input=text, capture_output=True, text=True, env=environment)
        if check and done.returncode:
            raise Failure(f"parlay {' '.join(words)}: {done.stdout}{done.stderr}")
        return done

    # MARK: Faults of processes

    def kill(self, name: str) -> None:
        """SIGKILL; the supervisor starts it again."""
        child = self.children[name]
        if child and child.child.poll() is None:
            child.child.kill()
            self.kills[name.split()[0]] += 1

    async def freeze(self, name: str, seconds: float) -> None:
        child = self.children[name]
        if child and child.child.poll() is None:
            child.child.send_signal(signal.SIGSTOP)
            self.kills["freeze"] += 1
            await asyncio.sleep(seconds)
            child.child.send_signal(signal.SIGCONT)

    async def limit_memory(self, name: str, part: float, seconds: float) -> None:
        """The process starts again with a part of the memory that it had, and again whenever an allocation fails and ends it."""
        child = self.children[name]
        if not child or child.child.poll() is not None:
            return
        status = Path(f"/proc/{child.id}/status").read_text()
        used = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmData:"))
        self.memory_limits[name] = int(used * 1024 * part)
        child.child.kill()
        self.kills["memory"] += 1
        await asyncio.sleep(seconds)
        del self.memory_limits[name]
        if (child := self.children[name]) and child.child.poll() is None:
            resource.prlimit(child.id, resource.RLIMIT_DATA, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    async def fill_disk(self, seconds: float) -> None:
        """PostgreSQL refuses to write, or ends when its WAL finds no room. The supervisor starts it again until there is some."""
        if self.disk:
            self.kills["disk"] += 1
            for _ in range(round(seconds / 0.1)):
                self.disk.fill()
                await asyncio.sleep(0.1)
            self.disk.free()

    def jump(self, chance: random.Random) -> None:
        if self.clocks:
            self.clocks.jump(chance)
            self.kills["clock"] += 1

    def terminate_backends(self) -> None:
        """Ends three sessions, as an administrator does."""
        try:
            self.cluster.psql(
                "select pg_terminate_backend(pid) from pg_stat_activity"
                " where backend_type = 'client backend' and pid <> pg_backend_pid() order by random() limit 3"
            )
            self.kills["sessions"] += 1
        except Failure:
            pass

    def kill_backend(self) -> None:
        """SIGKILL of one backend: PostgreSQL ends all others and recovers."""
        database = self.cluster.process
        if not database or database.child.poll() is not None:
            return
        backends = [process for process in family(database.id) if f" {NAME} " in command_of(process)]
        if backends:
            os.kill(backends[0], signal.SIGKILL)
            self.kills["backend"] += 1

    def kill_database(self) -> None:
        """SIGKILL of all of PostgreSQL; the supervisor starts it again, and it recovers from its WAL."""
        database = self.cluster.process
        if not database or database.child.poll() is not None:
            return
        database.kill_family()
        self.kills["database"] += 1


def command_of(process: int) -> str:
    """What `ps` shows: a backend calls itself `postgres: USER DATABASE …`."""
    try:
        return Path(f"/proc/{process}/cmdline").read_text().replace("\0", " ")
    except OSError:
        return ""


def scratch(name: str) -> Path:
    return Path(tempfile.mkdtemp(prefix=f"parlay-{name}-", dir="/var/tmp"))
