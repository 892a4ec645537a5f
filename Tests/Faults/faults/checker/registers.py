"""Objects with a value that calls set and read."""

from typing import Any

from ..history import Try
from .linear import Operation


def nothing(tries: list[Try]) -> None:
    return None


def shelf(state: Any, call: Operation) -> list[Any]:
    """An entry of a shelf: status and rating, or nothing."""
    attempt = call.attempt
    move, body = attempt.notes["move"], attempt.body
    if move == "read":
        found = None if attempt.status == 404 else (attempt.answer["status"], attempt.answer["user_rating"])
        return [state] if found == state and attempt.status in (200, 404) else []
    match move:
        case "add":
            after, status = ((body["status"], None), 201) if state is None else (state, 409)
        case "replace":
            after, status = (state, 404) if state is None else ((body["status"], body["user_rating"]), 200)
        case "remove":
            after, status = (state, 404) if state is None else (None, 204)
        case _:
            raise ValueError(move)
    if call.is_optional:
        return [after] if status < 300 else []
    return [after] if attempt.status == status else []


def bio(state: Any, call: Operation) -> list[Any]:
    attempt = call.attempt
    if attempt.method == "PATCH":
        return [attempt.body["bio"]] if call.is_optional or attempt.status == 200 else []
    return [state] if attempt.status == 200 and attempt.answer["bio"] == (state or "") else []


def account(state: Any, call: Operation) -> list[Any]:
    """An account and one of its tokens: None, "there", or "signed out"."""
    attempt = call.attempt
    match attempt.notes["move"]:
        case "register":
            after, status = ("there", 201) if state is None else (state, 409)
        case "me":
            after, status = state, 200 if state == "there" else 401
        case "sign out":
            after, status = ("signed out", 204) if state == "there" else (state, 401)
        case "sign in":
            after, status = state, 401 if state is None else 200
        case move:
            raise ValueError(move)
    if call.is_optional:
        return [after] if status < 300 else []
    return [after] if attempt.status == status else []
