"""A cell of the drill whose server is a Patroni cluster, by the files of deploy/ha."""

import random

from cluster import Cluster
from processes import until


class Replicated:
    """Does what `servers.Server` does. It crashes by one of its members."""

    def __init__(self, number, directory):
        self.number = number
        self.name = f"cell {number}"
        self.random = random.Random(number)
        directory = directory / f"cell-{number}"
        directory.mkdir(mode=0o755)
        self.cluster = Cluster(directory)

    def start(self):
        if not self.cluster.processes:
            return self.cluster.start()
        # As systemd does.
        for member in self.cluster.members:
            if not member.patroni.is_running:
                member.patroni.start()
        return until(f"all members of {self.name} to stream again", self.cluster.is_healthy, limit=180)

    def url(self, role="postgres"):
        return self.cluster.url(role)

    def psql(self, sql, database="parlay"):
        return self.cluster.psql(sql, database)

    def let_in(self, roles):
        for role in roles:
            self.psql(f"alter role {role} login password '{self.cluster.passwords[role]}'")

    def kill(self):
        """Returns what was killed."""
        primary = self.cluster.primary()
        if not primary:
            return "nothing, since no member was the primary"
        kind = self.random.choice(["server of a primary", "machine of a primary", "machine of a standby"])
        if kind == "server of a primary":
            self.cluster.kill_postmaster(primary)
        elif kind == "machine of a primary":
            self.cluster.kill_machine(primary)
        else:
            self.cluster.kill_machine(self.random.choice([member for member in self.cluster.members if member is not primary]))
        return kind

    def stop(self):
        self.cluster.stop()
