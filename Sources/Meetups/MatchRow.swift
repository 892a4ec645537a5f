internal import Accounts
package import Database
package import ParlayAPI
package import Tenancy

package struct MatchID: RowID {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

/// A match as stored, with the other person from the caller's view.
package struct MatchRow: Sendable, Equatable {
    package let id: MatchID
    package let userID1: AccountID
    package let userID2: AccountID
    package var status: MatchStatus
    package var time: Timestamp?
    package var location: String?
    /// Proposals made so far.
    package var plans: Int64
    package var version: Int64
    package let createdAt: Timestamp
    package var updatedAt: Timestamp
    /// When the latest meetup was, unless the caller said how it went.
    let unratedMeetup: Timestamp?
    /// The other person; for a non-member, the first person.
    package let partner: Partner

    /// `nil` for a non-member.
    func side(of account: AccountID) -> MatchRules.Side? {
        if account == userID1 { return .first }
        return account == userID2 ? .second : nil
    }

    /// Whether its time has passed and the sweep has not yet reset it.
    func hasLapsed(at now: Timestamp) -> Bool { MatchRules.hasPassed(time, now: now) }

    /// The effective state: a plan whose time has passed does not count.
    func status(at now: Timestamp) -> MatchStatus { hasLapsed(at: now) ? .matched : status }

    /// The meetup that the caller can give feedback on.
    func feedbackOn(at now: Timestamp) -> Timestamp? {
        if hasLapsed(at: now), status == .scheduled { return time }
        return unratedMeetup.flatMap { $0 > now.adding(seconds: -FeedbackStore.window) ? $0 : nil }
    }

    /// Of the caller, who is a member.
    var callerSide: MatchRules.Side { partner.id == userID2 ? .first : .second }

    /// What the caller, who is a member, can do now.
    func moves(at now: Timestamp) -> [MatchMove] {
        let side = callerSide
        return MatchMove.allCases.filter { move in
            guard let move = MatchRules.Move(move) else { return feedbackOn(at: now) != nil }
            return MatchRules.next(status(at: now), side, move) != nil
        }
    }

    /// Changes with the match, with the other person's profile, when the time passes, and when feedback becomes possible or
    /// not; not with other modules' profile parts.
    func entityTag(at now: Timestamp) -> String {
        "\(version).\(partner.account.version)" + (hasLapsed(at: now) ? ".past" : "")
            + (feedbackOn(at: now) == nil ? "" : ".asks")
    }

    /// - Parameter profile: the partner's profile as others see it.
    func resource(at now: Timestamp, profile: Profile) -> Match {
        let lapsed = hasLapsed(at: now)
        return Match(
            matchID: id.rawValue,
            userID1: userID1.rawValue,
            userID2: userID2.rawValue,
            time1: lapsed ? nil : time,
            location: lapsed ? nil : location,
            statusCode: status(at: now),
            createdAt: createdAt,
            updatedAt: updatedAt,
            moves: moves(at: now),
            feedbackOn: feedbackOn(at: now),
            profile: profile
        )
    }
}

extension MatchRow: ColumnGroup {
    /// The columns of `matches`.
    static let ownColumns: SQLFragment = [
        "id", "user_id1", "user_id2", "status_code", "time_1", "location", "plans", "version", "created_at",
        "updated_at",
    ]

    /// The match is `m` and the other person `p`.
    package static let columns: SQLFragment = ownColumns.of("m") + unratedMeetup + Partner.columns

    /// `$1` is the tenant's id.
    private static let unratedMeetup = SQLFragment(
        joining: """
            (select case when f.account_id is null then u.held_at end
               from meetups u
               left join meetup_feedback f
                 on f.tenant_id = u.tenant_id and f.meetup_id = u.id and f.account_id = current_account_id()
              where u.tenant_id = $1 and u.match_id = m.id
              order by u.held_at desc
              limit 1)
            """
    )

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        id = try columns.id()
        userID1 = try columns.id()
        userID2 = try columns.id()
        guard let status = MatchStatus(rawValue: Int(try columns.integer())) else {
            throw .decoding("unknown status_code of a match")
        }
        self.status = status
        time = try columns.optionalTime()
        location = try columns.optionalText()
        plans = try columns.integer()
        version = try columns.integer()
        createdAt = try columns.time()
        updatedAt = try columns.time()
        unratedMeetup = try columns.optionalTime()
        partner = try Partner(&columns)
    }
}

/// The result of a request for a match.
struct MadeMatch: RowReadable {
    /// `nil` if none was created.
    let match: MatchRow?
    let isOneself: Bool
    /// Whether each knows the language that the other learns.
    let fits: Bool

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        match = try columns.optional()
        isOneself = try columns.boolean()
        fits = try columns.boolean()
    }
}
