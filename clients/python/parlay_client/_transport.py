"""Sends calls: adds the token, retries safely, and enforces the time limit."""
from __future__ import annotations

import email.utils
import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from ._errors import ConnectionLost, NotSignedIn, ParlayError, ProblemError, UnexpectedAnswer
from ._storage import MemoryStorage, SignIn, TokenStorage
from ._version import VERSION

T = TypeVar("T")


class Answer(dict[str, Any]):
    """A resource, with the version and the position that came with it."""

    version: str | None = None
    position: int | None = None


@dataclass(frozen=True)
class File:
    """What is not JSON: a photo, a calendar, a table."""

    content: bytes
    type: str


@dataclass(frozen=True)
class Retries:
    """How often and how long a call is attempted, in seconds."""

    attempts: int = 5
    #: It doubles with each further attempt, up to `longest_pause`; a longer `Retry-After` is still obeyed.
    first_pause: float = 0.25
    longest_pause: float = 8
    #: For all attempts and pauses of a call.
    time_limit: float = 30

    def pause(self, attempts: int, retry_after: float | None) -> float:
        pause = min(self.first_pause * 2.0 ** min(attempts - 1, 20), self.longest_pause)
        return pause / 2 * (1 + random.random()) if retry_after is None else retry_after + pause * random.random()


def version_of(answer: Mapping[str, Any]) -> str | None:
    """The `ETag` of an answer that was read, for `if_match`."""
    return getattr(answer, "version", None)


def position_of(answer: Mapping[str, Any]) -> int | None:
    """The number of the last event that the answer contains, for `events(after=…)`."""
    return getattr(answer, "position", None)


class Transport:
    """What `Parlay` is made on."""

    def __init__(
        self,
        server: str,
        tenant: str,
        *,
        storage: TokenStorage | None = None,
        token: str | None = None,
        retries: Retries = Retries(),
        on_sign_in_change: Callable[[SignIn | None], None] = lambda _: None,
    ) -> None:
        """`token` is a token or an API key to use instead of a storage."""
        self.base = f"{server.rstrip('/')}/v1/{tenant}/"
        self._storage = storage or MemoryStorage({"base": self.base, "token": token} if token else None)
        self._retries = retries
        self._on_sign_in_change = on_sign_in_change

    def sign_in(self) -> SignIn | None:
        """Whose token is stored."""
        sign_in = self._storage.load()
        return sign_in if sign_in and sign_in["base"] == self.base else None

    def forget_sign_in(self) -> None:
        """Without telling the server; `logout` does both."""
        self._storage.clear()
        self._on_sign_in_change(None)

    def _refused(self, token: str) -> None:
        sign_in = self.sign_in()
        if sign_in and sign_in["token"] == token:
            self.forget_sign_in()

    def _url(self, path: str, query: Mapping[str, Any] | None) -> str:
        pairs = []
        for name, value in (query or {}).items():
            for one in value if isinstance(value, (list, tuple)) else [value]:
                if one is not None:
                    pairs.append((name, str(one).lower() if isinstance(one, bool) else str(one)))
        return self.base + path + ("?" + urllib.parse.urlencode(pairs) if pairs else "")

    def _call(
        self, method: str, path: str, flags: str, *, body: Any = None, query: Mapping[str, Any] | None = None,
        if_match: Mapping[str, Any] | str | None = None, idempotency_key: str | None = None,
        content_type: str | None = None, retries: Retries | None = None,
    ) -> Any:
        sign_in = None if "o" in flags else self.sign_in()
        if sign_in is None and not set(flags) & {"o", "?"}:
            raise NotSignedIn
        headers = {"Accept": "*/*" if "f" in flags else "application/json", "User-Agent": f"parlay-client-python/{VERSION}"}
        version = if_match if if_match is None or isinstance(if_match, str) else version_of(if_match)
        if version is not None:
            headers["If-Match"] = version
        if sign_in:
            headers["Authorization"] = f"Token {sign_in['token']}"
        if method == "POST":
            headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        data: bytes | None = None
        if "r" in flags:
            data, headers["Content-Type"] = body.encode() if isinstance(body, str) else body, content_type or ""
        elif body is not None:
            data, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
        request = urllib.request.Request(self._url(path, query), data, headers, method=method)
        # A changed version would refuse the second attempt if the first one succeeded.
        once = "n" in flags or version is not None and method in ("PUT", "PATCH")
        try:
            status, answered, content = self._attempts(request, once, retries or self._retries)
        except ProblemError as error:
            if error.status == 401 and sign_in:
                if path == "logout/":
                    return self.forget_sign_in()
                self._refused(sign_in["token"])
            raise
        value = self._value(status, answered, content, "f" in flags)
        if "s" in flags:
            new: SignIn = {
                "base": self.base, "token": value["token"], "expires_at": value["expires_at"], "account_id": value["profile"]["id"],
            }
            self._storage.save(new)
            self._on_sign_in_change(new)
        if "x" in flags:
            self.forget_sign_in()
        return value

    def _list(self, method: str, path: str, flags: str, *, query: Mapping[str, Any]) -> Callable[[str | None, int | None], Any]:
        def fetch(cursor: str | None, limit: int | None) -> Any:
            own = {**query, "cursor": cursor or query.get("cursor"), "limit": limit or query.get("limit")}
            return self._call(method, path, flags, query=own)
        return fetch

    @staticmethod
    def _value(status: int, headers: Any, content: bytes, is_file: bool) -> Any:
        if is_file:
            return File(content, headers.get("Content-Type", ""))
        if not content:
            return None
        try:
            value = json.loads(content)
        except ValueError:
            raise UnexpectedAnswer(status) from None
        if not isinstance(value, dict):
            return value
        answer = Answer(value)
        answer.version, position = headers.get("ETag"), headers.get("Stream-Position")
        answer.position = int(position) if position else None
        return answer

    def _attempts(self, request: urllib.request.Request, once: bool, retries: Retries) -> tuple[int, Any, bytes]:
        end = time.monotonic() + retries.time_limit
        # The last error after which the call may be done: that a later attempt did nothing says nothing about that one.
        unknown: ParlayError | None = None
        count = 0
        while True:
            count += 1
            error, is_undone = self._attempt(request, max(end - time.monotonic(), 0.001))
            if isinstance(error, tuple):
                return error
            code, status = getattr(error, "code", None), getattr(error, "status", None)
            if request.get_method() == "DELETE" and unknown and (status == 404 or code == "no_cancel_request"):
                return 204, {}, b""
            if is_undone is None:
                raise error
            if not is_undone and request.get_method() != "GET":
                unknown = error
            pause = retries.pause(count, getattr(error, "retry_after", None))
            if once and not is_undone or count >= retries.attempts or time.monotonic() + pause >= end:
                raise unknown or error
            time.sleep(pause)

    @staticmethod
    def _attempt(request: urllib.request.Request, timeout: float) -> tuple[tuple[int, Any, bytes] | ParlayError, bool | None]:
        """The answer; or an error, and whether the call had no effect: `None` if trying again is useless."""
        try:
            with urllib.request.urlopen(request, timeout=timeout) as answer:
                return (answer.status, answer.headers, answer.read()), None
        except urllib.error.HTTPError as refusal:
            error = error_of(refusal)
            if isinstance(error, UnexpectedAnswer):
                return error, False if error.status in (429, 502, 503, 504) else None
            if error.status in (429, 503):
                return error, error.code != "outcome_unknown"
            return error, False if error.code == "idempotency_in_flight" else None
        except urllib.error.URLError as failure:
            # No connection was made.
            return ConnectionLost(str(failure.reason)), isinstance(failure.reason, ConnectionRefusedError)
        except (OSError, http.client.HTTPException) as failure:
            return ConnectionLost(str(failure)), False


def error_of(refusal: urllib.error.HTTPError) -> ProblemError | UnexpectedAnswer:
    wait = retry_after(refusal.headers)
    if refusal.headers.get("Content-Type", "").startswith("application/problem+json"):
        try:
            return ProblemError(json.loads(refusal.read()), wait)
        except (OSError, ValueError):
            pass
    return UnexpectedAnswer(refusal.code, wait)


def retry_after(headers: Any) -> float | None:
    """In seconds; of a date, by the server's clock."""
    text = headers.get("Retry-After")
    if not text:
        return None
    if text.isdigit():
        return min(float(text), 86_400)
    try:
        until = email.utils.parsedate_to_datetime(text)
        now = email.utils.parsedate_to_datetime(headers.get("Date"))
        return min(max((until - now).total_seconds(), 0), 86_400)
    except (TypeError, ValueError):
        return None
