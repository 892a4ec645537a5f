"""A throw-away PostgreSQL with durable settings, reached by its socket alone."""

import contextlib
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from .processes import Failure, Process

NAME = "parlay"
# What the numbers depend on. Durable: a commit is on disk when it is answered.
SETTINGS = {
    "listen_addresses": "",
    "fsync": "on",
    "synchronous_commit": "on",
    "full_page_writes": "on",
    "shared_buffers": "256MB",
    "max_connections": "200",
    "max_wal_size": "4GB",
}


def newest_programs() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    if not found:
        raise Failure("no PostgreSQL server under /usr/lib/postgresql: install Debian's `postgresql`")
    return found[-1].parent


class Cluster:
    """Lives in /var/tmp, which is a disk where /tmp may be memory; gone with `close`."""

    def __init__(
        self,
        settings: Mapping[str, str] | None = None,
        environment: Mapping[str, str] | None = None,
        initdb_options: Sequence[str] = (),
    ) -> None:
        self.settings = SETTINGS | dict(settings or {})
        self.environment = environment
        self.initdb_options = initdb_options
        self.programs = newest_programs()
        self.directory = Path(tempfile.mkdtemp(prefix="parlay-bench-", dir="/var/tmp"))
        # initdb and postgres refuse root.
        self.owner: str | None = "postgres" if os.geteuid() == 0 else None
        self.user = self.owner or pwd.getpwuid(os.geteuid()).pw_name
        self.process: Process | None = None
        if self.owner:
            shutil.chown(self.directory, self.owner, self.owner)

    @property
    def data(self) -> Path:
        return self.directory / "data"

    def start(self) -> None:
        made = subprocess.run(
            [self.programs / "initdb", "--pgdata", self.data, "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"]
            + ["--username", self.user, "--no-sync", *self.initdb_options],
            cwd=self.directory,
            user=self.owner,
            group=self.owner,
            extra_groups=[] if self.owner else None,
            capture_output=True,
            text=True,
        )
        if made.returncode != 0:
            raise Failure(f"initdb failed:\n{made.stderr}")
        self.process = self.launch()
        ready = [self.programs / "pg_isready", "--quiet", "--host", self.directory]
        for _ in range(300):
            if subprocess.run(ready).returncode == 0:
                break
            self.process.check()
            time.sleep(0.05)
        else:
            raise Failure("PostgreSQL did not start within 15 s")
        self.psql(f"create database {NAME}", database="postgres")

    def launch(self) -> Process:
        options = [f"-c{name}={value}" for name, value in self.settings.items()]
        return Process(
            "postgres",
            [str(self.programs / "postgres"), "-D", str(self.data), f"-cunix_socket_directories={self.directory}", *options],
            environment=self.environment,
            cwd=self.directory,
            user=self.owner,
        )

    @property
    def conninfo(self) -> str:
        return f"host={self.directory} user={self.user} dbname={NAME}"

    @property
    def url(self) -> str:
        return f"postgresql:///{NAME}?host={self.directory}&user={self.user}"

    def log(self) -> str:
        """What the server has logged."""
        return self.process.tail(1 << 26)

    def psql(self, sql: str, database: str = NAME) -> str:
        """Runs a script as the superuser; answers what it prints, unaligned."""
        command = [self.programs / "psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align"]
        command += ["--set=ON_ERROR_STOP=1", "--host", self.directory, "--username", self.user, database]
        ran = subprocess.run(command, input=sql, capture_output=True, text=True)
        if ran.returncode != 0:
            raise Failure(f"psql failed:\n{ran.stderr}")
        return ran.stdout.strip()

    @contextlib.contextmanager
    def old_snapshot(self) -> Iterator[None]:
        """Another session holds a snapshot meanwhile, so that no dead row can be cleaned up."""
        begin = "begin isolation level repeatable read; select count(*) from pg_class; select pg_sleep(3600)"
        command = [self.programs / "psql", "--no-psqlrc", "--host", self.directory, "--username", self.user, NAME]
        session = Process("psql", [*map(str, command), "--command", begin])
        try:
            yield
            session.check()
        finally:
            self.psql("select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(3600)%'"
                      " and pid <> pg_backend_pid()")
            session.stop()

    def close(self) -> None:
        if self.process:
            # SIGINT is PostgreSQL's fast shutdown; the other servers are gone by now.
            self.process.stop()
        shutil.rmtree(self.directory, ignore_errors=True)
