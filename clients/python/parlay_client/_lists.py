"""Lists, fetched page by page."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

Item = TypeVar("Item")


class Pages(Generic[Item]):
    """A list. Nothing is fetched until it is iterated, and then page by page as needed."""

    def __init__(self, fetch: Callable[[str | None, int | None], Any]) -> None:
        self._fetch = fetch

    def page(self, cursor: str | None = None, limit: int | None = None) -> Any:
        """One page: `items`, and `next_cursor`, which is `None` on the last one."""
        return self._fetch(cursor, limit)

    def pages(self) -> Iterator[Any]:
        """Page after page."""
        cursor = None
        while True:
            page = self.page(cursor)
            yield page
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from page["items"]
