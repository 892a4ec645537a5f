internal import Accounts
internal import Database
internal import ParlayAPI
internal import Tenancy

extension WagerService {
    /// The person that the caller can offer a wager to; `nil` if nobody of that username can be reached.
    func addressee(_ username: String) async throws -> Person? {
        // Usernames are ASCII, but the database's lower() turns some other letters into ASCII.
        guard username.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let people = try await session.read(WagerStore.addressee(.id(session.tenant.id), .text(username)))
        return try people.first?.person(in: session.tenant)
    }

    /// How the two parties rated each other, for those who may see the wager. A comment that moderators have hidden is left out.
    func ratings(of id: Int64) async throws -> [PartyRating] {
        try await session.read(WagerStore.ratings(.id(session.tenant.id), .integer(id))).all
    }
}

extension WagerStore {
    static let ratings = RowStatement<PartyRating>(
        "select",
        PartyRating.columns,
        """
          from wager_ratings g
          join wagers w on w.tenant_id = g.tenant_id and w.id = g.wager_id
         where g.tenant_id = $1 and g.wager_id = $2
         order by g.created_at, g.account_id
        """
    )
}

/// One party's rating `g` of the other, on the wager `w`.
struct PartyRating: RowReadable, Sendable {
    static let columns: SQLFragment = ["g.account_id = w.challenger_id"] + GivenRating.words

    let party: WagerParty
    let rating: Int64
    let comment: String?
    let createdAt: Timestamp

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        party = try columns.boolean() ? .challenger : .challengee
        rating = try columns.integer()
        comment = try columns.optionalText()
        createdAt = try columns.time()
    }
}
