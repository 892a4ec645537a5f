internal import Database
package import ParlayAPI
package import Tenancy

package struct MatchID: RowID {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

/// A match as stored, with the caller's view of who the other is.
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
    /// The other person; for who is no member, the first.
    package let partner: Account

    /// `nil` for who is no member.
    func side(of account: AccountID) -> MatchRules.Side? {
        if account == userID1 { return .first }
        return account == userID2 ? .second : nil
    }

    /// Whether its time has passed and the sweep has not yet reset it.
    func hasLapsed(at now: Timestamp) -> Bool { MatchRules.hasPassed(time, now: now) }

    /// The state that counts: a plan whose time has passed is none.
    func status(at now: Timestamp) -> MatchStatus { hasLapsed(at: now) ? .matched : status }

    /// Changes with the match, with the other's profile, and when the time passes; not with what another module adds to
    /// profiles.
    func entityTag(at now: Timestamp) -> String {
        "\(version).\(partner.version)" + (hasLapsed(at: now) ? ".past" : "")
    }

    /// - Parameter profile: the partner's as others see it.
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
            profile: profile
        )
    }
}

extension MatchRow {
    static let columnCount = 10 + Account.columnCount

    /// Reads the columns of `MatchStore.find` from `column` on.
    init(_ row: Row, from column: Int = 0) throws(DatabaseError) {
        id = try row.id(column)
        userID1 = try row.id(column + 1)
        userID2 = try row.id(column + 2)
        guard let status = MatchStatus(rawValue: Int(try row.integer(column + 3))) else {
            throw .decoding("status_code is no state of a match")
        }
        self.status = status
        time = row.optionalTime(column + 4)
        location = row.optionalText(column + 5)
        plans = try row.integer(column + 6)
        version = try row.integer(column + 7)
        createdAt = try row.time(column + 8)
        updatedAt = try row.time(column + 9)
        partner = try Account(row, from: column + 10)
    }
}
