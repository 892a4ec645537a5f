"""A client for Parlay.

    from parlay_client import Parlay

    parlay = Parlay("https://play.example.org", "wager")
    parlay.login({"username": "ann", "password": "tango under the rain"})
    for wager in parlay.list_wagers(mine=True):
        print(wager["name"], wager["amount_cents"])
"""
from ._client import Parlay
from ._errors import ConnectionLost, NotSignedIn, ParlayError, ProblemError, UnexpectedAnswer
from ._lists import Pages
from ._live import LiveTree, PriceMove
from ._storage import FileStorage, MemoryStorage, SignIn, TokenStorage
from ._transport import File, Retries, position_of, version_of
from ._version import VERSION as __version__

__all__ = [
    "ConnectionLost", "File", "FileStorage", "LiveTree", "MemoryStorage", "NotSignedIn", "Pages", "Parlay", "ParlayError", "PriceMove",
    "ProblemError", "Retries", "SignIn", "TokenStorage", "UnexpectedAnswer", "__version__", "position_of", "version_of",
]
