"""A small file system that can be full: memory, mounted where only this run and what it starts can see it."""

import ctypes
import os
import pwd
import subprocess
from pathlib import Path

MEGABYTES = 320
# unshare(2)
CLONE_NEWNS = 0x20000
# Each megabyte of WAL needs a new file, so that a disk that is full soon ends PostgreSQL.
INITDB_OPTIONS = ["--wal-segsize=1"]
SETTINGS = {"wal_recycle": "off", "min_wal_size": "2MB", "max_wal_size": "64MB"}


def can_mount() -> bool:
    """Whether this process may mount file systems of its own."""
    return subprocess.run(["unshare", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"], capture_output=True).returncode == 0


class Disk:
    def __init__(self, directory: Path, user: str) -> None:
        self.directory = directory
        self.filler = directory / "filler"
        if ctypes.CDLL(None).unshare(CLONE_NEWNS):
            raise OSError("unshare failed")
        subprocess.run(["mount", "--make-rprivate", "/"], check=True)
        directory.mkdir()
        owner = pwd.getpwnam(user)
        options = f"size={MEGABYTES}m,mode=0700,uid={owner.pw_uid},gid={owner.pw_gid}"
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", directory], check=True)

    def fill(self) -> None:
        """Takes what is free now."""
        state = os.statvfs(self.directory)
        if not state.f_bavail:
            return
        with self.filler.open("ab") as file:
            try:
                os.posix_fallocate(file.fileno(), file.tell(), state.f_bavail * state.f_frsize)
            except OSError:
                # PostgreSQL was faster.
                pass

    def free(self) -> None:
        self.filler.unlink(missing_ok=True)

    def unmount(self) -> None:
        # Lazily, because a process that was killed may still be ending.
        subprocess.run(["umount", "--lazy", self.directory], check=False)
