"""What the cases share: a history to which each test adds calls."""

import unittest

from faults.checker import Verdict
from faults.history import History, Try


class Cases(unittest.TestCase):
    def setUp(self) -> None:
        self.history = History()

    def call(self, begin, end, status, method="GET", path="", body=None, answer=None, person="ann", key=None, tenant="blue", **notes):
        attempt = Try(
            self.history.new_call(), tenant, person, method, path, body, key, begin, end, status, answer, notes
        )
        self.history.tries.append(attempt)
        return attempt

    def found(self, module) -> list[str]:
        verdict = Verdict()
        module.check(self.history, verdict)
        return [contradiction.promise for contradiction in verdict.contradictions]
