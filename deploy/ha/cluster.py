"""The database of the failover drill: PostgreSQL under Patroni with etcd and HAProxy, in a scratch directory."""

import json
import os
import secrets
import shutil
import signal
import subprocess
import time
import urllib.request
from pathlib import Path

from processes import (SERVER_USER, DrillError, Process, free_ports, postgresql_binaries, private_directory, until)

HERE = Path(__file__).resolve().parent
MEMBERS = (1, 2, 3)


def require_programs():
    packages = {"patroni": "patroni", "etcd": "etcd-server", "haproxy": "haproxy", "setpriv": "util-linux"}
    path = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"
    missing = [package for program, package in packages.items() if not shutil.which(program, path=path)]
    if missing:
        raise DrillError(f"missing packages; run: apt-get install --no-install-recommends {' '.join(missing)} "
                         "postgresql postgresql-contrib")


class Member:
    """One PostgreSQL with its Patroni and its etcd."""

    def __init__(self, number, cluster):
        self.name = f"pg{number}"
        self.postgres_port, self.api_port, self.client_port, self.peer_port = (
            cluster.ports[(number - 1) * 4:number * 4])
        self.directory = cluster.directory / self.name
        self.data = self.directory / "data"
        self.patroni = None

    def postgres_processes(self):
        """The pids of the server, the postmaster first; they are children of nobody else."""
        try:
            postmaster = int((self.data / "postmaster.pid").read_text().split("\n", 1)[0])
            children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
        except (OSError, ValueError):
            return []
        return [postmaster] + [int(child) for child in children]

    def ask(self, path):
        """An answer of Patroni's REST API, `None` without one."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.api_port}{path}", timeout=2) as answer:
                return json.load(answer)
        except (OSError, ValueError):
            return None


class Cluster:
    """Three members behind HAProxy."""

    def __init__(self, directory):
        self.directory = directory
        self.bin = postgresql_binaries()
        *self.ports, self.port = free_ports(3 * 4 + 1)
        self.passwords = {name: secrets.token_hex(16)
                          for name in ("postgres", "replicator", "patroni", "parlay_front", "parlay_worker")}
        self.members = [Member(number, self) for number in MEMBERS]
        self.processes = []

    def url(self, user):
        """Parlay's DATABASE_URL. It travels in the environment, not on command lines."""
        return f"postgresql://{user}:{self.passwords[user]}@127.0.0.1:{self.port}/parlay"

    # Files

    def fill(self, template, target, values):
        text = (HERE / template).read_text()
        for name, value in values.items():
            text = text.replace(f"@{name}@", str(value))
        target.write_text(text)
        # For the server's user, whatever the umask is. The passwords are in the environment.
        target.chmod(0o644)
        return target

    # Start

    def start(self):
        for member in self.members:
            private_directory(member.directory)
            private_directory(member.directory / "etcd")
        for member in self.members:
            self.start_etcd(member)
        # The first becomes the primary; the others copy it.
        for member in self.members:
            self.start_patroni(member)
            until(f"{member.name} (see {self.directory}/{member.name}.log)",
                  lambda member=member: (member.ask("/patroni") or {}).get("state") == "running")
        self.start_haproxy()
        until("two synchronous standbys", self.is_healthy)
        until(f"HAProxy (see {self.directory}/haproxy.log)", self.is_reachable)

    def start_etcd(self, member):
        values = {"MEMBER": member.name, "DATA": member.directory / "etcd", "ADDRESS": "127.0.0.1",
                  "CLIENT_PORT": member.client_port, "PEER_PORT": member.peer_port,
                  "CLUSTER": ",".join(f"{other.name}=http://127.0.0.1:{other.peer_port}" for other in self.members)}
        file = self.fill("etcd.env", self.directory / f"{member.name}.etcd.env", values)
        settings = dict(line.split("=", 1) for line in file.read_text().splitlines() if line.startswith("ETCD_"))
        process = Process("etcd", ["etcd"], self.directory / f"{member.name}.etcd.log",
                          {**settings, "ETCD_LOG_LEVEL": "error", "ETCD_LOGGER": "zap"}, SERVER_USER)
        self.processes.append(process)

    def start_patroni(self, member):
        values = {"MEMBER": member.name, "ADDRESS": "127.0.0.1", "POSTGRES_PORT": member.postgres_port,
                  "API_PORT": member.api_port, "BIN": self.bin, "DATA": member.data, "NETWORK": "127.0.0.1/32",
                  "PGPASS": member.directory / "pgpass", "SOCKETS": member.directory, "WATCHDOG": "off",
                  "ETCD_HOSTS": ",".join(f"127.0.0.1:{other.client_port}" for other in self.members)}
        file = self.fill("patroni.yml", self.directory / f"{member.name}.yml", values)
        environment = {"PATRONI_SUPERUSER_PASSWORD": self.passwords["postgres"],
                       "PATRONI_REPLICATION_PASSWORD": self.passwords["replicator"],
                       "PATRONI_RESTAPI_PASSWORD": self.passwords["patroni"], "HOME": str(member.directory)}
        member.patroni = Process(member.name, ["patroni", str(file)], self.directory / f"{member.name}.log",
                                 environment, SERVER_USER)
        self.processes.append(member.patroni)

    def start_haproxy(self):
        values = {"PORT": self.port}
        for number, member in enumerate(self.members, 1):
            values |= {f"MEMBER_{number}": member.name, f"ADDRESS_{number}": "127.0.0.1",
                       f"POSTGRES_PORT_{number}": member.postgres_port, f"API_PORT_{number}": member.api_port}
        file = self.fill("haproxy.cfg", self.directory / "haproxy.cfg", values)
        self.processes.append(Process("haproxy", ["haproxy", "-db", "-f", str(file)],
                                      self.directory / "haproxy.log"))

    # State

    def view(self):
        """Patroni's view of the cluster: names and roles of the running members."""
        for member in self.members:
            if member.patroni and member.patroni.is_running:
                answer = member.ask("/cluster")
                if answer:
                    return {entry["name"]: entry["role"] for entry in answer["members"]
                            if entry.get("state") in ("running", "streaming")}
        return {}

    def primary(self):
        """The member that says of itself that it is the primary."""
        return next((member for member in self.members if member.ask("/primary")), None)

    def is_healthy(self):
        roles = sorted(self.view().values())
        return roles == ["leader", "sync_standby", "sync_standby"] and self.primary() is not None

    def is_reachable(self):
        """Through HAProxy, which takes all members for the primary until its first checks."""
        try:
            for _ in range(5):
                self.psql_at("select 1", "postgres", [self.port])
                time.sleep(0.5)
            return True
        except DrillError:
            return False

    def psql(self, sql, database="parlay"):
        """Runs SQL on the primary as superuser; returns its output."""
        return self.psql_at(sql, database, [member.postgres_port for member in self.members])

    def psql_at(self, sql, database, ports):
        environment = {"PATH": "/usr/bin:/bin", "PGPASSWORD": self.passwords["postgres"], "LC_ALL": "C.UTF-8",
                       "PGTARGETSESSIONATTRS": "read-write"}
        words = [str(self.bin / "psql"), "--no-psqlrc", "--quiet", "--tuples-only", "--no-align",
                 "--set=ON_ERROR_STOP=1", "--username=postgres", f"--host={','.join(['127.0.0.1'] * len(ports))}",
                 f"--port={','.join(map(str, ports))}",
                 f"--dbname={database}"]
        done = subprocess.run(words, input=sql, capture_output=True, text=True, env=environment, check=False)
        if done.returncode:
            raise DrillError(f"psql: {done.stderr.strip()}")
        return done.stdout.strip()

    # Harm

    def kill_postmaster(self, member):
        """Only the server; its Patroni sees it."""
        for pid in member.postgres_processes()[:1]:
            os.kill(pid, signal.SIGKILL)

    def kill_machine(self, member):
        """Patroni and all of the server, as when the machine loses its power."""
        pids = member.postgres_processes()
        member.patroni.kill()
        for pid in pids:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def freeze(self, member):
        """Stops Patroni and the server; their sockets stay open. Returns what thaws them."""
        pids = [member.patroni.child.pid] + member.postgres_processes()
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)

        def thaw():
            for pid in pids:
                try:
                    os.kill(pid, signal.SIGCONT)
                except ProcessLookupError:
                    pass
        return thaw

    def stop(self):
        for member in self.members:
            if member.patroni:
                member.patroni.send(signal.SIGCONT)
        for process in reversed(self.processes):
            process.send(signal.SIGTERM)
        for process in reversed(self.processes):
            process.stop()
