internal import Accounts
package import Database
internal import ParlayAPI
package import Tenancy

/// The service for the calls about matches: it applies the rules to what the store reads and writes.
package struct MatchService: Sendable {
    let session: Session

    package init(_ session: Session) { self.session = session }

    private var tenant: TenantID { session.tenant.id }
    private var now: Timestamp { session.now }

    // MARK: Reading

    func partners(after: [Int64]?, limit: Int, name: String?) async throws -> Rows<Partner> {
        try await session.read(PartnerStore.page(in: tenant, after: after, limit: limit, name: name))
    }

    func matches(before: Int64?, limit: Int, statuses: [Int]?) async throws -> [MatchRow] {
        let query = MatchStore.list(in: tenant, before: before, limit: limit, statuses: statuses, now: now)
        return try await session.read(query).all
    }

    /// Of somebody else, for moderators.
    func matches(of account: AccountID, _ page: Page, statuses: [Int]?) async throws -> [MatchRow] {
        let query = MatchStore.list(
            in: tenant,
            before: page.after?.first,
            limit: page.fetchLimit,
            statuses: statuses,
            now: now
        )
        let (exists, rows) = try await session.read(
            as: account,
            MatchStore.isAccount(.id(tenant), .id(account)),
            query
        )
        guard try exists.one else {
            throw TenancyError.notFound("There is no account \(account.rawValue).")
        }
        return try rows.all
    }

    /// The match and which side of it the caller is.
    func match(_ address: MatchStore.Address) async throws -> (row: MatchRow, side: MatchRules.Side) {
        try await side(in: try await session.read(MatchStore.find(address, in: tenant)).first)
    }

    /// - Parameter row: what `MatchStore.find` found.
    func side(in row: MatchRow?) async throws -> (row: MatchRow, side: MatchRules.Side) {
        guard let row else { throw MeetupError.matchNotFound }
        guard let side = row.side(of: try await session.principal().accountID) else {
            throw MeetupError.notMember
        }
        return (row, side)
    }

    /// What happened in the caller's match, oldest first.
    func history(of match: MatchID) async throws -> [MatchEvent] {
        let events = try await session.read(MatchStore.history(of: match, in: tenant, now: now)).map(\.event)
        // Only a match of others has none: says which refusal it is.
        if events.isEmpty { _ = try await self.match(.id(match)) }
        return events
    }

    // MARK: Writing

    /// Matches the caller with the named person, or with a random one.
    func make(_ request: MatchRequest) async throws -> MatchRow {
        // Usernames are ASCII, but the database's lower() turns some other letters into ASCII.
        guard request.aUsername?.utf8.allSatisfy({ $0 < 0x80 }) ?? true else {
            throw MeetupError.personNotFound
        }
        let query =
            request.aUsername.map { MatchStore.make($0, in: tenant, now: now) }
            ?? MatchStore.makeRandom(in: tenant, now: now)
        let notFound = request.aUsername == nil ? MeetupError.noCandidate : MeetupError.personNotFound
        let matches: Rows<MadeMatch>
        do {
            matches = try await session.write(query)
        } catch let error as DatabaseError where error.constraint == "matches_blocked_check" {
            // One of the two has just blocked the other.
            throw notFound
        }
        guard let made = try matches.first else { throw notFound }
        if let match = made.match { return match }
        if made.isOneself { throw MeetupError.oneself }
        guard made.fits else { throw MeetupError.languagesDoNotFit }
        throw MeetupError.alreadyMatched
    }

    /// Makes a move on a match that was read, unless someone else was faster.
    func update(_ row: MatchRow, as side: MatchRules.Side, _ update: MatchUpdate) async throws -> MatchRow {
        let change = try Self.change(row, side, update, now: now)
        guard !row.hasLapsed(at: now) else { return try await updateLapsed(row, side, change) }
        return try await write(change, to: row)
    }

    /// What the move writes. Its refusals come in the order 422, 409.
    static func change(
        _ row: MatchRow,
        _ side: MatchRules.Side,
        _ update: MatchUpdate,
        now: Timestamp
    ) throws(MeetupError) -> MatchChange {
        let status = row.status(at: now)
        switch update {
        case .propose(let time, let location):
            guard MatchRules.isAllowed(time, now: now) else { throw .timeOutOfRange }
            guard let next = MatchRules.next(status, side, .propose) else { throw .wrongState(status) }
            return MatchChange(status: next, time: time, location: location, isPlan: true)
        case .accept(let time, let location):
            guard let next = MatchRules.next(status, side, .accept) else { throw .wrongState(status) }
            guard time == nil || time == row.time, location == nil || location == row.location else {
                throw .changed(status)
            }
            return MatchChange(status: next, time: row.time, location: row.location, isPlan: false)
        case .cancel:
            guard let next = MatchRules.next(status, side, .cancel) else { throw .wrongState(status) }
            return MatchChange(status: next, time: nil, location: nil, isPlan: false)
        }
    }

    /// The plan's time has passed since the last sweep, so what the sweep would record comes first.
    private func updateLapsed(_ row: MatchRow, _ side: MatchRules.Side, _ change: MatchChange) async throws
        -> MatchRow
    {
        try await lapse(row)
        let fresh = try await match(.id(row.id)).row
        guard fresh.status == .matched else { throw MeetupError.changed(fresh.status(at: now)) }
        return try await write(change, to: fresh)
    }

    private func lapse(_ row: MatchRow) async throws {
        _ = try await session.write(MatchStore.lapse(.id(tenant), .id(row.id), .time(now)))
    }

    private func write(_ change: MatchChange, to row: MatchRow) async throws -> MatchRow {
        let written = try await session.write(MatchStore.change(row, to: change, in: tenant, now: now))
        guard let changed = try written.first else {
            throw MeetupError.changed(try await match(.id(row.id)).row.status(at: now))
        }
        var new = row
        new.status = change.status
        new.time = change.time
        new.location = change.location
        new.plans = changed.plans
        new.version = changed.version
        new.updatedAt = now
        return new
    }

    /// - Parameter version: the one that `If-Match` named; `nil` to end it in any version.
    func remove(_ row: MatchRow, version: Int64?) async throws {
        let query = MatchStore.remove(row.id, version: version, in: tenant, now: now)
        if try await session.write(query).isEmpty {
            throw MeetupError.changed(try await match(.id(row.id)).row.status(at: now))
        }
    }

    func give(_ feedback: Feedback, on row: MatchRow) async throws {
        // Until the sweep runs, the meetup that has just passed is not recorded.
        if row.hasLapsed(at: now) { try await lapse(row) }
        let query = FeedbackStore.give(met: feedback.met, on: row.id, in: tenant, now: now)
        guard let isGiven = try await session.write(query).first else { throw MeetupError.noRecentMeetup }
        guard isGiven else { throw MeetupError.feedbackGiven }
    }

    // MARK: For accounts

    /// Ends the match of two people when one blocks the other.
    package static func ending(between account: AccountID, and other: AccountID, in tenant: TenantID) -> Query
    {
        MatchStore.removeBetween(.id(tenant), .id(account), .id(other))
    }
}
