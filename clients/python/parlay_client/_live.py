"""The tree of the sportsbook and the socket of its changes."""
from __future__ import annotations

import base64
import datetime
import json
import os
import random
import socket
import ssl
import struct
import time
import urllib.parse
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ._errors import ConnectionLost, StreamEnded


@dataclass(frozen=True)
class PriceMove:
    """A price that has changed, in American form."""

    before: str
    now: str


@dataclass(frozen=True)
class LiveTree:
    """The sportsbook at a moment."""

    #: `connecting`, `live` or `waiting`
    connection: str
    seq: int
    tournaments: list[Any]
    #: The prices that changed since the element before, by outcome.
    moves: dict[int, PriceMove] = field(default_factory=dict)


class Book:
    """A tree, into which messages are merged."""

    def __init__(self, tree: Any, is_part: bool) -> None:
        self.is_part, self.needs_tree = is_part, False
        #: When the tree is to be loaded again, by `time.monotonic`.
        self.reload_at: float | None = None
        self._log: list[dict[str, Any]] = []
        self._absent: set[tuple[str, int]] = set()
        self._moves: dict[int, PriceMove] = {}
        self._adopt(tree)

    def element(self, connection: str) -> LiveTree:
        moves, self._moves = self._moves, {}
        return LiveTree(connection, self.seq, self.tournaments, moves)

    def _adopt(self, tree: Any) -> None:
        self.seq, self.tournaments, self.needs_tree = tree["seq"], tree["tournaments"], False
        self._nodes: dict[tuple[str, int], tuple[Any, Any]] = {}
        for tournament in self.tournaments:
            for event in tournament["events"]:
                self._nodes["event", event["id"]] = event, tournament
                for market in event["markets"]:
                    self._nodes["market", market["id"]] = market, tournament
                    for outcome in market["outcomes"]:
                        self._nodes["outcome", outcome["id"]] = outcome, tournament

    def apply(self, message: dict[str, Any]) -> bool:
        """Whether the tree looks different now."""
        if message["seq"] <= self.seq:
            return False
        self.seq = message["seq"]
        if self.reload_at is not None:
            self._log.append(message)
        kind = next((kind for kind in ("event", "market", "outcome") if kind in message), None)
        if kind is None:
            return False
        key = kind, int(message[kind])
        if key not in self._nodes:
            if key not in self._absent and self.reload_at is None:
                # So that it contains what the stream is ahead of it, and not all clients load it at the same moment.
                self.reload_at, self._log = time.monotonic() + 0.3 + 2 * random.random(), [message]
            return False
        node, tournament = self._nodes[key]
        change = self._change(message)
        if all(node.get(name) == value for name, value in change.items()):
            return False
        if "price" in change:
            self._move(node["id"], node["price"], change["price"])
        node.update(change)
        if kind == "event":
            self._arrange(tournament)
        return True

    @staticmethod
    def _change(message: dict[str, Any]) -> dict[str, Any]:
        change: dict[str, Any] = {name: message[name] for name in ("status", "price") if name in message}
        if "startTime" in message:
            start = datetime.datetime.fromtimestamp(message["startTime"], datetime.UTC)
            change["starts_at"] = start.strftime("%Y-%m-%dT%H:%M:%S.000Z")
        if "score" in message:
            scores = message["score"].split("-") if message["score"] else [None, None]
            change["home_score"], change["away_score"] = (None if one is None else int(one) for one in scores)
        if "price" in change:
            american = int(change["price"])
            change["price_decimal"] = round(1 + (american / 100 if american > 0 else -100 / american), 4)
        return change

    def _arrange(self, tournament: Any) -> None:
        tournament["events"].sort(key=lambda event: (event["starts_at"], event["id"]))
        if self.is_part or not all(event["status"] in ("final", "cancelled") for event in tournament["events"]):
            return
        gone = {key for key, (_, owner) in self._nodes.items() if owner is tournament}
        self._absent |= gone
        self._nodes = {key: node for key, node in self._nodes.items() if key not in gone}
        self.tournaments.remove(tournament)

    def _move(self, outcome: int, before: str, now: str) -> None:
        first = self._moves[outcome].before if outcome in self._moves else before
        if first == now:
            self._moves.pop(outcome, None)
        else:
            self._moves[outcome] = PriceMove(first, now)

    def replace(self, tree: Any) -> bool:
        """Takes a new tree, and merges what it does not contain yet. Whether it could."""
        log, self._log, self.reload_at = self._log, [], None
        if log and tree["seq"] < log[0]["seq"] - 1:
            # Older than the messages that were left out
            self._log, self.reload_at = log, time.monotonic() + 0.3
            return False
        before = {key: node["price"] for key, (node, _) in self._nodes.items() if key[0] == "outcome"}
        self._adopt(tree)
        for message in log:
            if message["seq"] <= tree["seq"]:
                for kind in ("event", "market", "outcome"):
                    if kind in message and int(message[kind]) and (kind, int(message[kind])) not in self._nodes:
                        self._absent.add((kind, int(message[kind])))
        moves, self._moves = self._moves, {}
        for message in log:
            self.apply(message)
        self._moves = moves
        for key, price in before.items():
            if key in self._nodes and self._nodes[key][0]["price"] != price:
                self._move(key[1], price, self._nodes[key][0]["price"])
        return True


def follow_socket(url: str, book: Book) -> Iterator[tuple[bool, dict[str, Any] | None]]:
    """First that it is open, and then the messages; none where the tree is to be loaded."""
    try:
        connection = _opened(url)
    except OSError as failure:
        raise ConnectionLost(str(failure)) from failure
    if connection is None:
        # Perhaps the changes after the number are gone.
        book.needs_tree = True
        raise StreamEnded
    buffer = bytearray()
    last = time.monotonic()
    try:
        yield True, None
        while True:
            now = time.monotonic()
            if book.reload_at is not None and now >= book.reload_at:
                yield False, None
                continue
            connection.settimeout(max((book.reload_at or last + 60) - now, 0.001))
            try:
                more = connection.recv(65_536)
            except TimeoutError:
                # The server says something every 25 seconds.
                if time.monotonic() - last >= 60:
                    raise StreamEnded from None
                continue
            if not more:
                raise StreamEnded
            last = time.monotonic()
            buffer += more
            for text in _texts(buffer, connection):
                yield False, json.loads(text)
    except OSError as failure:
        raise ConnectionLost(str(failure)) from failure
    finally:
        book.needs_tree = book.needs_tree or book.reload_at is not None
        connection.close()


def _opened(url: str) -> socket.socket | None:
    """`None` if the server refuses to open the socket."""
    parts = urllib.parse.urlsplit(url)
    host, is_safe = parts.hostname or "", parts.scheme == "https"
    connection = socket.create_connection((host, parts.port or (443 if is_safe else 80)), timeout=30)
    if is_safe:
        connection = ssl.create_default_context().wrap_socket(connection, server_hostname=host)
    key = base64.b64encode(os.urandom(16)).decode()
    connection.sendall((
        f"GET {parts.path}?{parts.query} HTTP/1.1\r\nHost: {parts.netloc}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
    ).encode())
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        byte = connection.recv(1)
        if not byte or len(head) > 32_768:
            break
        head += byte
    if b" 101 " in head.split(b"\r\n")[0]:
        return connection
    connection.close()
    return None


def _texts(buffer: bytearray, connection: socket.socket) -> Iterator[bytes]:
    """The whole messages of the buffer, which are removed. The server does not split messages (RFC 6455)."""
    while len(buffer) >= 2:
        length, start = buffer[1] & 127, 2
        if length > 125:
            start = 4 if length == 126 else 10
            if len(buffer) < start:
                return
            length = struct.unpack(">H" if start == 4 else ">Q", buffer[2:start])[0]
        if len(buffer) < start + length:
            return
        code, content = buffer[0] & 15, bytes(buffer[start:start + length])
        del buffer[:start + length]
        if code == 8:
            raise StreamEnded(struct.unpack(">H", content[:2])[0] if length >= 2 else 1005)
        if code == 9:
            connection.sendall(bytes([138, 128 + length, 0, 0, 0, 0]) + content)
        if code == 1:
            yield content
