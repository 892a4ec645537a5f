"""The rest of the promises: limits, lists, calls without an answer, admins, requests of friends."""

from faults.checker import answers, limits, lists, notices, objects, streams, wallets, webhooks

from .cases import Cases


class Promises(Cases):
    def test_a_position_beyond_the_limit(self):
        def bet(stake, legs):
            return {"stake_cents": stake, "legs": [{"outcome_id": outcome} for outcome in legs]}

        page = self.call(0, 1, 200, path="bets/", answer={"items": [bet(30_000, [1]), bet(10_000, [1]), bet(40_000, [1, 2])]}, final="bets")
        self.assertEqual(self.found(limits), [])
        page.answer["items"].append(bet(1, [1]))
        self.assertEqual(self.found(limits), ["positions stay within the limit"])

    def test_pages_that_repeat_and_skip(self):
        def page(*games):
            return self.call(0, 1, 200, answer={"items": [{"game_id": game} for game in games]}, pages="shelf")

        page(1, 2, 3)
        page(3), page(1)
        last = page(2)
        self.assertEqual(self.found(lists), [])
        last.answer["items"] = [{"game_id": 1}]
        self.assertEqual(self.found(lists), ["lists have each row once"])

    def test_a_key_that_is_never_free(self):
        attempt = self.call(0, 1, 409, "POST", "wagers/", {}, {"code": "idempotency_in_flight"}, key="k")
        self.assertEqual(self.found(answers), ["calls with a key are resolved"])
        self.call(120, 121, 201, "POST", "wagers/", {}, {"id": 1}, key="k").call = attempt.call
        self.assertEqual(self.found(answers), [])

    def admin(self, begin, end, status, person, other, role):
        return self.call(
            begin, end, status, "PATCH", "admin/accounts/1/", {"role": role}, {}, person,
            object="admins/green", admins=["ann", "ben"], other=other,
        )

    def test_two_admins_who_demote_each_other(self):
        self.admin(0, 3, 200, "ann", "ben", "member")
        last = self.admin(1, 4, 403, "ben", "ann", "member")
        self.assertEqual(self.found(objects), [])
        last.status = 200
        self.assertEqual(self.found(objects), ["a tenant keeps an admin"])

    def test_a_request_that_is_accepted_twice(self):
        self.call(0, 1, 201, "POST", "friends/", {}, {}, move="ask")
        inbox = self.call(2, 3, 200, path="inbox/", answer={"items": [{"kind": "friend_accepted"}]}, final="friends inbox")
        self.assertEqual(self.found(notices), [])
        inbox.answer["items"] *= 2
        self.assertEqual(self.found(notices), ["notices are written once"])

    def test_a_ledger_that_changes_its_past(self):
        def entry(number, balance):
            return {"id": number, "kind": "grant", "amount_cents": 10, "balance_after_cents": balance, "bet_id": None}

        rows = [entry(1, 10), entry(2, 20)]
        early = self.call(0, 1, 200, path="wallet/entries/", answer={"items": rows[:1], "next_cursor": None}, whole_ledger=True)
        self.call(8, 9, 200, path="wallet/entries/", answer={"items": rows[::-1]}, final="entries")
        self.assertEqual(self.found(wallets), [])
        early.answer["items"] = rows[1:]
        self.assertEqual(self.found(wallets), ["ledgers only grow"])

    def test_an_event_that_is_not_delivered(self):
        self.call(0, 1, 200, "POST", "wagers/7/take/", told_by="wager.taken", wager=7)
        self.assertEqual(self.found(webhooks), ["webhooks are delivered at least once"])
        self.call(2, 2, 204, "DELIVER", "wager.taken", {}, delivered=7)
        self.assertEqual(self.found(webhooks), [])

    def test_an_event_of_another_tenant(self):
        self.call(0, 1, 201, "POST", "wagers/", {}, {"id": 7}, tenant="red")
        self.call(2, 2, 204, "DELIVER", "wager.taken", {}, delivered=7)
        self.assertEqual(self.found(webhooks), ["webhooks are delivered at least once"])

    def test_a_cancelled_meetup_is_told_once_and_an_unmatched_one_perhaps(self):
        for begin, move in ((0, "cancel"), (2, "unmatch")):
            self.call(begin, begin + 1, 200, "PUT", "matches/1/", {}, object="match/1", move=move, tells="ben")
        inbox = self.call(8, 9, 200, path="inbox/", answer={"items": []}, final="inbox", person="ben")
        for count, broken in ((0, True), (1, False), (2, False), (3, True)):
            inbox.answer["items"] = [{"kind": "meetup_cancelled"}] * count
            self.assertEqual(self.found(notices), ["notices are written once"] if broken else [])

    def follow(self, *numbers, after=4, goal=None, place=0):
        answer = [{"number": number, "type": "profile.changed", "subject": {}} for number in numbers]
        notes = {"stream": "blue/ann", "move": "follow", "after": after} | ({"goal": goal} if goal is not None else {})
        return self.call(0, 9, 200, path="stream/", answer=answer, **notes)

    def test_streams_with_gaps_and_repetitions(self):
        self.follow(5, 6, 7)
        self.assertEqual(self.found(streams), [])
        for wrong in ([5, 7], [5, 5], [6]):
            self.history.tries.clear()
            self.follow(*wrong)
            self.assertEqual(self.found(streams), ["streams have no gap and no repetition"])
        self.history.tries.clear()
        self.follow(5, goal=6)
        self.assertIn("streams have no gap and no repetition", self.found(streams))

    def test_two_followers_that_are_told_different_things(self):
        self.follow(5)
        self.follow(5).answer[0]["type"] = "settings.changed"
        self.assertEqual(self.found(streams), ["all followers of a person get the same events"])

    def test_a_position_that_the_read_does_not_show(self):
        write = self.call(1, 2, 200, "PATCH", "profiles/me/", {"bio": "one"}, {}, stream="blue/ann", move="write")
        read = self.call(3, 4, 200, path="profiles/me/", answer={"bio": "one"}, stream="blue/ann", move="read", position="5")
        self.follow(5, goal=5)
        self.assertEqual(self.found(streams), [])
        read.answer["bio"] = ""
        self.assertEqual(self.found(streams), ["reads show everything up to their position"])
        self.history.tries.remove(write)
        self.assertIn("each write is told once", self.found(streams))
