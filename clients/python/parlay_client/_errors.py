"""What calls raise."""
from __future__ import annotations

from typing import Any


class ParlayError(Exception):
    """Every error of a call."""


class ProblemError(ParlayError):
    """The server refused the call; `code` never changes its meaning."""

    def __init__(self, problem: dict[str, Any], retry_after: float | None = None) -> None:
        super().__init__(problem["detail"])
        self.problem = problem
        self.code: str = problem["code"]
        self.status: int = problem["status"]
        #: What is wrong with each field of the body, by its dotted path.
        self.field_errors: dict[str, list[str]] = problem.get("errors", {})
        #: To find the call in the server's log.
        self.request_id: str | None = problem.get("request_id")
        #: How long the server asks to wait, in seconds.
        self.retry_after = retry_after


class ConnectionLost(ParlayError):
    """There was no answer. The call may have taken effect."""


class UnexpectedAnswer(ParlayError):
    """Something other than the server answered, such as a proxy."""

    def __init__(self, status: int, retry_after: float | None = None) -> None:
        super().__init__(f"The answer did not come from the server (status {status}).")
        self.status = status
        self.retry_after = retry_after


class NotSignedIn(ParlayError):
    """The call is for people who are signed in. Nothing was sent."""

    def __init__(self) -> None:
        super().__init__("Please sign in.")


class StreamEnded(ParlayError):
    """A stream has ended, with the code of a WebSocket; it goes on elsewhere or later."""

    def __init__(self, code: int = 1006) -> None:
        super().__init__("The stream has ended.")
        self.code = code


def signed_out() -> ProblemError:
    return ProblemError({
        "type": "/docs/problems#unauthorized", "title": "Authentication required", "status": 401, "code": "unauthorized",
        "detail": "Your sign-in has ended. Please sign in again.",
    })
