"""The client."""
from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from . import types
from ._calls import Calls
from ._errors import ConnectionLost, NotSignedIn, ParlayError, ProblemError, StreamEnded, signed_out
from ._live import Book, LiveTree, follow_socket
from ._transport import Retries, error_of, position_of

T = TypeVar("T")
_ONCE = Retries(attempts=1)
_PAUSES = Retries(first_pause=0.5, longest_pause=30)
# A stream that lasted as long has proved itself: after it, the pauses start again from the shortest.
_PROOF = 10.0


class Parlay(Calls):
    """A client of one tenant of a server. One call at a time, or one client for each thread."""

    def events(self, after: int | None = None) -> Iterator[types.StreamEvent]:
        """What happens to the signed-in person, as it happens.

        It begins with a `reset`: read what you show. From then on nothing is missed or repeated; a lost connection is opened again and
        goes on where it was. Where events are gone by then, there is another reset. It raises when trying again is useless, such as
        when the person is signed out.
        """
        number, failures = after, 0
        while True:
            started, error = time.monotonic(), None
            try:
                if number is None:
                    number = position_of(self.get_settings())
                    yield {"type": "reset", "number": number or 0}
                for event in self._event_stream(number):
                    if "reset" in event:
                        number = event["reset"]
                        yield {"type": "reset", "number": number or 0}
                    elif event["number"] > (number or 0):
                        number = event["number"]
                        yield event  # type: ignore[misc]
            except ParlayError as failure:
                error = failure
            failures = 1 if time.monotonic() - started >= _PROOF else failures + 1
            _wait(error or StreamEnded(), failures)

    def _event_stream(self, number: int | None) -> Iterator[dict[str, Any]]:
        sign_in = self.sign_in()
        if sign_in is None:
            raise NotSignedIn
        request = urllib.request.Request(self._url("stream/", {"after": number}))
        request.add_header("Authorization", f"Token {sign_in['token']}")
        request.add_header("Accept", "text/event-stream")
        try:
            # The server says something every 25 seconds.
            with urllib.request.urlopen(request, timeout=60) as stream:
                for line in stream:
                    if not line.startswith(b"data: "):
                        continue
                    event = json.loads(line[6:])
                    if event.get("code") == 4401:
                        self._refused(sign_in["token"])
                        raise signed_out()
                    if "code" not in event:
                        yield event
        except urllib.error.HTTPError as refusal:
            error = error_of(refusal)
            if error.status == 401:
                self._refused(sign_in["token"])
            raise error from None
        except OSError as failure:
            raise ConnectionLost(str(failure)) from failure

    def follow(self, type: str, id: int, read: Callable[[], T]) -> Iterator[T]:
        """What `read` gives, now and after each change, until it is gone: `follow("wager", 12, lambda: parlay.get_wager(12))`."""
        for event in self.events():
            if event["type"] != "reset" and (event["subject"]["type"], event["subject"]["id"]) != (type, id):
                continue
            try:
                yield read()
            except ProblemError as error:
                if error.status == 404:
                    return
                raise

    def live(self, tournaments: Sequence[int] = (), events: Sequence[int] = ()) -> Iterator[LiveTree]:
        """The sportsbook as it changes: each element is the whole tree, or the part with these tournaments and events.

        The tree is changed in place. A lost connection is opened again and goes on where it was.
        """
        book: Book | None = None
        failures = 0
        while True:
            started = time.monotonic()
            try:
                if book is None or book.needs_tree:
                    tree = self.get_sportsbook(tournament=list(tournaments), event=list(events))
                    if book is None:
                        book = Book(tree, is_part=bool(tournaments or events))
                    else:
                        book.replace(tree)
                    yield book.element("connecting")
                yield from self._live(book, list(tournaments), list(events))
            except ParlayError as failure:
                if isinstance(failure, StreamEnded) and failure.code == 4401:
                    raise signed_out() from None
                if book:
                    yield book.element("waiting")
                failures = 1 if time.monotonic() - started >= _PROOF else failures + 1
                _wait(failure, failures)

    def _live(self, book: Book, tournaments: list[int], events: list[int]) -> Iterator[LiveTree]:
        query: dict[str, Any] = {"after": book.seq, "tournament": tournaments, "event": events}
        if self.sign_in():
            query["ticket"] = self._call("POST", "live/tickets/", "", retries=_ONCE)["ticket"]
        url = self._url("live/", query)
        for is_first, message in follow_socket(url, book):
            if is_first:
                yield book.element("live")
            elif message is None:
                if book.replace(self.get_sportsbook(tournament=tournaments, event=events)):
                    yield book.element("live")
            elif book.apply(message):
                yield book.element("live")


def _wait(error: ParlayError, failures: int) -> None:
    """Waits after a failure, or raises it if trying again is useless."""
    status = getattr(error, "status", None)
    if not (isinstance(error, (StreamEnded, ConnectionLost)) or status is not None and (status == 429 or status >= 500)):
        raise error
    time.sleep(_PAUSES.pause(failures, getattr(error, "retry_after", None)))
