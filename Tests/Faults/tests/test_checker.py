"""The checker finds what contradicts, and only that. Each case is a small history."""

from faults.checker import answers, bets, isolation, notices, objects, wallets

from .cases import Cases


class Registers(Cases):
    def bio(self, begin, end, status, text, writes=False, name="bio/blue/ann"):
        if writes:
            return self.call(begin, end, status, "PATCH", body={"bio": text}, object=name)
        return self.call(begin, end, status, answer={"bio": text}, object=name)

    def test_reads_after_writes(self):
        self.bio(0, 1, 200, "a", writes=True)
        self.bio(2, 3, 200, "a")
        self.assertEqual(self.found(objects), [])

    def test_a_lost_write(self):
        self.bio(0, 1, 200, "a", writes=True)
        self.bio(2, 3, 200, "")
        self.assertEqual(self.found(objects), ["profiles are linearizable"])

    def test_a_read_that_goes_back(self):
        self.bio(0, 5, 200, "a", writes=True)
        self.bio(1, 2, 200, "a")
        self.bio(3, 4, 200, "")
        self.assertEqual(self.found(objects), ["profiles are linearizable"])

    def test_overlapping_reads_may_differ(self):
        self.bio(0, 5, 200, "a", writes=True)
        self.bio(1, 4, 200, "a")
        self.bio(1, 4, 200, "")
        self.assertEqual(self.found(objects), [])

    def test_an_unknown_write_may_happen_late_or_never(self):
        self.bio(0, None, None, "a", writes=True)
        self.bio(1, 2, 200, "")
        self.bio(3, 4, 200, "a")
        self.assertEqual(self.found(objects), [])
        self.bio(5, 6, 200, "")
        self.assertEqual(self.found(objects), ["profiles are linearizable"])

    def test_a_write_that_said_nothing_was_done(self):
        attempt = self.bio(0, 1, 503, "a", writes=True)
        attempt.answer = {"code": "overloaded"}
        self.bio(2, 3, 200, "a")
        self.assertEqual(self.found(objects), ["profiles are linearizable"])


class Wagers(Cases):
    POSED = {"challenger": {"username": "ann"}, "amount_cents": 100}

    def answer(self, status, challengee=None, **changes):
        return {
            "status": status, "challenger": {"username": "ann"}, "challengee": challengee and {"username": challengee},
            "winner": None, "claim": None, "cancel_requested_by": None, "payment_method": None, "amount_cents": 100,
        } | changes

    def move(self, begin, end, status, person, move, answer=None, body=None):
        path = f"wagers/1/{move}/"
        method = "GET" if move == "read" else "POST"
        return self.call(begin, end, status, method, path, body, answer, person, object="wager/1", posed=self.POSED, move=move)

    def test_two_takers(self):
        self.move(0, 3, 200, "ben", "take", self.answer("active", "ben"))
        self.move(1, 2, 409, "cat", "take")
        self.assertEqual(self.found(objects), [])
        self.move(1, 3, 200, "dan", "take", self.answer("active", "dan"))
        self.assertEqual(self.found(objects), ["wagers follow the table of moves"])

    def test_a_refusal_without_a_reason(self):
        self.move(0, 1, 409, "ben", "take")
        self.assertEqual(self.found(objects), ["wagers follow the table of moves"])

    def test_a_move_that_skips_a_state(self):
        self.move(0, 1, 200, "ben", "take", self.answer("active", "ben"))
        self.move(2, 3, 200, "ann", "confirm", body={"paid": True})
        self.assertEqual(self.found(objects), ["wagers follow the table of moves"])

    def test_a_lost_race_needs_a_rival(self):
        attempt = self.move(0, 1, 409, "ben", "take")
        attempt.answer = {"code": "wager_changed"}
        self.assertEqual(self.found(objects), ["a lost race has a winner"])


class Matches(Cases):
    def move(self, begin, end, status, person, move, answer=None, body=None):
        method = "GET" if move == "read" else "PUT"
        return self.call(
            begin, end, status, method, "matches/1/", body, answer, person, object="match/1", move=move, is_first=person == "ann"
        )

    def test_a_plan(self):
        self.move(0, 1, 200, "ann", "propose", {"status_code": 1, "location": "park"}, {"location": "park"})
        self.move(2, 3, 409, "ann", "accept")
        self.move(4, 5, 200, "ben", "accept", {"status_code": 3, "location": "park"})
        self.assertEqual(self.found(objects), [])
        self.move(6, 7, 200, "ann", "read", {"status_code": 1, "location": "park"})
        self.assertEqual(self.found(objects), ["meetups follow the table of moves"])


class Money(Cases):
    def entry(self, number, kind, amount, balance, bet=None):
        return {"id": number, "kind": kind, "amount_cents": amount, "balance_after_cents": balance, "bet_id": bet}

    def bet(self, stake=100, result="won", payout=190):
        return {
            "id": 7, "stake_cents": stake, "payout_cents": payout, "legs": [{"price": "-110", "result": result}],
        }

    def finish(self, entries, bet_rows):
        self.call(90, 91, 200, path="wallet/entries/", answer={"items": entries[::-1]}, final="entries")
        self.call(92, 93, 200, path="bets/", answer={"items": bet_rows}, final="bets")
        if entries:
            self.read(94, 95, entries[-1]["balance_after_cents"])

    def place(self, status=201, answer={"id": 7}):
        return self.call(2, 3, status, "POST", "bets/", {"stake_cents": 100}, answer, key="k")

    def entries(self, payout=190):
        return [
            self.entry(1, "opening", 1000, 1000), self.entry(2, "stake", -100, 900, 7), self.entry(3, "payout", payout, 900 + payout, 7)
        ]

    def read(self, begin, end, balance):
        return self.call(begin, end, 200, path="wallet/", answer={"balance_cents": balance, "debt_cents": self.debt})

    debt = 0

    def test_a_bet_that_won(self):
        self.read(0, 1, 1000)
        self.place()
        self.read(4, 5, 900)
        self.finish(self.entries(), [self.bet()])
        self.assertEqual(self.found(wallets) + self.found(bets), [])

    def test_a_balance_from_before_the_bet(self):
        self.place()
        self.read(4, 5, 1000)
        self.finish(self.entries(), [self.bet()])
        self.assertEqual(self.found(wallets), ["balances are linearizable"])

    def test_a_sum_that_is_wrong(self):
        entries = self.entries()
        entries[2]["balance_after_cents"] = 1100
        self.finish(entries, [self.bet()])
        self.assertEqual(self.found(wallets), ["ledgers add up"])

    def test_a_bet_that_is_gone(self):
        self.place()
        self.finish(self.entries()[:1], [])
        self.assertIn("acknowledged writes are there once", self.found(bets))

    def test_a_refused_bet_that_is_there(self):
        self.place(409, {"code": "insufficient_funds"})
        self.finish(self.entries(), [self.bet()])
        self.assertEqual(self.found(bets), ["acknowledged writes are there once"])

    def test_a_payout_that_is_a_cent_too_much(self):
        self.place()
        self.finish(self.entries(191), [self.bet(payout=191)])
        self.assertIn("bets are paid exactly once, as graded", self.found(bets))

    def test_a_correction_that_leaves_a_debt(self):
        self.place()
        self.debt = 190
        self.finish(self.entries() + [self.entry(4, "reversal", 0, 1090, 7)], [self.bet(result="lost", payout=0)])
        self.assertEqual(self.found(bets), [])
        self.debt = 0
        self.read(96, 97, 1090)
        self.assertEqual(self.found(bets), ["bets are paid exactly once, as graded"])

    def test_a_bet_that_is_paid_twice(self):
        self.place()
        entries = self.entries() + [self.entry(4, "payout", 190, 1280, 7)]
        self.finish(entries, [self.bet()])
        self.assertEqual(self.found(bets), ["bets are paid exactly once, as graded"])


class Rest(Cases):
    def test_one_key_with_two_answers(self):
        for number in 1, 2:
            attempt = self.call(number, number + 0.5, 201, "POST", "bets/", {}, {"id": number}, key="k")
            attempt.call = 1
        self.assertEqual(self.found(answers), ["one answer for one key"])

    def test_an_internal_error(self):
        self.call(0, 1, 500)
        self.assertEqual(self.found(answers), ["answers of the contract"])

    def test_a_value_of_another_tenant(self):
        self.call(0, 1, 200, answer={"name": "mark-red-wager-1"})
        self.call(0, 1, 200, answer={"name": "mark-blue-wager-1"})
        self.call(0, 1, 200, tenant="red")
        self.assertEqual(self.found(isolation), ["tenants see only their own"])

    def test_a_notice_twice_and_none(self):
        self.call(0, 1, 200, "POST", "wagers/1/take/", person="ben", tells="ann", object="wager/1", move="take")
        inbox = self.call(8, 9, 200, path="inbox/", answer={"items": [{"kind": "wager_taken"}]}, final="inbox")
        self.assertEqual(self.found(notices), [])
        for items in [], [{"kind": "wager_taken"}] * 2:
            inbox.answer = {"items": items}
            self.assertEqual(self.found(notices), ["notices are written once"])

