/// The calls about people to match with, and matches.
package enum MatchCalls {
    package static let name = QueryField.text("q", 1...100, "Part of the username, in any case.")
    package static let statuses = QueryField.integers(
        "status_code",
        0...3,
        "Only matches in these states."
    )

    package static let showWithPerson = Endpoint<Int64, Never, Match>(.get, "times/{id:id}")
        .positioned
        .module(.meetups)
        .titled("Show the match with a person").named("getMatchWithPerson").ofPerson.showing

    package static let planWithPerson = Endpoint<Int64, MatchUpdate, Match>(.put, "times/{id:id}")
        .module(.meetups)
        .titled("Propose, accept or cancel a meetup with a person").named("planMeetupWithPerson").ofPerson
        .planning

    package static let endWithPerson = Endpoint<Int64, Never, Void>(.delete, "times/{id:id}")
        .module(.meetups).titled("End the match with a person").named("endMatchWithPerson").ofPerson.ending

    package static let partners = Endpoint<Void, Never, ListPage<Profile>>(.get, "profiles")
        .module(.meetups).titled("List people to match with").named("listPartners")
        .explained(
            "People who know the language you learn, and learn the one you know. "
                + "The most recently active come first."
        )
        .query(Self.name).paged.answering(200)

    package static let register = Endpoint<Void, Registration, SignedIn>(.post, "profiles")
        .module(.meetups).access(.open).titled("Register an account").registering
        .named("createProfile")

    package static let languages = Endpoint<Void, Never, ListPage<Language>>(.get, "languages")
        .module(.meetups).access(.open).titled("List languages").named("listLanguages").pagedOnDemand
        .explained("The languages that people of the tenant can practise.")
        .answering(200, "All languages, or a page with `limit` or `cursor`.")

    package static let list = Endpoint<Void, Never, ListPage<Match>>(.get, "matches")
        .positioned
        .module(.meetups).titled("List your matches").named("listMatches")
        .explained("Newest first.")
        .query(Self.statuses).paged.answering(200)

    package static let ofAccount = Endpoint<Int64, Never, ListPage<Match>>(
        .get,
        "admin/accounts/{id:id}/matches"
    )
    .module(.meetups).access(.role(.moderator)).keys(.readMeetups).titled("List someone's matches").named(
        "listMatchesOfAccount"
    )
    .explained(
        """
        Newest first. `profile` is the person whom that account is matched with; `moves` is empty, because none is yours.
        """
    )
    .path("id", "The account's id.")
    .query(Self.statuses).paged.answering(200, example: ListPage(items: [Match.ofOthers]))
    .refusing(404, "not_found", "There is no such account.")

    package static let make = Endpoint<Void, MatchRequest, Match>(.post, "matches")
        .module(.meetups).titled("Match with a person").named("createMatch")
        .explained("Without `a_username`, a random partner is chosen.")
        .taking(example: ["a_username": "bob"]).answering(201, example: Match.made)
        .refusing(404, "person_not_found", "There is no person with this username.")
        .refusing(404, "no_candidate", "No matching partner is available right now.")
        .refusing(409, "already_matched", "You are already matched with this person.")

    package static let show = Endpoint<Int64, Never, Match>(.get, "matches/{id:id}")
        .positioned
        .module(.meetups).titled("Show a match").named("getMatch").ofMatch.showing

    package static let history = Endpoint<Int64, Never, ListPage<MatchEvent>>(
        .get,
        "matches/{id:id}/history"
    )
    .positioned
    .module(.meetups)
    .titled("Show the history of a match").named("listMatchHistory").ofMatch.pagedOnDemand
    .explained("Oldest first: the match, the last 100 moves of both people, and what became of them.")
    .answering(200, "The history, or a page with `limit` or `cursor`.")

    package static let plan = Endpoint<Int64, MatchUpdate, Match>(.put, "matches/{id:id}")
        .module(.meetups).titled("Propose, accept or cancel a meetup").named("planMeetup").ofMatch.planning

    package static let end = Endpoint<Int64, Never, Void>(.delete, "matches/{id:id}")
        .module(.meetups).titled("End a match").named("endMatch").ofMatch.ending

    package static let calendar = Endpoint<Int64, Never, File>(.get, "matches/{id:id}/calendar.ics")
        .module(.meetups)
        .titled("Download the meetup as a calendar file").named("getMeetupCalendar").ofMatch
        .explained("The scheduled meetup as iCalendar.").answering(200, media: ["text/calendar"])
        .refusing(409, "match_state", "No meetup is scheduled.")

    package static let feedback = Endpoint<Int64, Feedback, Match>(.post, "matches/{id:id}/feedback")
        .module(.meetups).titled("Give feedback on a meetup").named("giveFeedback").ofMatch
        .explained(
            "Says whether the other person came. Possible once for each meetup, within 14 days. It counts in the `reliability` of the other person."
        )
        .taking(example: ["met": true]).answering(201)
        .refusing(409, "no_recent_meetup", "There was no meetup within the last 14 days.")
        .refusing(409, "feedback_given", "You have already given feedback on this meetup.")
}

extension Endpoint {
    fileprivate var ofMatch: Endpoint {
        path("id", "The `match_id`.").refusing(403, "not_a_member", "The match is between other people.")
    }

    fileprivate var ofPerson: Endpoint { path("id", "The other person's account id.") }
}

extension Endpoint where Body == Never, Answer == Match {
    fileprivate var showing: Endpoint { explained("`profile` is the other person.").answering(200) }
}

extension Endpoint where Body == MatchUpdate, Answer == Match {
    /// After a first success the second attempt would be refused, because the state has changed.
    fileprivate var planning: Endpoint {
        repeating(.never)
            .explained(
                "Send one of: `{time_1, location}` to propose or make a counter-offer, `{accept: true}`, or `{cancel: true}`. "
                    + "With `accept` you can send the `time_1` and `location` that you saw: if the offer has changed "
                    + "since, the answer is 409."
            )
            .taking(example: ["accept": true]).answering(200, example: Match.scheduled)
            .refusing(
                409,
                "match_state",
                "Not possible in the current state, which the problem shows as `status_code`."
            )
            .refusing(
                409,
                "match_changed",
                "The match was changed at the same time, or the offer is no longer the one you accepted."
            )
    }
}

extension Endpoint where Answer == Void {
    fileprivate var ending: Endpoint {
        explained("Deletes its history too. Matching again starts from the beginning.")
            .irreversible("Ends the match and deletes its history.")
            .answering(204)
            .refusing(409, "match_changed", "The match was changed at the same time.")
    }
}
