public import Foundation
public import ParlayAPI

extension Parlay {
    /// Partners, matches and meetups.
    public var matches: Matches { Matches(engine: engine) }

    /// The languages that the tenant's people practise. Needs no sign-in.
    public func languages() async throws(ParlayError) -> [Language] {
        let page: ListPage<Language> = try await engine.value(Call(MatchCalls.languages))
        return page.items
    }

    /// See `Parlay.matches`.
    public struct Matches: Sendable {
        let engine: Engine
    }
}

// MARK: - Finding people

extension Parlay.Matches {
    /// People who know the language the caller learns and learn the one the caller knows, most recently active first.
    ///
    /// - Parameter name: part of a name; case does not matter.
    public func candidates(named name: String? = nil) -> Listing<Profile> {
        Listing(Call(MatchCalls.partners).asking(MatchCalls.name, name), of: engine)
    }

    /// Matches with a person.
    @discardableResult
    public func make(with username: String) async throws(ParlayError) -> Versioned<Match> {
        try await engine.versioned(Call(MatchCalls.make, MatchRequest(aUsername: username)))
    }

    /// Matches with a random partner; if there is none, the problem is `no_candidate`.
    @discardableResult
    public func makeRandom() async throws(ParlayError) -> Versioned<Match> {
        try await engine.versioned(Call(MatchCalls.make, MatchRequest()))
    }
}

// MARK: - Reading

extension Parlay.Matches {
    /// The caller's matches, newest first.
    ///
    /// - Parameter statuses: only in these states; all if empty.
    public func all(in statuses: Set<MatchStatus> = []) -> Listing<Match> {
        Listing(
            Call(MatchCalls.list).asking(MatchCalls.statuses, anyOf: statuses.map(\.rawValue)),
            of: engine
        )
    }

    /// The current match.
    public func get(_ match: some MatchReference) async throws(ParlayError) -> Versioned<Match> {
        let address = match.matchAddress
        let endpoint = address.isOfPerson ? MatchCalls.showWithPerson : MatchCalls.show
        return try await engine.versioned(Call(endpoint, at: address.id))
    }

    /// What happened in a match, oldest first.
    public func history(of id: Match.ID) async throws(ParlayError) -> [MatchEvent] {
        let page: ListPage<MatchEvent> = try await engine.value(Call(MatchCalls.history, at: id))
        return page.items
    }

    /// A scheduled meetup as an iCalendar file.
    public func calendarFile(_ id: Match.ID) async throws(ParlayError) -> Data {
        try await engine.answer(Call(MatchCalls.calendar, at: id)).body
    }
}

// MARK: - Moves

extension Parlay.Matches {
    /// Proposes a time and a place: a new plan, a counter-offer, or a change of a scheduled meetup.
    ///
    /// - Parameters:
    ///   - time: within a year from now.
    ///   - location: 1–200 characters.
    ///   - version: when the match has changed since, the call is refused with `precondition_failed`.
    @discardableResult
    public func propose(
        _ match: some MatchReference,
        at time: Date,
        location: String,
        ifUnchanged version: Versioned<Match>? = nil
    ) async throws(ParlayError) -> Versioned<Match> {
        try await move(match, .propose(time: Timestamp(time), location: location), version)
    }

    /// Accepts the other person's offer.
    ///
    /// With a `Match`, accepts the offer that it shows: if there is another one by now, the call is refused with
    /// `match_changed`, so that no one agrees to something they have not seen.
    @discardableResult
    public func accept(_ match: some MatchReference, ifUnchanged version: Versioned<Match>? = nil)
        async throws(ParlayError) -> Versioned<Match>
    {
        let offer = match.seenOffer
        return try await move(match, .accept(time: offer?.time, location: offer?.location), version)
    }

    /// Withdraws an offer, declines it, or cancels a scheduled meetup.
    @discardableResult
    public func cancel(_ match: some MatchReference, ifUnchanged version: Versioned<Match>? = nil)
        async throws(ParlayError) -> Versioned<Match>
    {
        try await move(match, .cancel, version)
    }

    /// Ends the match and deletes its history.
    public func unmatch(_ match: some MatchReference, ifUnchanged version: Versioned<Match>? = nil)
        async throws(ParlayError)
    {
        let address = match.matchAddress
        let endpoint = address.isOfPerson ? MatchCalls.endWithPerson : MatchCalls.end
        try await engine.send(Call(endpoint, at: address.id, ifMatch: version?.version))
    }

    /// Says whether the other person came: once for each meetup, within 14 days.
    @discardableResult
    public func giveFeedback(_ id: Match.ID, met: Bool) async throws(ParlayError) -> Versioned<Match> {
        try await engine.versioned(Call(MatchCalls.feedback, at: id, Feedback(met: met)))
    }

    private func move(_ match: some MatchReference, _ update: MatchUpdate, _ version: Versioned<Match>?)
        async throws(ParlayError) -> Versioned<Match>
    {
        let address = match.matchAddress
        let endpoint = address.isOfPerson ? MatchCalls.planWithPerson : MatchCalls.plan
        return try await engine.versioned(Call(endpoint, at: address.id, update, ifMatch: version?.version))
    }
}

extension Parlay.Administration {
    /// Someone's matches, newest first: `profile` is the other person. For moderators.
    ///
    /// - Parameter statuses: only in these states; all if empty.
    public func matches(of account: Profile.ID, in statuses: Set<MatchStatus> = []) -> Listing<Match> {
        Listing(
            Call(MatchCalls.ofAccount, at: account).asking(
                MatchCalls.statuses,
                anyOf: statuses.map(\.rawValue)
            ),
            of: engine
        )
    }
}
