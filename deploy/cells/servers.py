"""The databases of the drill: one PostgreSQL server for each cell, each on a free port of loopback."""

import os
import subprocess

from processes import DrillError, Process, free_ports, postgresql_binaries, private_directory, until, SERVER_USER

SETTINGS = ["listen_addresses=127.0.0.1", "wal_level=logical", "max_wal_senders=20", "max_replication_slots=20",
            "max_logical_replication_workers=20", "max_worker_processes=30", "max_connections=200",
            "max_slot_wal_keep_size=4GB",
            # Before 16 a server starts one subscription in this time.
            "wal_retrieve_retry_interval=100ms", "unix_socket_directories="]


class Server:
    """The server of one cell. Everybody on loopback is trusted: it is a drill."""

    def __init__(self, number, directory):
        self.number = number
        self.port = free_ports(1)[0]
        self.binaries = postgresql_binaries()
        self.directory = private_directory(directory / f"cell-{number}")
        self.log = directory / f"cell-{number}.log"
        self.log.touch()
        self.log.chmod(0o666)
        self.name = f"cell {number}"
        self.process = None

    def start(self):
        data = self.directory / "data"
        if not data.exists():
            words = [str(self.binaries / "initdb"), "-D", str(data), "-U", "postgres", "--auth=trust", "-E", "UTF8",
                     "--locale=C.UTF-8"]
            if SERVER_USER:
                words = ["setpriv", "--reuid", SERVER_USER, "--regid", SERVER_USER, "--clear-groups", *words]
            done = subprocess.run(words, capture_output=True, text=True, check=False, cwd="/")
            if done.returncode:
                raise DrillError(f"initdb: {done.stderr}")
        options = [word for setting in SETTINGS + [f"port={self.port}"] for word in ("-c", setting)]
        self.process = Process(f"cell {self.number}", [str(self.binaries / "postgres"), "-D", str(data), *options],
                               self.log, user=SERVER_USER)
        until(f"the server of cell {self.number} (see {self.log})", lambda: self.answers("postgres"))

    def answers(self, database):
        try:
            return self.psql("select 1", database) == "1"
        except DrillError:
            return False

    def url(self, role="postgres", database="parlay"):
        return f"postgresql://{role}@127.0.0.1:{self.port}/{database}"

    def psql(self, sql, database="parlay"):
        done = subprocess.run([str(self.binaries / "psql"), "-XAtq", "-v", "ON_ERROR_STOP=1", "-c", sql,
                               self.url(database=database)], capture_output=True, text=True, check=False,
                              env={**os.environ, "PGOPTIONS": ""})
        if done.returncode:
            raise DrillError(f"cell {self.number}: {sql}: {done.stderr}")
        return done.stdout.strip()

    def let_in(self, roles):
        for role in roles:
            self.psql(f"alter role {role} login")

    def kill(self):
        """SIGQUIT: immediate shutdown, without a checkpoint. A killed postmaster would leave its children behind for a moment."""
        self.process.stop(number=3)

    def stop(self):
        if self.process:
            # SIGINT: fast shutdown.
            self.process.stop(number=2)


ROLES = ("parlay_front", "parlay_worker")


def join(site, cells, directory, catalog):
    """Migrates the databases and makes them the cells of one installation, with the games of a catalog."""
    for cell in cells:
        cell.start()
        cell.psql("create database parlay template template0", "postgres")
        site.url = cell.url
        site.run("migrate")
        cell.let_in(ROLES)
    site.url = cells[0].url
    site.run("admin", "games", "import", str(catalog))
    for role in ("postgres", *ROLES):
        file = directory / f"cells.{role}"
        file.write_text("".join(f"{cell.number} {cell.url(role)}\n" for cell in cells[1:]), encoding="utf-8")
        site.role_settings[role] = {"PARLAY_CELLS": str(file)}
    for cell in cells[1:]:
        (directory / "url").write_text(cell.url(), encoding="utf-8")
        site.run("cell", "add", str(cell.number), "--url-file", str(directory / "url"))
    print(site.run("cell", "list").stdout)
