"""Where a sign-in is kept."""
from __future__ import annotations

import json
import os
import pathlib
from typing import Protocol, TypedDict


class SignIn(TypedDict, total=False):
    """A token, and the server and tenant that issued it. It is sent nowhere else."""

    base: str
    token: str
    account_id: int
    expires_at: str


class TokenStorage(Protocol):
    def load(self) -> SignIn | None: ...
    def save(self, sign_in: SignIn) -> None: ...
    def clear(self) -> None: ...


class MemoryStorage:
    """Until the program ends."""

    def __init__(self, sign_in: SignIn | None = None) -> None:
        self._sign_in = sign_in

    def load(self) -> SignIn | None:
        return self._sign_in

    def save(self, sign_in: SignIn) -> None:
        self._sign_in = sign_in

    def clear(self) -> None:
        self._sign_in = None


class FileStorage:
    """In a file that only its owner can read."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = pathlib.Path(path)

    def load(self) -> SignIn | None:
        try:
            sign_in: SignIn = json.loads(self._path.read_text())
            return sign_in
        except FileNotFoundError:
            return None

    def save(self, sign_in: SignIn) -> None:
        new = self._path.with_name(self._path.name + ".new")
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            json.dump(sign_in, file)
        new.replace(self._path)

    def clear(self) -> None:
        self._path.unlink(missing_ok=True)
