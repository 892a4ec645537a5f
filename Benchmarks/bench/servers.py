"""The servers under measurement: Parlay's front and worker, and the Django peer."""

import os
from pathlib import Path

from .data import TENANT
from .database import NAME, Cluster
from .load import HOST, free_port, is_up
from .processes import Process, wait_until

ROOT = Path(__file__).parent.parent.parent
PARLAY = ROOT / ".build/release/parlay"
BARE = ROOT / ".build/bench-bare"
LISTEN = ROOT / ".build/bench-listen"
VENV = ROOT / ".build/bench-venv"
ME = f"/v1/{TENANT}/profiles/me/"
LIST_ROWS = 50
LIST = f"/v1/{TENANT}/profiles/?limit={LIST_ROWS}"
# The same list with one row: what the other rows cost is the difference.
LIST_OF_ONE = f"/v1/{TENANT}/profiles/?limit=1"

# Of those tried with 2 x cores + 1 workers over the list and the reads, the one with the best medians: see
# README.md. `--only django-modes` tries them again.
DJANGO_MODE = ("gthread", 2)
DJANGO_MODES = [("sync", 1), ("gthread", 2), ("gthread", 4), ("gthread", 8)]


def clean_environment() -> dict[str, str]:
    """The caller's, without settings meant for another server."""
    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PARLAY_", "PG")) and name != "DATABASE_URL"
    }


def parlay_environment(cluster: Cluster, port: int | None = None) -> dict[str, str]:
    environment = {**clean_environment(), "DATABASE_URL": cluster.url}
    if port is not None:
        environment |= {
            "PARLAY_HOST": HOST,
            "PARLAY_PORT": str(port),
            # All load comes from one address.
            "PARLAY_CONNECTIONS_PER_ADDRESS": "30000",
            # Failed logins are counted by address; scenarios that fail on purpose name another one each time.
            "PARLAY_TRUSTED_PROXIES": HOST,
        }
    return environment


class Server:
    def __init__(self, process: Process, port: int) -> None:
        self.process = process
        self.port = port

    def wait(self, token: str) -> None:
        def answers() -> bool:
            self.process.check()
            return is_up(self.port, ME, token)

        wait_until(answers, 30, f"{self.process.name} did not answer {ME}")

    def close(self) -> None:
        self.process.stop()


def start_parlay(cluster: Cluster) -> Server:
    port = free_port()
    return Server(Process("parlay serve", [str(PARLAY), "serve"], environment=parlay_environment(cluster, port)), port)


def start_worker(cluster: Cluster) -> Process:
    return Process("parlay work", [str(PARLAY), "work"], environment=parlay_environment(cluster))


def start_django(cluster: Cluster, mode: tuple[str, int] = DJANGO_MODE) -> Server:
    port = free_port()
    environment = {
        **clean_environment(),
        "PEER_PORT": str(port),
        "PEER_WORKER_CLASS": mode[0],
        "PEER_THREADS": str(mode[1]),
        "PEER_DATABASE_HOST": str(cluster.directory),
        "PEER_DATABASE_NAME": NAME,
        "PEER_DATABASE_USER": "bench_django",
        "DJANGO_SETTINGS_MODULE": "peer.settings",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    directory = ROOT / "Benchmarks/django"
    command = [str(VENV / "bin/gunicorn"), "--config", "gunicorn.conf.py", "peer.wsgi:application"]
    return Server(Process("gunicorn", command, environment=environment, cwd=directory), port)
